import { describe, expect, it } from 'vitest'
import { cleanFlow, exchange, finding, inspected, inspectedExchanges, session } from './fixtures/session'
import { issuerFlow } from './flows/issuer'
import { decidingExchangeId, shortPath, sinceStart, timeline } from './timeline'

const timelineOf = (view: ReturnType<typeof session>) => timeline(inspected(view), issuerFlow)

const refusal = { status: 400, content_type: 'application/json', headers: {}, body: { error: 'invalid_proof' } }

describe('timeline', () => {
  it('puts events below the exchange of the same instant and leaves out those that repeat it', () => {
    const at = cleanFlow[5]?.at ?? ''
    const rows = timelineOf(
      session({
        exchanges: cleanFlow,
        events: [
          { at: '2026-11-21T09:00:00.000Z', type: 'session_created', detail: {} },
          { at, type: 'token_received', detail: {} },
          { at, type: 'credential_issued', detail: { count: 1 } },
          { at, type: 'something_new', detail: {} },
        ],
      }),
    )
    expect(rows.map((row) => (row.type === 'event' ? row.words : row.shortPath))).toEqual([
      'Session created, offer shown',
      '…/offers/0b62…',
      '/.well-known/openid-credential-issuer/…',
      '/.well-known/oauth-authorization-server/…',
      '…/token',
      '…/nonce',
      '…/credential',
      'Credential issued, 1 in all',
      'Something new',
    ])
  })

  it('puts what the events of an instant came to below them, and marks an answer that was altered', () => {
    const at = '2026-11-21T09:00:01.000Z'
    const id = 'altered'
    const flow = { ...issuerFlow, events: { ...issuerFlow.events, results: new Set(['came_to']) } }
    const rows = timeline(
      inspected(
        session({
          exchanges: [exchange('/issuers/x/token', 200, 1, { id }), exchange('/issuers/x/nonce', 200, 2)],
          events: [
            { at, type: 'came_to', detail: {} },
            { at, type: 'answer_altered', detail: { alteration: 'x', decided_status: 200, exchange_id: id } },
          ],
        }),
      ),
      flow,
    )
    expect(rows.map((row) => (row.type === 'event' ? row.words : row.altered))).toEqual([
      true,
      'Altered on purpose: x',
      'Came to',
      false,
    ])
  })

  it('names the error of a refused exchange and calls a planned nonce answer planned', () => {
    const asked = { response: { ...refusal, body: { error: 'use_dpop_nonce' } } }
    const rows = timelineOf(
      session(
        {
          exchanges: [
            exchange('/issuers/x/token', 400, 1, asked),
            exchange('/issuers/x/token', 400, 2, { ...asked, id: 'again' }),
            exchange('/issuers/x/credential', 400, 3, { response: refusal }),
          ],
        },
        [finding('vci.dpop.nonce_retry', { status: 'fail', exchange_id: 'again' })],
      ),
    )
    expect(rows.map((row) => row.type === 'exchange' && row.what)).toEqual([
      'DPoP nonce sent, as planned',
      'use_dpop_nonce',
      'invalid_proof',
    ])
  })
})

describe('repeats', () => {
  it('are fetches without a session that repeat an earlier one without problems', () => {
    const fetch = (id: string, seconds: number) =>
      exchange('/.well-known/openid-credential-issuer/issuers/x', 200, seconds, { id, correlation: 'inferred' })
    const rows = timelineOf(
      session(
        {
          exchanges: [
            fetch('one', 1),
            fetch('two', 2),
            fetch('three', 3),
            exchange('/issuers/x/nonce', 200, 4),
            exchange('/issuers/x/nonce', 200, 5),
          ],
        },
        [finding('vci.metadata.method_get', { status: 'fail', exchange_id: 'three' })],
      ),
    )
    expect(rows.map((row) => row.type === 'exchange' && row.repeat)).toEqual([false, true, false, false, false])
  })
})

describe('decidingExchangeId', () => {
  const decide = (exchanges: Parameters<typeof inspectedExchanges>[0], conformance: ReturnType<typeof finding>[]) =>
    decidingExchangeId({ exchanges: inspectedExchanges(exchanges), conformance }, issuerFlow)
  const rejected = (id: string) => finding('vci.proof.jwt.aud', { status: 'fail', rejected: true, exchange_id: id })

  it('is the first refusal that no later success resolved', () => {
    const exchanges = [
      exchange('/issuers/x/credential', 400, 1, { id: 'one', response: refusal }),
      exchange('/issuers/x/credential', 400, 2, { id: 'two', response: refusal }),
    ]
    expect(decide(exchanges, [rejected('one'), rejected('two')])).toBe('one')
  })

  it('is one that a check refused, even if its error asks for a nonce', () => {
    const asked = { ...refusal, body: { error: 'use_dpop_nonce' } }
    const exchanges = ['one', 'two'].map((id, index) =>
      exchange('/issuers/x/token', 400, index + 1, { id, response: asked }),
    )
    const challenge = finding('vci.dpop.nonce_current', { status: 'warn', rejected: true, exchange_id: 'one' })
    expect(decide(exchanges, [challenge, rejected('two')])).toBe('two')
    expect(decide(exchanges, [challenge])).toBeNull()
  })

  it('is none once the same request succeeded', () => {
    const exchanges = [
      exchange('/issuers/x/credential', 400, 1, { id: 'one', response: refusal }),
      exchange('/issuers/x/credential', 200, 2, { id: 'two' }),
    ]
    expect(decide(exchanges, [rejected('one')])).toBeNull()
  })
})

describe('text of a row', () => {
  it('use seconds first and minutes later', () => {
    expect([0, 6100, 99_900, 125_000].map(sinceStart)).toEqual(['+0.0 s', '+6.1 s', '+99.9 s', '+2:05 min'])
  })

  it('keep the distinguishing part of a path', () => {
    expect(shortPath('/issuers/eu-pid-device-bound/token')).toBe('…/token')
    expect(shortPath('/favicon')).toBe('/favicon')
  })
})
