import { alwaysJudged, type ExamplesById, neverViolated } from '../../engine/checks/examples'
import { answeredRequest, type UnmatchedReading } from '../../engine/endpoints/unmatched-reading'
import { event, evidence } from '../../engine/evidence/fixtures/sessions'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { OneTimeValue, StoredEvent } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import type { DeferredReading, TransactionReading } from '../read/deferred/deferred-request'
import type { Transaction } from '../read/deferred/transaction'
import type { AccessTokenReading } from '../read/oauth/read-access-token'
import { bodyOf, goodCredentialReading } from './credential.examples'
import { encryptionExamples } from './encryption.examples'
import { post } from './fixtures/exchange'

const { accessToken, dpop, now, requiredEncryption } = goodCredentialReading
const value: OneTimeValue = {
  kind: 'transaction_id',
  digest: 'a',
  issuerId: 'lab:x',
  sessionId: null,
  exchangeId: null,
  parent: 'code',
  expiresAt: addSeconds(now, 60),
  consumedAt: null,
  revokedAt: null,
  data: {},
}
const history = (waited: number, change: Partial<Transaction> = {}): Transaction => ({
  digest: 'a',
  state: 'pending',
  polls: 0,
  waits: { since: addSeconds(now, -waited), seconds: 5 },
  ...change,
})
const alive = (waited: number, change: Partial<Transaction> = {}): TransactionReading => ({
  state: 'alive',
  value,
  history: history(waited, change),
})

const raw = (text: string, change: Partial<DeferredReading> = {}, mediaType = 'application/json'): DeferredReading => {
  const body = bodyOf(post(text, mediaType))
  return {
    now,
    session: null,
    accessToken,
    dpop,
    body,
    transactionId: body.request?.transaction_id,
    transaction: alive(5),
    unitStatus: null,
    proofs: { holderKeys: [] },
    requiredEncryption,
    responseEncryption: null,
    earlierResponseKeys: [],
    ...change,
  }
}
const body = (members: object, change: Partial<DeferredReading> = {}) => raw(JSON.stringify(members), change)
const good = body({ transaction_id: 'x' })
const named = (transaction: TransactionReading) => body({ transaction_id: 'x' }, { transaction })
const access = (change: Partial<AccessTokenReading>): DeferredReading => ({
  ...good,
  accessToken: { ...accessToken, ...change },
})
/** Requests for an encrypted response, themselves encrypted or not. */
const [encrypted] = encryptionExamples['vci.encryption.request_when_response']?.pass ?? []
const [plain] = encryptionExamples['vci.encryption.request_when_response']?.violated ?? []
const asking = (request: typeof encrypted): DeferredReading[] =>
  request === undefined ? [] : [{ ...good, body: request.body, responseEncryption: request.responseEncryption }]

export const deferredExamples: ExamplesById<DeferredReading> = {
  'vci.deferred.wellformed': {
    pass: [good, body({ transaction_id: '', more: 1 })],
    violated: [
      body({ transaction_id: 7 }),
      body({ transaction_id: ['x'] }),
      body({}),
      raw('[]'),
      raw(''),
      raw('not json'),
      raw('transaction_id=x'),
      raw(`${'['.repeat(50)}${']'.repeat(50)}`),
      raw(`[${'0,'.repeat(10_001)}0]`),
      raw('{"transaction_id":"x","transaction_id":"y"}'),
      raw('{"transaction_id":"x"}', {}, 'text/plain'),
    ],
    notApplicable: [raw('{}', {}, 'application/jwt')],
  },
  'vci.deferred.token_valid': {
    pass: [good],
    violated: [
      access({ state: 'absent' }),
      access({ state: 'expired' }),
      ...(['malformed', 'bad_signature', 'unknown', 'other_issuer', 'revoked'] as const).map((state) =>
        access({ state }),
      ),
      access({ inQuery: true }),
      access({ inBody: true }),
      access({ headerCount: 2 }),
    ],
    notApplicable: alwaysJudged,
  },
  'vci.deferred.transaction_known': {
    pass: [good],
    violated: [
      named({ state: 'unknown' }),
      named({ state: 'other_issuer' }),
      named({ state: 'other_grant' }),
      named({ state: 'used', value, history: history(5) }),
      named({ state: 'used', value, history: history(5), endLost: true }),
    ],
    notApplicable: [named({ state: 'absent' })],
  },
  'vci.deferred.interval': {
    pass: [named(alive(5)), named(alive(4)), named(alive(3600))],
    violated: [named(alive(3.9)), named(alive(0))],
    notApplicable: [
      named({ state: 'unknown' }),
      named(alive(0, { waits: { since: now, seconds: null } })),
      named(alive(0, { state: 'denied' })),
      named({ state: 'used', value, history: history(0) }),
    ],
  },
  'vci.deferred.request_encrypted': { pass: asking(encrypted), violated: asking(plain), notApplicable: [good] },
}

const wrongMethod = (operation: string): UnmatchedReading => ({
  ...answeredRequest(operation, 'POST'),
  method: 'GET',
  answered: false,
})

export const deferredAddressExamples: ExamplesById<UnmatchedReading> = {
  'vci.deferred.method_post': {
    pass: [answeredRequest('requestDeferredCredential', 'POST')],
    violated: [wrongMethod('requestDeferredCredential')],
    notApplicable: [answeredRequest('requestCredential', 'POST'), wrongMethod('requestCredential')],
  },
}

const deferred = event(1, 'credential_deferred', { transaction: 'a' })
const polled = (second: number, result: string, transaction = 'a') =>
  event(second, 'deferred_polled', { result, transaction })
/** A poll by a wallet that may have missed the previous response. */
const afterLost = (second: number, result: string) =>
  event(second, 'deferred_polled', { result, transaction: 'a', after_lost_response: true })
const session = (...events: readonly StoredEvent[]) => evidence([], { events })

const toldToWait = (second: number, interval: number) =>
  event(second, 'credential_deferred', { transaction: 'a', interval })
const pendingFor = (second: number, interval: number) =>
  event(second, 'deferred_polled', { result: 'pending', transaction: 'a', interval })
const tokens = [
  event(1, 'token_issued', { expires_in: 10 }),
  event(1, 'refresh_token_issued', { expires_in: 60 }),
] as const
/** An expired session. */
const over = (...events: readonly StoredEvent[]) => evidence([], { events, readAfter: 7200 })
const refreshable = (...events: readonly StoredEvent[]) => over(...tokens, ...events)

export const deferredSessionExamples: ExamplesById<IssuanceEvidence> = {
  'vci.deferred.stops': {
    pass: [
      session(deferred, polled(2, 'pending'), polled(3, 'denied')),
      session(deferred, polled(2, 'issued'), polled(3, 'pending', 'b')),
      session(deferred, polled(2, 'issued'), afterLost(3, 'refused')),
      session(deferred, polled(2, 'denied'), afterLost(3, 'denied')),
    ],
    violated: [
      session(deferred, polled(2, 'denied'), polled(3, 'denied')),
      session(deferred, polled(2, 'issued'), polled(3, 'refused')),
      session(deferred, polled(2, 'issued'), afterLost(3, 'refused'), polled(4, 'refused')),
      session(deferred, polled(2, 'denied'), afterLost(3, 'denied'), polled(4, 'denied')),
    ],
    notApplicable: [evidence([]), session(deferred), session(deferred, polled(2, 'pending'), polled(3, 'lost'))],
  },
  'vci.deferred.refreshes': {
    pass: [
      refreshable(toldToWait(2, 15), event(17, 'token_refreshed'), polled(18, 'issued')),
      refreshable(toldToWait(2, 1), pendingFor(3, 15), event(17, 'token_refreshed')),
    ],
    violated: [
      refreshable(toldToWait(2, 15)),
      refreshable(toldToWait(2, 15), polled(17, 'refused')),
      refreshable(toldToWait(2, 1), pendingFor(3, 15)),
    ],
    notApplicable: [
      evidence([]),
      refreshable(),
      // The token outlives the wait.
      refreshable(toldToWait(2, 5)),
      refreshable(toldToWait(2, 15), polled(17, 'denied')),
      refreshable(event(2, 'token_refreshed'), toldToWait(3, 1)),
      // There is no refresh token, or it expired too.
      over(event(1, 'token_issued', { expires_in: 10 }), toldToWait(2, 15)),
      refreshable(toldToWait(2, 70)),
      evidence([], { events: [...tokens, toldToWait(2, 15)] }),
    ],
  },
  'vci.deferred.comes_back': {
    pass: [session(deferred, polled(2, 'pending'), polled(3, 'issued'))],
    violated: neverViolated,
    notApplicable: [evidence([]), session(deferred), session(deferred, polled(2, 'denied'))],
  },
}
