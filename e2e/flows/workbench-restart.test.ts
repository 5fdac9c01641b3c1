import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@/lib/testing/eventually'
import { createHttpClient, type HttpClient, type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { webReady } from '@/lib/testing/strike'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'

/** What of a workbench survives the processes, and what their logs say of it. */
let pocketBase: TestPocketBase
let web: WebProcess
let http: HttpClient
const printed: Buffer[] = []
const logs = (): string => Buffer.concat(printed).toString()

beforeAll(async () => {
  const onOutput = (chunk: Buffer): void => void printed.push(chunk)
  pocketBase = await startPocketBase({ onOutput })
  web = await startWebProcess({ pocketBase, onOutput, env: { LOG_LEVEL: 'trace', LOG_FORMAT: 'json' } })
  http = createHttpClient(web.baseUrl)
})
afterAll(async () => {
  http.close()
  await web.remove()
  await pocketBase.remove()
})

const read = async (path: string) => (await http({ path })).object()
const open = async () => {
  const made = (await http(jsonPost('/workbenches', { issuance: { flow: 'pre_authorized_code' } }))).object()
  const { workbench_id: id, issuance, presentation, view_url: view } = made as Record<string, JsonRecord>
  const link = String(issuance?.deeplink)
  const door = /%2Fd%2F([\w-]{22})/.exec(link)?.[1] ?? ''
  return {
    id: String(id),
    link,
    door,
    view: String(view).split('/').at(-1) ?? '',
    codes: [link, presentation?.deeplink],
  }
}

describe('a workbench', () => {
  it('keeps its codes, its sessions and their numbers when both processes are killed, also with other settings', async () => {
    const { id, link, codes } = await open()
    const scan = async () => expect((await runAtIssuer({ deeplink: link })).outcome).toBe('credential_stored')
    await scan()
    const [before] = (await read(`/workbenches/${id}/sessions`)).sessions as JsonRecord[]

    await web.end('SIGKILL')
    await pocketBase.end('SIGKILL')
    await pocketBase.start()
    await web.start()
    await webReady(http)

    await http({ ...jsonPost(`/workbenches/${id}`, { issuance: { dpop_nonce: 'required' } }), method: 'PATCH' })
    const { issuance, presentation } = (await read(`/workbenches/${id}`)) as Record<string, JsonRecord>
    expect([issuance?.deeplink, presentation?.deeplink]).toEqual(codes)
    await scan()
    const list = await read(`/workbenches/${id}/sessions`)
    const [first, second] = list.sessions as JsonRecord[]
    expect([list.last_number, first, second?.number]).toEqual([2, before, 2])
    expect(second?.session_id).not.toBe(before?.session_id)
  })

  it('is named in no log by what opens it, also of requests that fail because storage is away', async () => {
    const { id, door, view } = await open()
    const paths = [
      `/workbenches/${id}`,
      `/workbenches/${id}/sessions`,
      `//workbenches//${id}`,
      `/w/${id}`,
      `/w/view/${view}`,
      `/d/${door}/offer`,
      `/d/${door}/request`,
      `//d//${door}/offer`,
    ]
    for (const path of paths) await http({ path })
    await pocketBase.end('SIGKILL')
    try {
      for (const path of paths) await http({ path })
      await eventually(async () => logs().split('request failed').length > 3)
    } finally {
      await pocketBase.start()
      await webReady(http)
    }
    for (const secret of [id, door, view])
      expect(
        logs()
          .split('\n')
          .filter((line) => line.includes(secret)),
      ).toEqual([])
    expect(logs()).toContain('"path":"/workbenches/~"')
  })
})
