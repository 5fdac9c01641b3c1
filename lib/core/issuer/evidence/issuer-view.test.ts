import { describe, expect, it } from 'vitest'
import { event, exchange, session, start } from '../../engine/evidence/fixtures/sessions'
import { toIso } from '../../shared/time/time'
import { completeLaboratory } from '../configurations/laboratory/laboratory-options'
import { projectContact } from './issuer-view'

const contact = (exchanges: Parameters<typeof projectContact>[0]['exchanges'], baseUrl = 'https://192.168.1.20:3000') =>
  projectContact({ session: session(), events: [], exchanges, baseUrl })

describe('the contact of a wallet', () => {
  it('is there with its first request, however that was answered', () => {
    const refused = exchange(5, null, { status: 404 })
    expect(contact([refused, exchange(7, 'requestToken')])).toEqual({
      reached: true,
      first_request_at: toIso(refused.at),
      what_to_check: [],
    })
    expect(toIso(start)).not.toBe(contact([refused]).first_request_at)
  })

  it('is there when only its browser came', () => {
    expect(contact([exchange(5, 'authorize', { origin: 'user_agent' })]).reached).toBe(true)
  })

  it('is no request of a tester, and no call of the service to itself', () => {
    const others = [
      exchange(1, 'getSessionOffer', { origin: 'operator' }),
      exchange(2, 'requestChainedToken', { origin: 'internal' }),
    ]
    expect(contact(others)).toMatchObject({ reached: false, first_request_at: null })
  })
})

describe('what to check while no wallet came', () => {
  const first = (baseUrl: string) => contact([], baseUrl).what_to_check[0]

  it('begins with what surely stops a wallet', () => {
    expect(first('http://192.168.1.20:3000')).toMatch(/plain http.*npm start -- --phone/)
    expect(first('https://localhost:3000')).toMatch(/the phone itself/)
    expect(contact([], 'http://localhost:3000').what_to_check.slice(0, 2)).toEqual([
      expect.stringMatching(/plain http/),
      expect.stringMatching(/the phone itself/),
    ])
  })

  it('asks for reach and trust where neither is surely amiss', () => {
    expect(contact([]).what_to_check).toEqual([
      expect.stringContaining('https://192.168.1.20:3000/healthz'),
      expect.stringContaining('https://192.168.1.20:3000/phone'),
      expect.stringContaining('openid-credential-offer://'),
    ])
  })

  it('is one thing where a request may belong to the session', () => {
    const events = [event(5, 'request_may_belong', { operation: 'pushAuthorizationRequest' })]
    const told = projectContact({ session: session(), events, exchanges: [], baseUrl: 'http://localhost:3000' })
    expect(told).toMatchObject({ reached: false, what_to_check: [expect.stringMatching(/^A request came at /)] })
  })

  it('points to the ledger where an offer by value leaves metadata requests without a session', () => {
    const byValue = session({ credentialOfferMode: 'credential_offer' })
    const { what_to_check } = projectContact({
      session: byValue,
      events: [],
      exchanges: [],
      baseUrl: 'https://a.example',
    })
    expect(what_to_check.at(-1)).toContain('https://a.example/ledger')
  })

  it('does not where the session has an issuer of its own, to which every request names it', () => {
    const laboratory = {
      id: 'a'.repeat(22),
      until: start,
      options: completeLaboratory({}),
      certificates: { credential: [], mdoc: [] },
    }
    const own = session({ credentialOfferMode: 'credential_offer', laboratory })
    const { what_to_check } = projectContact({ session: own, events: [], exchanges: [], baseUrl: 'https://a.example' })
    expect(what_to_check.filter((hint) => hint.includes('/ledger'))).toEqual([])
  })
})
