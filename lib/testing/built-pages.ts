import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import next from 'next'
import { ensureBuilt } from '../../scripts/build.mjs'

/** The pages as they are served in production, built where that is missing. The test installs the wiring they read from. */
export async function openBuiltPages(): Promise<{ readonly pages: RequestListener; close(): Promise<void> }> {
  await ensureBuilt()
  const app = next({ dev: false, dir: fileURLToPath(new URL('../../', import.meta.url)) })
  await app.prepare()
  const handle = app.getRequestHandler()
  return { pages: (request, response) => void handle(request, response), close: () => app.close() }
}
