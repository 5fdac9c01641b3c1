import { afterEach, describe, expect, it } from 'vitest'
import type { Decision } from '@/lib/core/engine/endpoints/endpoint'
import { membersOf } from '@/lib/core/ground/http/reply'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { startService, type TestService } from '@/lib/testing/service'

/** The one place where an answer can deliberately be changed, with a deviation of this test. */
let service: TestService
afterEach(() => service.close())

const alteration = 'token.expires-at-once'
const shortLived = (decision: Decision, operation: string | null): Decision => {
  const { reply } = decision
  if (operation !== 'requestToken' || reply.status !== 200) return decision
  const body = { kind: 'json', value: { ...membersOf(reply), expires_in: 1 } } as const
  return { ...decision, deviating: { deviation: alteration, reply: { ...reply, body } } }
}

describe('an answer that is altered on purpose', () => {
  it('is sent and recorded as one, and the session says what was done', async () => {
    service = await startService()
    const { applyDeviation } = service.container
    Object.assign(service.container, {
      applyDeviation: (decision: Decision, operation: string | null) =>
        applyDeviation(shortLived(decision, operation), operation),
    })
    const wallet = await createHandWallet(service)
    const token = await wallet.requestToken()
    expect([token.status, token.object().expires_in]).toEqual([200, 1])
    const { events, exchanges } = await wallet.view()
    const label = { alteration, operation: 'requestToken', decided_status: 200 }
    expect(events.filter(({ type }) => type === 'answer_altered')).toMatchObject([{ detail: label }])
    expect(exchanges.find(({ operation }) => operation === 'requestToken')?.response).toMatchObject({
      status: 200,
      body: { expires_in: 1 },
    })
    // The decision stands: the token works, and the flow continues.
    const credential = await wallet.requestCredential({ accessToken: String(token.object().access_token) })
    expect(credential.status).toBe(200)
    expect((await wallet.view()).status).toBe('credential_issued')
  })

  it('is none as the service is made', async () => {
    service = await startService()
    const wallet = await createHandWallet(service)
    expect((await wallet.requestCredential()).status).toBe(200)
    expect((await wallet.view()).events.map(({ type }) => type)).not.toContain('answer_altered')
  })
})
