import { notApplicable } from '../../engine/checks/check'
import { bind } from '../../engine/checks/evaluate'
import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import type { Decision, DeviatingReply } from '../../engine/endpoints/endpoint'
import { carriedValues, digestRow, randomValue } from '../../engine/endpoints/one-time'
import { failedChecks, type Refusal, refusalOf } from '../../engine/endpoints/refusal'
import { answeredRequest } from '../../engine/endpoints/unmatched-reading'
import { madeToken } from '../../engine/redaction/tokens/made-token'
import { readTokens } from '../../engine/redaction/tokens/read-token'
import { loadSession } from '../../engine/sessions/load-session'
import type { IssuedCredential } from '../../shared/formats/credential-format'
import { headerValue } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { digestOf } from '../../shared/ports/digests'
import { invariant } from '../../shared/ports/errors'
import type { JudgedFinding } from '../../shared/ports/finding'
import type { IssuanceSession, OneTimeValue } from '../../shared/ports/store-types'
import type { JsonObject } from '../../shared/values/json'
import { quoteStart, say } from '../../shared/values/wording'
import {
  deferredBodyChecks,
  deferredEncryption,
  deferredTokenChecks,
  deferredTransactionChecks,
} from '../checks/deferred'
import { dpopProofChecks, dpopSchemeChecks } from '../checks/dpop'
import { requestEncryptionChecks, responseParameterChecks } from '../checks/encryption'
import { keyStorageStatus } from '../checks/key-attestation/unit-status'
import { deferredAddressChecks } from '../checks/metadata'
import { unitOfToken } from '../checks/wallet-attestation/unit-status'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { deviationName, deviationOf } from '../deviations'
import { type DeferredReading, readDeferredRequest } from '../read/deferred/deferred-request'
import { deferredRequest, nextResult, type PollResult } from '../read/deferred/transaction'
import { encryptionFacts } from '../read/encryption/encrypted-body'
import { appliedMutations } from './applied-mutations'
import { bodyRead, issueTo } from './credential'
import { answerCredentials, nonceHeaders } from './credential-answer'
import { onlyDecision, openSeconds } from './defer-credentials'
import { judgedByIssuer, withPlannedRefusal } from './issuer-endpoint'
import { dpopEffects, refuseProtected } from './oauth/dpop'
import { hasStatusesLeft, noStatusLeft } from './status-lists'
import { unitChecks } from './unit-checks'
import { unitStatusEvents } from './wallet-unit-evidence'

/** In order of refusal: token and DPoP proof, body, transaction, encryption. */
const checks = [
  ...bind(deferredAddressChecks, (_reading: DeferredReading) => answeredRequest('requestDeferredCredential', 'POST')),
  ...bind(dpopSchemeChecks, (reading: DeferredReading) => reading.dpop),
  ...bind(deferredTokenChecks, (reading: DeferredReading) => reading),
  ...bind(dpopProofChecks, (reading: DeferredReading) => reading.dpop),
  ...bind([unitOfToken], (reading: DeferredReading) => reading.unitStatus),
  ...bind(requestEncryptionChecks, (reading: DeferredReading) => reading),
  ...bind(deferredBodyChecks, (reading: DeferredReading) => reading),
  ...bind([deferredEncryption.request_encrypted], (reading: DeferredReading) => reading),
  ...bind(responseParameterChecks, (reading: DeferredReading) => reading),
  ...bind(deferredTransactionChecks, (reading: DeferredReading) => reading),
  ...bind([keyStorageStatus.status_valid], (reading: DeferredReading) => reading.unitStatus),
]

/** The same checks for a `null` reading, when the issuer defers nothing. */
const checksOrNone = checks.map(({ check, run }) => ({
  check,
  run: (reading: DeferredReading | null) =>
    reading === null ? notApplicable(say`The issuer defers nothing.`) : run(reading),
}))

const checksFor = unitChecks(checksOrNone, {})

/**
 * `POST /lab/{labId}/deferred`: the wallet polls for a deferred credential. Encryption of the response depends on this
 * request only. Issuing uses up the `transaction_id`.
 * @see OID4VCI-1FINAL-9
 */
export const deferredEndpoint = judgedByIssuer<DeferredReading | null>({
  read: async (context) => (context.issuer.options.deferred === null ? null : readDeferredRequest(context)),
  members: (reading) => reading?.body.request ?? null,
  checks: (reading) => (reading === null ? [] : checksFor(true, reading.unitStatus)),
  session: (reading) => reading?.session ?? null,
  decide: async (reading, findings, context) => {
    if (reading === null) return nothingDeferred(context)
    const refusal = refusalOf(findings, checksOrNone)
    if (refusal) return refuse(reading, findings, refusal, context)
    return withPlannedRefusal(
      await respond(reading, findings, context),
      { at: 'requestDeferredCredential', sessionId: sessionOf(reading, context) },
      context,
      (planned) => refuse(reading, findings, planned, context),
    )
  },
})

const nothingDeferred = ({ issuer }: IssuerContext): Decision => ({
  reply: jsonReply(404, {
    error: 'not_found',
    error_description: 'This issuer defers nothing: its metadata names no deferred_credential_endpoint.',
  }),
  sessionId: issuer.session?.sessionId ?? null,
  events: [],
  effects: [],
})

/** Applies the tester's decision; without one, a request that is not too early gets its credentials. */
async function respond(
  reading: DeferredReading,
  findings: readonly JudgedFinding[],
  context: IssuerContext,
): Promise<Decision> {
  const { transaction } = reading
  const { deferred } = context.issuer.options
  invariant(
    transaction.state === 'alive' && deferred !== null,
    'A deferred request that no check refuses names a live transaction of an issuer that defers.',
  )
  const { digest, state } = transaction.history
  const result = nextResult(transaction.history, deferred)
  if (result === 'pending') return tellToWait(transaction.value, deferred, { reading, findings, context })
  const told =
    result === 'issued'
      ? await issueNow(transaction.value, reading, findings, context)
      : refuse(reading, findings, result === 'denied' ? denied : lost, context, result)
  if (state !== 'pending') return told
  const decision = onlyDecision({ transaction: digest, sessionId: told.sessionId }, context)
  return { ...told, effects: [...told.effects, decision] }
}

/** Refusal by the issuer's own choice, without a check. OID4VCI-1FINAL-9.3 */
const denied: Refusal = {
  checkId: 'vci.deferred.stops',
  error: 'credential_request_denied',
  description: 'The issuer will not issue this credential: send no further request with this transaction_id.',
}
const lost: Refusal = {
  checkId: 'vci.deferred.transaction_known',
  error: 'invalid_transaction_id',
  description: 'The issuer has lost this transaction_id: start again with a new credential request.',
}

async function issueNow(
  value: OneTimeValue,
  reading: DeferredReading,
  findings: readonly JudgedFinding[],
  context: IssuerContext,
): Promise<Decision> {
  const asked = { ...reading, ...deferredRequest(value) }
  if (!(await hasStatusesLeft(context, asked.keys.length)))
    return refuse(reading, findings, { ...denied, ...noStatusLeft }, context, 'denied')
  const {
    issued = [],
    effects = [],
    ...given
  } = await issueTo(asked, [...polled('issued', reading), ...unitStatusEvents(reading.unitStatus)], context)
  return {
    ...given,
    ...common(reading, context, issued),
    effects: [
      { type: 'consume', kind: 'transaction_id', digest: value.digest },
      ...effects,
      ...proofEffects(reading, findings, context),
    ],
  }
}

/** Repeats the `transaction_id`. OID4VCI-1FINAL-9.2 */
async function tellToWait(
  value: OneTimeValue,
  { interval }: { readonly interval: number },
  {
    reading,
    findings,
    context,
  }: {
    readonly reading: DeferredReading
    readonly findings: readonly JudgedFinding[]
    readonly context: IssuerContext
  },
): Promise<Decision> {
  const members = { transaction_id: String(reading.transactionId), interval }
  const more = { interval, open_seconds: openSeconds(interval, context) }
  const effects = proofEffects(reading, findings, context)
  const session = await loadSession('issuance', value.sessionId ?? '', context.ports)
  const applied = appliedMutations(session, 'credential_response', members)
  return {
    ...common(reading, context),
    reply: await answerCredentials(202, members, reading, context),
    ...(await wrongAnswer(members, { session, applied, value, more, effects }, reading, context)),
    events: [...polled('pending', reading, more), ...unitStatusEvents(reading.unitStatus), ...applied.events],
    effects,
  }
}

/** The deviating response; empty if the session's deviation is elsewhere. */
async function wrongAnswer(
  members: JsonObject,
  {
    session,
    applied,
    value,
    more,
    effects,
  }: {
    readonly session: IssuanceSession | null
    readonly applied: ReturnType<typeof appliedMutations>
    readonly value: OneTimeValue
    readonly more: JsonObject
    readonly effects: readonly DecidedEffect[]
  },
  reading: DeferredReading,
  context: IssuerContext,
): Promise<Pick<Decision, 'deviating'>> {
  const { ports } = context
  const deviation = session && deviationOf(session)
  if (!deviation) return {}
  const { deferral, pending, otherTransaction } = deviation.changes
  const deviating = async (answer: JsonObject, rest: Pick<DeviatingReply, 'events' | 'effects'>) => ({
    deviating: {
      deviation: deviationName(deviation),
      reply: await answerCredentials(202, answer, reading, context),
      ...rest,
    },
  })
  const wrong = applied.sent ?? deferral?.(members) ?? members
  if (wrong !== members)
    return deviating(wrong, { events: [...polled('pending', reading, { ...more, interval: null }), ...applied.events] })
  if (pending) return deviating(pending(members), {})
  if (!otherTransaction) return {}
  const other = randomValue(context)
  const row = digestRow(context, {
    kind: 'transaction_id',
    digest: digestOf(other, ports.sha256),
    sessionId: value.sessionId,
    expiresAt: value.expiresAt,
    data: { same_as: value.digest },
  })
  return deviating(
    { ...members, transaction_id: other },
    { effects: [...effects, { type: 'grant', secret: other, value: row }] },
  )
}

function refuse(
  reading: DeferredReading,
  findings: readonly JudgedFinding[],
  refusal: Refusal,
  context: IssuerContext,
  result: PollResult = 'refused',
): Decision {
  const { accessToken, dpop } = reading
  const nonce = nonceHeaders(reading, context)
  const { reply, status } = refuseProtected({ refusal, baseUrl: context.settings.baseUrl, accessToken, dpop, nonce })
  const jti = dpop.proof?.claims.jti
  const challenged: EventDraft = {
    type: 'dpop_nonce_challenged',
    detail: { endpoint: 'deferred', jti: typeof jti === 'string' ? quoteStart(jti, 200) : null },
  }
  const carried = carriedValues({
    access_token: accessToken.value ?? undefined,
    transaction: 'history' in reading.transaction ? reading.transaction.history : undefined,
  })
  const more = { status, error: refusal.error, failed_checks: failedChecks(findings), dpop_nonce: 'off', ...carried }
  return {
    ...common(reading, context),
    reply,
    events: [
      ...polled(result, reading, more),
      ...unitStatusEvents(reading.unitStatus),
      ...(refusal.error === 'use_dpop_nonce' ? [challenged] : []),
    ],
    effects: proofEffects(reading, findings, context),
  }
}

/** The event of every deferred credential request. */
const polled = (result: PollResult, reading: DeferredReading, more: JsonObject = {}): EventDraft[] => {
  const { transaction, body, dpop, responseEncryption } = reading
  return [
    {
      type: 'deferred_polled',
      detail: {
        transaction: 'history' in transaction ? transaction.history.digest : null,
        result,
        ...('endLost' in transaction ? { after_lost_response: true } : {}),
        body_bytes: body.bytes,
        encryption: encryptionFacts(body.encrypted, responseEncryption),
        jkt: dpop.proof?.signature === 'valid' ? dpop.proof.thumbprint : null,
        dpop_nonce: dpop.policy === 'off' ? 'off' : 'offered',
        ...more,
      },
    },
  ]
}

const sessionOf = ({ accessToken }: DeferredReading, { issuer }: IssuerContext) =>
  accessToken.value?.sessionId ?? issuer.session?.sessionId ?? null

/** Shared by all decisions on deferred requests. */
function common(
  reading: DeferredReading,
  context: IssuerContext,
  issued: readonly IssuedCredential[] = [],
): Pick<Decision, 'sessionId' | 'tokens' | 'decryptedBody' | 'bodyJson'> {
  const { accessToken, body, dpop } = reading
  return {
    ...bodyRead(reading),
    sessionId: sessionOf(reading, context),
    tokens: readTokens([
      [accessToken.token, accessToken.jwt],
      [headerValue(context.exchange, 'dpop'), dpop.proof, [dpop.proof?.header.jwk, dpop.proof?.thumbprint]],
      [body.encrypted?.jwe?.value, body.encrypted?.jwe],
      ...issued.flatMap(({ text, made }) => (made === null ? [] : [madeToken({ token: text, ...made })])),
    ]),
  }
}

const proofEffects = (
  reading: DeferredReading,
  findings: readonly JudgedFinding[],
  context: IssuerContext,
): DecidedEffect[] =>
  dpopEffects({
    reading: reading.dpop,
    findings,
    issuerId: context.issuer.id,
    exchangeId: context.exchange.id,
    sessionId: sessionOf(reading, context),
  })
