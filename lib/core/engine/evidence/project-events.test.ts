import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { runs } from '@/scripts/thorough.mjs'
import { issuerKind } from '../../issuer/evidence/issuer-kind'
import type { StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { event, evidence, exchange, finding } from './fixtures/sessions'
import { projectEvents } from './project-events'

const read = (events: readonly StoredEvent[], exchanges: readonly StoredExchange[] = [], readAfter = 60) =>
  projectEvents(issuerKind, evidence(exchanges, { events, readAfter }))
const typesOf = (...input: Parameters<typeof read>) => read(...input).map(({ type }) => type)
const detailOf = (type: string, ...input: Parameters<typeof read>) =>
  read(...input).find((one) => one.type === type)?.detail

describe('events of a session', () => {
  it('are told oldest first, each with its exchange', () => {
    const told = read([event(1, 'offer_retrieved', { media_type: 'application/json' })])
    expect(told[0]).toEqual({
      at: '2027-01-15T08:00:01.000Z',
      type: 'offer_retrieved',
      detail: {
        count: 1,
        media_type: 'application/json',
        exchange_id: '00000000-0000-4000-8000-000000000001',
      },
    })
  })

  it('tell a change of status right behind the event that caused it, also within one instant', () => {
    const instant = [event(1, 'token_received'), event(1, 'token_issued'), event(1, 'nonce_issued')]
    expect(typesOf(instant)).toEqual(['token_received', 'token_issued', 'issuance_state_changed', 'nonce_issued'])
    expect(detailOf('issuance_state_changed', instant)).toEqual({ previous_state: 'created', state: 'token_issued' })
  })

  it('count the fetches of the offer', () => {
    const fetches = read([event(1, 'offer_retrieved'), event(2, 'offer_retrieved')])
    expect(fetches.filter(({ type }) => type === 'offer_retrieved').map(({ detail }) => detail.count)).toEqual([1, 2])
  })

  it('say how many tokens a replayed code revoked', () => {
    const replay = [event(1, 'token_issued'), event(2, 'authorization_code_replayed')]
    expect(detailOf('authorization_code_replayed', replay)).toMatchObject({ revoked_tokens: 1 })
  })

  it('count the tokens of the replayed code alone, once, in whatever order the requests of a race arrived', () => {
    const of = (codeId: string) => ({ code_id: codeId })
    const told = read([
      event(1, 'token_issued', of('other')),
      event(2, 'authorization_code_replayed', of('raced')),
      event(3, 'token_issued', of('raced')),
      event(4, 'authorization_code_replayed', of('raced')),
    ])
    const revoked = told.filter(({ type }) => type === 'authorization_code_replayed')
    expect(revoked.map(({ detail }) => detail.revoked_tokens)).toEqual([1, 0])
  })

  covers('D15')
  it('tell how the client authenticated once a request, as its endpoint noted it, and nothing of a client that did not', () => {
    const received = (second: number, method: string) => event(second, 'token_received', { client_auth_method: method })
    const seen = { endpoint: 'token', method: 'private_key_jwt', trusted: null }
    const told = read([
      received(1, 'none'),
      received(2, 'private_key_jwt'),
      event(2, 'client_authentication_observed', seen),
    ])
    expect(told.filter(({ type }) => type === 'client_authentication_observed')).toMatchObject([{ detail: seen }])
  })

  it('tell of fetches and misses that carried no session, as inferred', () => {
    const inferred = { correlation: 'inferred' } as const
    const metadata = exchange(2, 'getIssuerMetadata', inferred)
    const miss = exchange(3, null, { ...inferred, method: 'GET', path: '/issuers/x/deferred', status: 404 })
    expect(typesOf([event(4, 'token_received')], [metadata, miss])).toEqual([
      'metadata_retrieved',
      'unexpected_request',
      'token_received',
    ])
    expect(detailOf('metadata_retrieved', [], [metadata])).toMatchObject({
      document: 'getIssuerMetadata',
      media_type: 'application/json',
      correlation: 'inferred',
    })
    expect(detailOf('unexpected_request', [], [miss])).toMatchObject({ reason: 'unknown_path', method: 'GET' })
  })

  it('do not tell a miss twice when its session is known', () => {
    const miss = exchange(3, null, { status: 405 })
    expect(typesOf([event(3, 'unexpected_request')], [miss])).toEqual(['unexpected_request'])
  })

  it('tell when a DPoP nonce was adopted', () => {
    const adopting = exchange(5, 'requestCredential', { findings: [finding('vci.dpop.nonce_adopted', 'pass')] })
    expect(detailOf('dpop_nonce_adopted', [], [adopting])).toMatchObject({ endpoint: 'requestCredential' })
    const other = exchange(5, 'requestCredential', { findings: [finding('vci.dpop.nonce_adopted', 'not_observed')] })
    expect(typesOf([], [other])).toEqual([])
  })

  it('end with the end of the session, which says what was last', () => {
    const told = read([event(1, 'token_rejected')], [], 901)
    expect(told.slice(-2).map(({ type, detail }) => [type, detail])).toEqual([
      ['issuance_state_changed', { previous_state: 'token_requested', state: 'expired' }],
      ['session_expired', { last_state: 'token_requested', wallet_reached: false }],
    ])
  })
})

const types = ['offer_retrieved', 'token_received', 'token_rejected', 'token_issued', 'credential_issued'] as const
const anyEvents = fc.array(fc.constantFrom(...types), { maxLength: 12 }).map((list) =>
  // Two events per instant.
  list.map((type, index) => event(Math.floor(index / 2), type, { client_auth_method: 'none' })),
)

describe('any sequence of events', () => {
  it('read in any split tells the same: the earlier reading is the beginning of the later one', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(12), (events, cut) => {
        const earlier = read(events.slice(0, cut), [], 0)
        expect(read(events, [], 0).slice(0, earlier.length)).toEqual(earlier)
      }),
      runs(),
    )
  })

  it('keeps every stored event, in order, and never tells a time earlier than the one before', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const told = read(events)
        const derived = ['issuance_state_changed']
        expect(told.map(({ type }) => type).filter((type) => !derived.includes(type))).toEqual(
          events.map(({ type }) => type),
        )
        expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).sort())
      }),
      runs(),
    )
  })
})
