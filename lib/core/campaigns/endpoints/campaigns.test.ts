import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '@/lib/adapters/memory/memory-store'
import {
  commitOf,
  sampleCampaign,
  sampleEvent,
  sampleExchange,
  sampleSession,
  sampleStart,
} from '@/lib/testing/store-samples'
import type { PlainEndpoint } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { toBase64url, utf8 } from '../../shared/values/base64url'
import { changeName } from './campaigns'

/** Stands in for SHA-256: shows what was hashed. */
const sha256 = (data: Uint8Array | string) => utf8(`digest of ${String(data)}`)

const digest = toBase64url(sha256('mine'))

const session = sampleSession({ options: { ...sampleSession().options, name: 'First', rename_digest: digest } })

const campaign = sampleCampaign({ name: 'First', renameDigest: digest })

async function change(asked: object, { asker = 'anybody', earlier = 0 } = {}) {
  const store = createMemoryStore({ now: () => sampleStart })
  await store.commit(commitOf({ session }))
  await store.commit(commitOf({ campaign }))
  const { sessionId } = session
  for (let count = 0; count < earlier; count++)
    await store.commit(
      commitOf({ events: [sampleEvent({ sessionId, type: 'session_named', detail: { name: `${count}` } })] }),
    )
  const body = utf8(JSON.stringify({ run: sessionId, name: 'Second', ...asked }))
  const exchange = { ...sampleExchange(), body, bodyOverflow: false, headers: [['content-type', 'application/json']] }
  const ports = { store, sha256, madeIn: () => [] }
  return (changeName as PlainEndpoint).answer({ exchange, ports, asker } as unknown as RequestContext)
}

describe('the name of a run', () => {
  it('changes for the browser that started it, and for the operator', async () => {
    for (const [asked, by] of [
      [{ secret: 'mine' }, {}],
      [{}, { asker: 'operator' }],
    ] as const) {
      expect(await change(asked, by)).toMatchObject({
        sessionId: session.sessionId,
        events: [{ type: 'session_named', detail: { name: 'Second' } }],
      })
      expect(await change({ ...asked, run: campaign.campaignId }, by)).toMatchObject({
        effects: [{ type: 'name', campaignId: campaign.campaignId, name: 'Second' }],
      })
    }
  })

  it('changes for nobody else', async () => {
    for (const asked of [{}, { secret: 'yours' }, { secret: digest }, { run: campaign.campaignId, secret: '' }])
      await expect(change(asked)).rejects.toMatchObject({ code: 'not_your_run' })
    await expect(change({ secret: 'yours' }, { asker: 'stranger' })).rejects.toMatchObject({ code: 'not_your_run' })
  })

  it('leaves no event where it is the same, and not more than fifty', async () => {
    expect(await change({ secret: 'mine', name: ' First ' })).not.toHaveProperty('events')
    await expect(change({ secret: 'mine' }, { earlier: 50 })).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  it('is one line of at most 100 characters that can be seen, without what can only be a secret', async () => {
    for (const name of ['', ' ', '\u200b', 'a\nb', 'a\u202eb', 'x'.repeat(101), 7])
      await expect(change({ secret: 'mine', name })).rejects.toMatchObject({ code: 'invalid_request' })
    const { events } = await change({ secret: 'mine', name: 'run with access_token=1234567890' })
    expect(events?.[0]?.detail.name).toBe('run with access_token=[redacted:10]')
  })

  it('of a run that there is not cannot be changed', async () => {
    await expect(change({ run: '00000000-0000-4000-8000-000000000000' })).rejects.toMatchObject({
      code: 'session_not_found',
    })
  })
})
