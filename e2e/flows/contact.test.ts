import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { serviceForTests } from '@/lib/testing/service-for-tests'

const service = serviceForTests()

async function create(): Promise<string> {
  const body = JSON.stringify({ flow: 'pre_authorized_code', credential_offer_mode: 'credential_offer_uri' })
  const answer = await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body })
  return (await answer.json()).session_id
}
const read = async (id: string): Promise<IssuanceSessionView> =>
  (await fetch(`${service.baseUrl}/sessions/${id}`)).json()

describe('a session that no wallet ever reached', () => {
  it('says so while it waits and once it has expired, and what to check', async () => {
    const id = await create()
    expect((await read(id)).contact).toEqual({
      reached: false,
      first_request_at: null,
      what_to_check: [
        expect.stringMatching(/plain http .*npm start -- --phone/),
        expect.stringMatching(/the phone itself/),
        expect.stringContaining('openid-credential-offer://'),
      ],
    })
    service.advance(901)
    const expired = await read(id)
    expect(expired.status).toBe('expired')
    expect(expired.contact.reached).toBe(false)
    expect(expired.events.at(-1)).toMatchObject({
      type: 'session_expired',
      detail: { last_state: 'created', wallet_reached: false },
    })
    expect(expired.checks.summary.verdict).toBe('incomplete')
    expect(expired.checks.conformance.find(({ id }) => id === 'vci.flow.completes')).toMatchObject({
      status: 'not_observed',
      actual: { because: 'No wallet ever reached this session.' },
    })
  })

  it('is not reached by a tester who reads its offer', async () => {
    const id = await create()
    expect((await fetch(`${service.baseUrl}/sessions/${id}/offer`)).status).toBe(200)
    const { contact, exchanges } = await read(id)
    expect(exchanges).toHaveLength(1)
    expect(contact.reached).toBe(false)
  })
})

describe('a session that went wrong', () => {
  it('was reached, though its only request was refused', async () => {
    const id = await create()
    const { issuer_identifier } = await read(id)
    const offer = await (await fetch(`${service.baseUrl}/sessions/${id}/offer`)).json()
    const code = offer.grants['urn:ietf:params:oauth:grant-type:pre-authorized_code']['pre-authorized_code']
    const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
    const body = new URLSearchParams({ grant_type: grant, 'pre-authorized_code': code })
    expect((await fetch(`${issuer_identifier}/token`, { method: 'POST', body })).status).toBe(400)
    service.advance(901)
    const { contact, status, events } = await read(id)
    expect(status).toBe('expired')
    expect(contact).toEqual({ reached: true, first_request_at: expect.any(String), what_to_check: [] })
    expect(events.at(-1)?.detail).toMatchObject({ wallet_reached: true })
  })
})
