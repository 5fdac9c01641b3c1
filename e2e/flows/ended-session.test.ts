import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { startService, type TestService } from '@/lib/testing/service'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const headers = { 'user-agent': 'ended-session/1' }
const jsonHeaders = { ...headers, 'content-type': 'application/json' }
const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

const json = async (response: Promise<Response>) => (await response).json()

async function createIssuance(): Promise<IssuanceSessionView> {
  const body = JSON.stringify({ flow: 'pre_authorized_code', credential_offer_mode: 'credential_offer_uri' })
  const { session_id } = await json(fetch(`${service.baseUrl}/sessions`, { method: 'POST', body, headers }))
  return readIssuance(session_id)
}
const readIssuance = (id: string): Promise<IssuanceSessionView> => json(fetch(`${service.baseUrl}/sessions/${id}`))

/** What every reader counts. */
const countsOf = ({ checks, outcome }: IssuanceSessionView | PresentationSessionView) => ({
  outcome: outcome.id,
  verdict: checks.summary.verdict,
  counts: checks.summary.counts,
  must: checks.summary.must,
})

describe('an issuance that ended', () => {
  it('keeps its counts, whatever arrives later', async () => {
    const { session_id: id, issuer_identifier: issuer } = await createIssuance()
    const offer = await json(fetch(`${service.baseUrl}/sessions/${id}/offer`, { headers }))
    const code = offer.grants[grant]['pre-authorized_code']
    /** Without client authentication and DPoP, which fails MUSTs. */
    const requestToken = (extra: Record<string, string> = {}, agent = headers['user-agent']) =>
      fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { 'user-agent': agent },
        body: new URLSearchParams({ grant_type: grant, 'pre-authorized_code': code, ...extra }),
      })
    expect((await requestToken()).status).toBe(400)
    const before = await readIssuance(id)
    expect(before.outcome.id).toBe('failed')

    service.advance(901)
    expect((await readIssuance(id)).status).toBe('expired')
    expect(countsOf(await readIssuance(id))).toEqual(countsOf(before))

    // One more failing MUST, another session of this client, and a request of it that names none.
    await createIssuance()
    expect(
      (await requestToken({ redirect_uri: 'not a URI', tx_code: '12345' }, 'late/1')).status,
    ).toBeGreaterThanOrEqual(400)
    await fetch(`${issuer}/nonce`, { method: 'POST', headers, body: 'not empty' })
    const after = await readIssuance(id)
    expect(countsOf(after)).toEqual(countsOf(before))
    expect(after.observed.user_agents).toEqual([headers['user-agent']])
    const late = after.exchanges.at(-1)?.id
    const lateFindings = after.checks.conformance.filter(({ exchange_id }) => exchange_id === late)
    expect(after.exchanges.length).toBe(before.exchanges.length + 1)
    expect(new Set(lateFindings.map(({ softened }) => softened))).toEqual(new Set(['after_end']))
  })
})

describe('a presentation that ended', () => {
  it('keeps its counts, whatever arrives later', async () => {
    const body = JSON.stringify({ expires_in: 60 })
    const created = await json(
      fetch(`${service.baseUrl}/openid4vp/sessions`, { method: 'POST', body, headers: jsonHeaders }),
    )
    const id: string = created.session_id
    const read = (): Promise<PresentationSessionView> => json(fetch(`${service.baseUrl}/openid4vp/sessions/${id}`))
    const { response_uri: responseUri } = await read()
    const answer = () =>
      fetch(responseUri, { method: 'POST', headers, body: new URLSearchParams({ vp_token: '[]', state: 'other' }) })
    service.advance(61)
    const before = await read()
    expect(before.outcome.id).toBe('never_reached')
    expect((await answer()).status).toBeGreaterThanOrEqual(400)
    const after = await read()
    expect(after.checks.summary.counts).toEqual(before.checks.summary.counts)
    expect([before.observed.user_agents, after.observed.user_agents]).toEqual([[], []])
    expect(after.checks.conformance.some(({ softened }) => softened === 'after_end')).toBe(true)
  })
})
