import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import {
  event as issuerEvent,
  exchange as issuerExchange,
  session as issuerSession,
  start,
} from '../engine/evidence/fixtures/sessions'
import { projectSession } from '../engine/evidence/project-session'
import type { Folded, FoldInput, KindTypes, SessionKind } from '../engine/evidence/session-kind'
import type { Ending, SessionEvidence } from '../engine/sessions/session-evidence'
import { issuerKind } from '../issuer/evidence/issuer-kind'
import type { StoredEventType } from '../shared/ports/event-type'
import type { FindingStatus } from '../shared/ports/finding'
import { exchangeId } from '../shared/ports/ids'
import type { Session, StoredEvent, StoredExchange } from '../shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis, toIso } from '../shared/time/time'
import type { JsonObject } from '../shared/values/json'
import {
  answerExchange,
  session as presentationSession,
  event as verifierEvent,
} from '../verifier/checks/fixtures/verifier-evidence'
import { verifierKind } from '../verifier/evidence/verifier-kind'

/** Anything that may be recorded later, including details that would change an outcome if they came in time. */
const later: readonly (readonly [StoredEventType, JsonObject])[] = [
  ['token_issued', { expires_in: 600 }],
  ['token_rejected', { error: 'invalid_grant', attempts_left: 0 }],
  ['par_accepted', {}],
  ['authorization_code_replayed', {}],
  ['credential_issued', { holder_thumbprints: ['same', 'same'] }],
  ['credential_rejected', { error: 'invalid_proof' }],
  ['notification_received', { event: 'credential_failure' }],
  ['credential_asked_back', { presented: true }],
  ['answer_altered', { alteration: 'fault.token_missing_access_token' }],
  ['unexpected_request', { path: '/elsewhere' }],
  ['vp_request_retrieved', {}],
  ['vp_request_refused', { reason: 'vp_request_not_found' }],
  ['vp_presentation_response_received', { presentation_valid: true, consumed: true }],
  [
    'vp_presentation_response_received',
    { presentation_valid: false, consumed: true, errors: ['vp.negative.rejected'] },
  ],
  ['vp_wallet_error_received', { consumed: true, error: 'access_denied' }],
  ['vp_authorization_code_received', { consumed: true }],
  ['vp_response_replayed', { presented: true }],
  ['vp_redirect_returned', {}],
  ['vp_redirect_followed', {}],
]
const operations = [
  'requestToken',
  'requestCredential',
  'requestNonce',
  'getCredentialOffer',
  'receivePresentation',
  null,
]
const checks = ['vci.dpop.htu', 'vci.token.code_valid', 'vp.kb.nonce', 'vp.response.single_use'] as const

const anything = fc.array(
  fc.record({
    afterSeconds: fc.integer({ min: 0, max: 4000 }),
    event: fc.constantFrom(...later),
    operation: fc.constantFrom(...operations),
    method: fc.constantFrom('GET', 'POST', 'DELETE'),
    origin: fc.constantFrom('wallet', 'user_agent'),
    status: fc.constantFrom(200, 400, 401),
    check: fc.constantFrom(...checks),
    found: fc.constantFrom<FindingStatus>('fail', 'warn', 'pass'),
    /** Events that belong to an exchange of another session. */
    elsewhere: fc.boolean(),
  }),
  { maxLength: 6 },
)
type Late = typeof anything extends fc.Arbitrary<infer Of> ? Of : never

const none = () => {
  throw new Error('No read-back is made here.')
}
const ports = { keyedHash: none, sha256: () => new Uint8Array(32) } as unknown as FoldInput<Session>['ports']

/** Everything that a session's evidence yields. */
function told<Types extends KindTypes>(kind: SessionKind<Types>, evidence: SessionEvidence<Types['session']>) {
  let made: Folded<Types> | null = null
  const view = (folded: Folded<Types>): Types['view'] => {
    made = folded
    return {}
  }
  const observed = (): Types['observed'] => ({})
  const input = { ...evidence, settings: { baseUrl: 'https://capture.example' }, ports }
  projectSession({ ...kind, raw: () => ({}), observed, view }, input)
  if (made === null) throw new Error('Nothing was folded.')
  const { status, outcome, openUntil, summary, cause, nextStep, booleans, events } = made as Folded<Types>
  const results = events.filter(({ type }) => /_result$|_state_changed$|_expired$/.test(type))
  // Only the words for a session that nobody reached take note of who came late.
  const sentence = outcome.sentence.replace('Expired before the wallet came', 'Expired, never reached')
  return { status, outcome: { ...outcome, sentence }, openUntil, summary, cause, nextStep, booleans, results }
}

/** The evidence plus events from this instant on. */
function withLater<Of extends Session>(
  evidence: SessionEvidence<Of>,
  from: EpochMillis,
  late: Late,
): SessionEvidence<Of> {
  const sorted = late.toSorted((a, b) => a.afterSeconds - b.afterSeconds)
  const { sessionId } = evidence.session
  const idOf = (index: number) => exchangeId(`00000000-0000-4000-9000-${String(index).padStart(12, '0')}`)
  const atOf = (seconds: number) => epochMillis(addSeconds(from, seconds) + 1)
  const exchanges = sorted.map(
    (one, index): StoredExchange => ({
      ...issuerExchange(0, one.operation, { status: one.status, answer: { error: 'invalid_request' } }),
      ...{ id: idOf(index), at: atOf(one.afterSeconds), sessionId, method: one.method },
      origin: one.origin as StoredExchange['origin'],
      findings: [
        {
          id: one.check,
          status: one.found,
          expected: null,
          actual: null,
          hint: null,
          error: null,
          rejected: one.found === 'fail',
        },
      ],
    }),
  )
  const events = sorted.map(
    ({ event: [type, detail], afterSeconds, elsewhere }, index): StoredEvent => ({
      ...{ id: idOf(index), sessionId, at: atOf(afterSeconds), type, detail },
      exchangeId: elsewhere ? exchangeId('00000000-0000-4000-a000-000000000000') : idOf(index),
    }),
  )
  return { ...evidence, events: [...evidence.events, ...events], exchanges: [...evidence.exchanges, ...exchanges] }
}

function expectSettled<Types extends KindTypes>(kind: SessionKind<Types>, evidence: SessionEvidence<Types['session']>) {
  const endingOf = (now: EpochMillis): Ending => kind.ending({ ...evidence, now })
  // Final as of now; waiting may change it once more.
  const { at } = endingOf(endingOf(evidence.now).at)
  const before = told(kind, { ...evidence, now: at })
  expect(before).toMatchObject({ outcome: { over: true }, openUntil: null })
  const open = told(kind, { ...evidence, now: epochMillis(at - 1) })
  if (evidence.now < at) expect([open.outcome.over, Date.parse(open.openUntil ?? '') > at - 1]).toEqual([false, true])
  fc.assert(
    fc.property(anything, fc.integer({ min: 0, max: 5000 }), (late, seconds) => {
      expect(told(kind, { ...withLater(evidence, at, late), now: addSeconds(at, seconds) })).toEqual(before)
    }),
    runs(100),
  )
}

const issued: readonly StoredEvent[] = [
  issuerEvent(10, 'token_issued', { expires_in: 600 }),
  issuerEvent(20, 'credential_issued', {}),
]
const flow = [issuerExchange(10, 'requestToken'), issuerExchange(20, 'requestCredential')]
const fault = (name: string) => ({ options: { ...issuerSession().options, fault: name, settle_seconds: 60 } })
const altered = issuerEvent(880, 'answer_altered', { alteration: 'fault.token_missing_access_token' })

describe('an issuance that is over stays what it is', () => {
  it.each<readonly [string, Partial<SessionEvidence>]>([
    ['before any wallet came', {}],
    ['after a credential', { events: issued, exchanges: flow }],
    [
      'with a token that lives longer than the offer',
      {
        events: [issuerEvent(800, 'token_issued', { expires_in: 600 })],
        exchanges: [issuerExchange(800, 'requestToken')],
      },
    ],
    [
      'ended by its tester',
      {
        events: [...issued.slice(0, 1), issuerEvent(30, 'campaign_session_ended', { shown: 'nothing' })],
        exchanges: flow.slice(0, 1),
      },
    ],
    [
      'with a wait that ends after the session',
      {
        session: issuerSession(fault('token_missing_access_token')),
        events: [altered],
        exchanges: [issuerExchange(880, 'requestToken')],
      },
    ],
  ])('%s', (_, change) => {
    const evidence = { session: issuerSession(), events: [], exchanges: [], now: start, ...change }
    expectSettled(issuerKind, evidence as Parameters<typeof issuerKind.ending>[0])
  })

  it('is open until its time ends, also after a credential', () => {
    const evidence = { session: issuerSession(), events: issued, exchanges: flow, now: addSeconds(start, 60) }
    expect(told(issuerKind, evidence)).toMatchObject({
      outcome: { over: false },
      openUntil: toIso(addSeconds(start, 900)),
    })
    expect(issuerKind.ending(evidence).at).toBe(addSeconds(start, 900))
  })
})

const fetchedAt = verifierEvent(5, 'vp_request_retrieved')
const valid = verifierEvent(30, 'vp_presentation_response_received', { presentation_valid: true, consumed: true })
const invalid = verifierEvent(30, 'vp_presentation_response_received', { presentation_valid: false, consumed: true })
const wrong = (negative_test: string, expects = 'refusal') => {
  const session = presentationSession()
  return presentationSession({
    options: { ...session.options, negative_test, expect: expects } as typeof session.options,
  })
}
const created = presentationSession().createdAt

describe('a presentation that is over stays what it is', () => {
  it.each<readonly [string, Partial<SessionEvidence>]>([
    ['before any wallet came', {}],
    ['after a good response', { events: [fetchedAt, valid], exchanges: [answerExchange(30)] }],
    ['after a bad response', { events: [fetchedAt, invalid], exchanges: [answerExchange(30)] }],
    [
      'after an error',
      {
        events: [fetchedAt, verifierEvent(30, 'vp_wallet_error_received', { consumed: true })],
        exchanges: [answerExchange(30)],
      },
    ],
    [
      'after a redirect that nobody followed',
      { events: [fetchedAt, valid, verifierEvent(30, 'vp_redirect_returned')], exchanges: [answerExchange(30)] },
    ],
    [
      'after a redirect',
      {
        events: [
          fetchedAt,
          valid,
          verifierEvent(30, 'vp_redirect_returned'),
          verifierEvent(40, 'vp_redirect_followed'),
        ],
        exchanges: [answerExchange(30), answerExchange(40, 'GET')],
      },
    ],
    [
      'with a wrong request that was refused',
      {
        session: wrong('bad_signature'),
        events: [fetchedAt, verifierEvent(30, 'vp_wallet_error_received', { consumed: true })],
        exchanges: [answerExchange(30)],
      },
    ],
    [
      'with a wrong request and a wait that ends after it',
      { session: wrong('bad_signature'), events: [verifierEvent(590, 'vp_request_retrieved')] },
    ],
    [
      'with an unusual request',
      { session: wrong('redirect_on_response', 'answer'), events: [fetchedAt, valid], exchanges: [answerExchange(30)] },
    ],
  ])('%s', (_, change) => {
    const evidence = { session: presentationSession(), events: [], exchanges: [], now: created, ...change }
    expectSettled(verifierKind, evidence as Parameters<typeof verifierKind.ending>[0])
  })

  it('is over with its response, or open until its time ends where its request is wrong on purpose', () => {
    const base = { events: [fetchedAt, valid], exchanges: [answerExchange(30)], now: addSeconds(created, 31) }
    expect(told(verifierKind, { ...base, session: presentationSession() }).outcome.over).toBe(true)
    expect(told(verifierKind, { ...base, session: wrong('bad_signature') }).outcome.over).toBe(false)
  })

  it('changes by what a person reports of a session that is over', () => {
    const evidence = {
      session: wrong('bad_signature'),
      events: [fetchedAt],
      exchanges: [],
      now: addSeconds(created, 3000),
    }
    expect(told(verifierKind, evidence).outcome.over).toBe(true)
    const reported = {
      ...evidence,
      events: [fetchedAt, verifierEvent(2000, 'vp_refusal_reported', { shown: 'error' })],
    }
    expect(told(verifierKind, reported).status).toBe('request_refused')
    expect(told(verifierKind, evidence).status).not.toBe('request_refused')
  })
})
