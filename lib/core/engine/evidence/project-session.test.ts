import { describe, expect, it } from 'vitest'
import { samplePresentation } from '@/lib/testing/store-samples'
import { issuerKind } from '../../issuer/evidence/issuer-kind'
import type { CheckId } from '../../shared/ports/check-id'
import type { StoredEventType } from '../../shared/ports/event-type'
import type { Finding } from '../../shared/ports/finding'
import type { VerifierKeys } from '../../shared/ports/keys'
import type { PresentationSession } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import { say } from '../../shared/values/wording'
import { claimedProfiles, defineCheck, notObserved, pass } from '../checks/check'
import { bind } from '../checks/evaluate'
import { endingByTime, type SessionEvidence } from '../sessions/session-evidence'
import { event, evidence, exchange, finding, start } from './fixtures/sessions'
import { projectConformance } from './project-conformance'
import { projectSession } from './project-session'
import type { Folded, KindTypes, SessionKind } from './session-kind'

/** A minimal kind of session that is not an issuance. */
interface OtherTypes extends KindTypes {
  readonly session: PresentationSession
  readonly status: 'created' | 'answered'
  readonly observed: { readonly answers: number }
  readonly booleans: { readonly answered: boolean }
  readonly view: Pick<Folded<OtherTypes>, 'status' | 'observed' | 'booleans' | 'summary' | 'raw'> & {
    readonly id: string
    readonly listed: readonly string[]
    readonly told: readonly string[]
    readonly exchanges: readonly string[]
  }
}

/** A check in no catalogue, so that only the kind of session can contribute it. */
const checkOf = <Subject>(id: string, run: (subject: Subject) => ReturnType<typeof pass>, haip = false) =>
  defineCheck<Subject>(id as CheckId, {
    title: 'A rule holds',
    problem: 'A rule is broken',
    clauses: ['RFC6749-3.2'],
    level: 'must',
    profile: haip ? 'haip' : 'base',
    why: 'It matters.',
    hint: 'Keep the rule.',
    run,
  })

/** Event names that no kind of session in the product has. */
const happened = (type: string) => type as StoredEventType

type OtherEvidence = SessionEvidence<PresentationSession>
const shape = checkOf<never>('vci.flow.other_shape', pass)
const strict = checkOf<never>('vci.flow.other_strict', pass, true)
const unasked = checkOf<never>('vci.flow.other_unasked', pass)
const whole = checkOf<OtherEvidence>('vci.flow.other_whole', ({ events }) =>
  events.length > 0 ? pass() : notObserved(say`Nothing happened.`),
)

const otherKind: SessionKind<OtherTypes> = {
  rawRequests: 'requests',
  checks: [shape, strict, unasked, whole],
  sessionChecks: bind([whole], (subject: OtherEvidence) => subject),
  whyImpossible: ({ id }) => (id === unasked.id ? 'This session does not ask.' : null),
  whyUnseen: () => () => 'Nothing came.',
  claims: ({ options }) => claimedProfiles({ haip: options.profile === 'haip', eu: options.trust_framework === 'eu' }),
  nextStep: () => null,
  howToRun: () => ({ begin: 'Scan.', again: 'scan again', test: { do: 'Ask it back.', test: 'ask_back' } }),
  ending: endingByTime,
  uncounted: () => new Set(),
  isFinished: ({ events }) => events.some(({ type }) => type === happened('answered')),
  status: ({ events }) => {
    const changes = events
      .filter(({ type }) => type === happened('answered'))
      .map((cause) => ({ at: cause.at, previousState: 'created' as const, state: 'answered' as const, cause }))
    return { status: changes.at(-1)?.state ?? 'created', changes }
  },
  stand: (status) =>
    status === 'answered' ? { standing: 'done', words: 'Answered' } : { standing: 'running', words: 'Waiting' },
  steps: {
    ofEvents: (events) => events.map((event) => [event]),
    ofExchange: ({ at, id }) => [{ at, type: happened('seen'), detail: {}, exchangeId: id }],
    ofChange: ({ at, state }) => [{ at, type: happened(`now_${state}`), detail: {}, exchangeId: null }],
  },
  observed: ({ exchanges }) => ({ answers: exchanges.length }),
  booleans: (conformance) => ({ answered: conformance.some(({ status }) => status === 'pass') }),
  raw: ({ exchanges }) => ({ last: exchanges.at(-1)?.body ?? null }),
  view: ({ status, observed, booleans, summary, raw, ...folded }, { session }) => ({
    id: session.sessionId,
    status,
    observed,
    booleans,
    summary,
    raw,
    listed: folded.conformance.map(({ id, status }) => `${id} ${status}`),
    told: folded.events.map(({ type }) => type),
    exchanges: folded.exchanges.map(({ id }) => id),
  }),
}

const session = samplePresentation({ createdAt: start, expiresAt: addSeconds(start, 900) })
const foldOf = (
  findings: readonly Finding[],
  profile: PresentationSession['options']['profile'] = 'haip',
  kind = otherKind,
) =>
  projectSession(kind, {
    session: { ...session, options: { ...session.options, profile } },
    events: [event(1, happened('asked')), event(3, happened('answered'))],
    exchanges: [exchange(2, 'requestOther', { findings, body: 'body' })],
    now: addSeconds(start, 60),
    settings: { baseUrl: 'https://issuer.example' },
    ports: {
      keyedHash: () => new Uint8Array(32),
      sha256: () => new Uint8Array(32),
      verifierKeys: noKeys,
      rootCertificate: { pem: '', der: new Uint8Array() },
    },
  })
/** This kind of session signs and decrypts nothing. */
const noKeys: VerifierKeys = {
  get secondSigner(): never {
    throw new Error('Nothing is signed here.')
  },
  get requestSigner(): never {
    throw new Error('Nothing is signed here.')
  },
  get selfSignedSigner(): never {
    throw new Error('Nothing is signed here.')
  },
  signerByCertificate: () => null,
  wrongSigner: async () => null,
  attestationIssuer: () => Promise.reject(new Error('Nothing is signed here.')),
  createResponseKey: () => Promise.reject(new Error('No key is made here.')),
  openResponseKey: async () => null,
}
const good = [finding(shape.id, 'pass'), finding(strict.id, 'fail')]

describe('a session of another kind', () => {
  it('is folded and shown with the functions of its kind', () => {
    expect(foldOf(good)).toMatchObject({
      id: session.sessionId,
      status: 'answered',
      observed: { answers: 1 },
      booleans: { answered: true },
      raw: { last: 'body' },
      told: ['asked', 'seen', 'answered', 'now_answered'],
      exchanges: ['00000000-0000-4000-8000-000000000002'],
    })
  })

  it('lists its own checks, seen or not, and none of an issuance', () => {
    expect(foldOf([...good, finding('vci.token.grant_type', 'fail')]).listed).toEqual([
      'vci.flow.other_shape pass',
      'vci.flow.other_strict fail',
      'vci.flow.other_unasked not_applicable',
      'vci.flow.other_whole pass',
    ])
  })

  it('is held to profile haip only where it claims it', () => {
    expect(foldOf(good).summary.by_profile.haip).toMatchObject({ fail: 1, verdict: 'fail' })
    expect(foldOf(good, 'openid4vp').summary.by_profile.haip).toMatchObject({
      fail: 0,
      warn: 1,
      verdict: 'incomplete',
    })
  })

  it('has no verdict before it came to what it was made for', () => {
    expect(foldOf([finding(shape.id, 'pass')]).summary.verdict).toBe('pass')
    const unfinished = { ...otherKind, isFinished: () => false }
    expect(foldOf([finding(shape.id, 'pass')], 'haip', unfinished).summary.verdict).toBe('incomplete')
  })
})

describe('an issuance', () => {
  it('lists no check of another kind, though an exchange of it has such a finding', () => {
    const listed = projectConformance(issuerKind, evidence([exchange(1, 'requestToken', { findings: good })])).entries
    expect(listed.map(({ id }) => id)).toEqual(
      issuerKind.checks.filter(({ profile }) => profile !== 'eu').map(({ id }) => id),
    )
  })
})
