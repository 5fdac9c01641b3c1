import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { presets } from '@/lib/core/campaigns/presets'
import type { CampaignView, NextSessionView } from '@/lib/core/campaigns/z-campaign'
import { waitsMax } from '@/lib/server/guard/waits'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService({ env: { TRUST_PROXY: '127.0.0.1' } })
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const post = (path: string, body: unknown) =>
  http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })

/** A campaign of so many presets, each with a session that waits for a wallet; the newest has the floor. */
async function campaignOf(sessions: number) {
  const ids = presets.slice(0, sessions).map(({ id }) => id)
  const created = await post('/campaigns', { wallet: { name: 'Quillfern', version: '1' }, presets: ids })
  const base = `/campaigns/${(created.object() as unknown as CampaignView).campaign_id}`
  for (const preset of ids) await post(`${base}/again`, { preset })
  const { session } = (await http({ path: `${base}/next` })).object() as unknown as NextSessionView
  if (session === null) throw new Error('No session waits.')
  return { base, newest: session.session_id }
}

/** Resolves once so many requests wait. */
const waiting = (begin: { readonly mock: { readonly results: readonly { value?: unknown }[] } }, count: number) =>
  vi.waitFor(
    () =>
      expect(begin.mock.results.filter(({ value }) => value instanceof Object && 'next' in value)).toHaveLength(count),
    { timeout: 20_000 },
  )

describe('a request that waits for the next session of a campaign', () => {
  it('reads each session of it once, however long it waits', async () => {
    const { base, newest } = await campaignOf(30)
    const reads = vi.spyOn(service.container.ports.store, 'events')
    const answer = await http({ path: `${base}/next?after=${newest}&wait=2` })
    const { calls } = reads.mock
    reads.mockRestore()
    expect(answer.object()).toMatchObject({ status: 'running', session: { session_id: newest } })
    // Every session once, and the one that it waits for once more.
    expect(calls).toHaveLength(31)
  })

  it('is answered as soon as that session has ended, or the campaign has another one', async () => {
    const { base, newest } = await campaignOf(2)
    const begin = vi.spyOn(service.container.ports.waits, 'begin')
    const ended = http({ path: `${base}/next?after=${newest}&wait=30` })
    await waiting(begin, 1)
    await post(`${base}/answer`, { session_id: newest, shown: 'error' })
    const following = ((await ended).object() as unknown as NextSessionView).session?.session_id
    expect(following).not.toBe(newest)

    const again = http({ path: `${base}/next?after=${following}&wait=30` })
    await waiting(begin, 2)
    const preset = presets[1]?.id
    const made = (await post(`${base}/again`, { preset })).object()
    expect((await again).object()).toMatchObject({ session: { session_id: made.session_id } })
    begin.mockRestore()
  })

  it('is one of as many as its network may have, what is beyond is told so, and others still wait', async () => {
    const { base, newest } = await campaignOf(1)
    const begin = vi.spyOn(service.container.ports.waits, 'begin')
    const path = `${base}/next?after=${newest}&wait=30`
    const clients = [createHttpClient(service.baseUrl), createHttpClient(service.baseUrl)]
    const share = waitsMax / 8
    const headers = [['X-Forwarded-For', '192.0.2.1']] as const
    const waits = Array.from({ length: share }, (_, index) => clients[index % 2]?.({ path, headers }))
    await waiting(begin, share)
    const refused = await http({ path, headers })
    expect([refused.status, refused.header('Retry-After')]).toEqual([429, '5'])
    expect(refused.object()).toMatchObject({
      error: 'too_many_requests',
      error_description: expect.stringContaining(`one address may have ${share} of ${waitsMax}`),
    })
    // Without waiting it is answered.
    expect((await http({ path: `${base}/next?after=${newest}`, headers })).status).toBe(200)
    const other = http({ path, headers: [['X-Forwarded-For', '198.51.100.1']] })
    await waiting(begin, share + 1)
    await post(`${base}/answer`, { session_id: newest, shown: 'nothing' })
    for (const answer of await Promise.all([...waits, other])) expect(answer?.status).toBe(200)
    begin.mockRestore()
    // Their places are free again.
    const { base: another, newest: open } = await campaignOf(1)
    expect((await http({ path: `${another}/next?after=${open}&wait=1`, headers })).status).toBe(200)
    for (const client of clients) client.close()
  })
})
