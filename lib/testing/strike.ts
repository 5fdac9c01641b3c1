import { eventually } from './eventually'
import { createHttpClient, type HttpClient } from './http-client'
import type { TestPocketBase } from './pocketbase'
import type { WebProcess } from './web-process'

/** Waits until the web process reports that all its parts are up. */
export const webReady = (http: HttpClient): Promise<boolean> =>
  eventually(async () => (await http({ path: '/readyz' }).catch(() => null))?.status === 200)

/**
 * Stops storage just before a kill while the server continues: any response it gives now would lack evidence. Returns
 * after the server had many turns to give one.
 */
export async function holdStorage({
  pocketBase,
  web,
}: {
  readonly pocketBase: TestPocketBase
  readonly web: WebProcess
}): Promise<void> {
  pocketBase.process().kill('SIGSTOP')
  const http = createHttpClient(web.baseUrl)
  for (let turn = 0; turn < 100; turn++) await http({ path: '/healthz' })
  http.close()
}
