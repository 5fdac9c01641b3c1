import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import { digestRow } from '../../engine/endpoints/one-time'
import { type Refusal, refusingChecks } from '../../engine/endpoints/refusal'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { minimisationOf } from '../../shared/dcql/dcql-reading'
import { holderKeyOf, type PresentationReading } from '../../shared/formats/reading-of-presentation'
import {
  type IssuerMetadataFetch,
  isOwnError,
} from '../../shared/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import { digestOf, fingerprintOf } from '../../shared/ports/digests'
import { type JudgedFinding, subjectKey } from '../../shared/ports/finding'
import type { SessionId } from '../../shared/ports/ids'
import type { OneTimeKind, OneTimeValue } from '../../shared/ports/store-types'
import { groupBy } from '../../shared/values/collections'
import type { JsonObject } from '../../shared/values/json'
import { quoteStart, say, type ToldObject, type Wording, word } from '../../shared/values/wording'
import { secondsAfter } from '../history/verifier-history'
import { requiresNothing, sealedForTester } from '../judgements/subjects'
import type { AnnexCReading } from '../read/annex-c/annex-c-reading'
import type { StatusListFetch } from '../read/look-up-statuses'
import { correlators, paymentDigest } from '../read/response/read-response'
import { ephemeralKeyDigest } from '../read/response/read-response-jwe'
import { isCode, type PresentedReading, type ResponseReading } from '../read/response/response-reading'
import { factorsOf, scaEntriesOf } from '../read/transaction/sca'
import { describeDeviceProof, disclosedPaths, transactionComparison } from './presented-details'

/** Refusal of a response: by a check, or by a service limit without one. */
export type AnswerRefusal = Omit<Refusal, 'checkId'> & { readonly checkId: Refusal['checkId'] | null }

interface Answer {
  readonly reading: ResponseReading
  readonly findings: readonly JudgedFinding[]
  readonly refusal: AnswerRefusal | null
  /** Whether the response ends the session. */
  readonly consumed: boolean
}

/** Events of a response: facts only, no claim values, no tokens. */
export function answerEvents(answer: Answer, context: Pick<RequestContext, 'ports'>): EventDraft[] {
  const { reading, refusal, consumed } = answer
  const { gate, history, jwe } = reading
  if (gate === 'response_already_received') {
    const since = history.consumedAt === null ? null : secondsAfter(history.consumedAt, reading.now)
    const presented = reading.presentsLate ? { presented: true } : {}
    return [
      { type: 'vp_response_replayed', detail: { attempt: history.attempts + 1, since_seconds: since, ...presented } },
    ]
  }
  if (gate !== null) return [{ type: 'vp_response_refused', detail: { reason: word(gate) } }]
  const attempt = history.attempts + 1
  const decrypted =
    reading.annexC === undefined ? (jwe === null ? [] : [decryption(reading)]) : hpkeDecryption(reading.annexC)
  const others = [jwe?.otherSession ?? null, reading.state.otherSession].filter((id) => id !== null)
  const elsewhere = [...new Set(others)].map(sentElsewhere)
  const code: EventDraft[] = hasCode(reading)
    ? [
        {
          type: 'vp_authorization_code_received',
          detail: {
            attempt,
            consumed: consumed && refusal === null,
            result: resultOf(refusal),
            code: hidden(reading.parameters.code),
          },
        },
      ]
    : []
  if (reading.kind === 'code' && refusal === null) return [...decrypted, ...code]
  const error = reading.kind === 'error' ? [walletError(answer, attempt)] : []
  if (reading.kind === 'error' && !reading.vpToken.present) return [...decrypted, ...error, ...elsewhere]
  const bySubject = groupBy(answer.findings, ({ subject }) => subjectKey(subject))
  return [
    ...error,
    ...code,
    received(answer, attempt),
    ...decrypted,
    ...reading.issuerMetadata.flatMap(({ fetches }) => fetches.map(fetched)),
    ...reading.statusLists.map(listFetched),
    ...reading.presentations.map((presented) =>
      found(presented, { own: bySubject.get(subjectKey(presented)) ?? [], answer: reading, refusal }, context),
    ),
    ...(refusal === null ? [] : [rejected(answer)]),
    ...elsewhere,
  ]
}

/** Whether the response has a requested code; any other parameter of that name does not count. */
const hasCode = ({ request, parameters }: ResponseReading): boolean =>
  request.responseType === 'code' && isCode(parameters.code)

/** Records only the length of a code, in event and body. */
const hidden = (code: unknown): JsonObject => ({
  redacted: true,
  present: true,
  length: typeof code === 'string' ? code.length : null,
  type: 'string',
})

/** Recorded in the session whose key encrypted the response, or whose state it has, so that its tester does not wait in vain. */
const sentElsewhere = (sessionId: SessionId): EventDraft => ({
  type: 'vp_response_sent_to_another_session',
  detail: { sent_to_session: word('another_session') },
  sessionId,
})

const rejected = ({ findings }: Answer): EventDraft => ({
  type: 'vp_presentation_rejected',
  detail: { failed_checks: refusingChecks(findings).map(word) },
})

const received = ({ reading, findings, refusal, consumed }: Answer, attempt: number): EventDraft => ({
  type: 'vp_presentation_response_received',
  detail: {
    attempt,
    consumed,
    vp_token_observed: reading.vpToken.present,
    encrypted: reading.jwe !== null || reading.annexC !== undefined,
    ...(reading.trust.registeredOnly ? { registered_only: true } : {}),
    members: reading.transport.members.slice(0, 32).map((name) => quoteStart(name, 64)),
    presentation_valid: refusal === null ? isVerified(reading) : false,
    ...(reading.jwe?.forTester ? { cannot_be_decrypted: true } : {}),
    error: refusal === null ? null : word(refusal.error),
    errors: refusingChecks(findings).map(word),
  },
})

/**
 * True if something was verified, or rightly nothing presented; `null` if all presentations have unsupported formats,
 * an issuer's key could not be fetched in time, or the response is for a key that only its tester has.
 */
const isVerified = ({ presentations, unread, ...reading }: ResponseReading): boolean | null =>
  reading.jwe?.forTester || presentations.some(({ reading }) => lacksKey(reading))
    ? null
    : presentations.length > 0
      ? true
      : unread.length > 0
        ? null
        : requiresNothing(reading)

/** True if the issuer's signature could not be checked for a reason outside the wallet. */
const lacksKey = (reading: PresentationReading): boolean =>
  reading.format === 'dc+sd-jwt' &&
  !reading.issuerKey.resolved &&
  reading.issuerKey.reason === 'metadata_unusable' &&
  isOwnError(reading.issuerKey.error)

function decryption({ jwe, parameters }: ResponseReading): EventDraft {
  const header = jwe?.header ?? {}
  if (jwe?.openedWith !== 'session') {
    const reason =
      jwe?.compactError ??
      jwe?.headerError ??
      (jwe?.forTester ? sealedForTester : say`No key of this session opens it.`)
    return {
      type: 'vp_response_decryption_failed',
      // Whose key it is would be an id that this session's tester has not.
      detail: { reason, encrypted_to_session: jwe?.otherSession == null ? null : word('another_session') },
    }
  }
  return {
    type: 'vp_response_decrypted',
    detail: {
      alg: textOf(header.alg),
      enc: textOf(header.enc),
      kid_matches: header.kid === jwe.offered?.kid,
      payload_members: parameters.names.slice(0, 32).map((name) => quoteStart(name, 64)),
    },
  }
}

/** Event details of an ISO/IEC 18013-7 decryption; empty if there was nothing to decrypt. */
function hpkeDecryption({ opened, ciphertextBytes, variant }: AnnexCReading): EventDraft[] {
  if (opened)
    return [
      {
        type: 'vp_response_decrypted',
        detail: { alg: word('HPKE'), enc: word('A128GCM'), kid_matches: null, payload_members: [] },
      },
    ]
  if (ciphertextBytes === null) return []
  const reason =
    variant === null ? say`The key of this request does not open it.` : say`It opens only with ${word(variant)}.`
  return [{ type: 'vp_response_decryption_failed', detail: { reason, encrypted_to_session: null } }]
}

const textOf = (value: unknown): Wording | null => (typeof value === 'string' ? quoteStart(value, 64) : null)

/** A fetch from another host and its result, without content. */
const fetched = ({ document, url, status, remembered, error }: IssuerMetadataFetch): EventDraft => ({
  type: 'vp_issuer_metadata_fetched',
  detail: { document, url, status, outcome: word(error ?? 'used'), remembered },
})

/** A status list that was read, and the result; our own need no request. */
const listFetched = ({ uri, own, status, error }: StatusListFetch): EventDraft => ({
  type: 'vp_status_list_fetched',
  detail: { url: quoteStart(uri, 1024), own, status, outcome: word(error ?? 'used') },
})

/** A refused error is not the wallet's answer; what came with it counts. */
function walletError({ reading, refusal, consumed }: Answer, attempt: number): EventDraft {
  const { walletError: error } = reading
  return {
    type: 'vp_wallet_error_received',
    detail: {
      attempt,
      consumed: consumed && refusal === null,
      result: resultOf(refusal),
      error: quoteStart(error?.code, 200) ?? null,
      error_description: quoteStart(error?.description, 2000) ?? null,
      error_uri: quoteStart(error?.uri, 2000) ?? null,
      encrypted: error?.encrypted ?? false,
    },
  }
}

/** What 200 means if there is nothing to verify, for an error or code event. OID4VP-1FINAL-8.2 */
const resultOf = (refusal: AnswerRefusal | null) => word(refusal === null ? 'received' : 'refused')

/** Findings on one presentation, by question. */
function found(
  presented: PresentedReading,
  {
    own,
    answer,
    refusal,
  }: {
    readonly own: readonly JudgedFinding[]
    readonly answer: ResponseReading
    readonly refusal: AnswerRefusal | null
  },
  { ports }: Pick<RequestContext, 'ports'>,
): EventDraft {
  const { queryId, index, reading, match } = presented
  const { issuedTo, request } = answer
  const transactions = transactionComparison(presented, request, ports.digest)
  const passed = (id: string) => own.some((finding) => finding.id === id && finding.status === 'pass')
  // A MAC that the request does not allow is only a warning and still proves possession.
  const proved = (id: string) => own.some((finding) => finding.id === id && ['pass', 'warn'].includes(finding.status))
  const signatureValid = passed(reading.format === 'dc+sd-jwt' ? 'vp.sdjwt.signature' : 'vp.mdoc.issuer_signature')
  const bound =
    reading.format === 'dc+sd-jwt'
      ? passed('vp.kb.signature') && passed('vp.kb.nonce') && passed('vp.kb.aud') && passed('vp.kb.sd_hash')
      : proved('vp.mdoc.device_signature') || proved('vp.mdoc.device_mac')
  const holderKey = holderKeyOf(reading)
  const thumbprint = holderKey === null ? null : fingerprintOf(holderKey, ports)
  const detail: ToldObject = {
    query_id: quoteStart(queryId, 64),
    index,
    format: word(reading.format),
    read: true,
    signature_valid: lacksKey(reading) ? null : signatureValid,
    // Without an issuer's signature the key belongs to nobody.
    holder_binding_verified: bound && !signatureValid && !lacksKey(reading) ? null : bound,
    issuer_trusted: issuerTrustedOf(reading),
    disclosed: minimisationOf(match)?.disclosed.length ?? null,
    ...disclosedPaths(presented),
    holder_thumbprint: thumbprint,
    ...(issuedTo === null || thumbprint === null ? {} : { issued_before: issuedTo.includes(thumbprint) }),
    ...(transactions === null ? {} : { transaction_data: transactions }),
    ...(scaEntriesOf(presented, request).length === 0 ? {} : { factors: categoriesOf(reading) }),
    ...(reading.format === 'mso_mdoc' ? { device_proof: describeDeviceProof(reading, ports) } : {}),
  }
  const verified = refusal === null && !lacksKey(reading)
  return { type: verified ? 'vp_presentation_verified' : 'vp_presentation_examined', detail }
}

/** Categories of the factors that a proof names; none if it names them wrongly. TS12-3.6 */
const categoriesOf = (reading: PresentationReading): Wording[] =>
  reading.format === 'dc+sd-jwt' && reading.kbJwt.present
    ? [...new Set((factorsOf(reading.kbJwt.payment.amr) ?? []).map(({ category }) => category))].map((one) => word(one))
    : []

/** An issuer-signed part, and whether its certificate is trusted. */
interface Signed {
  readonly issuerTrusted: boolean | null
  readonly issuerSignature: { readonly result: string }
}

/** Whether all issuers in a presentation are trusted; `null` if there is none to judge, or none that signed it. */
function issuerTrustedOf(reading: PresentationReading): boolean | null {
  const ofSigned = ({ issuerTrusted, issuerSignature }: Signed): boolean | null =>
    issuerTrusted === true && issuerSignature.result !== 'valid' ? null : issuerTrusted
  if (reading.format === 'dc+sd-jwt') return ofSigned(reading)
  const verdicts = reading.documents.map(ofSigned)
  if (verdicts.includes(false)) return false
  return verdicts.length > 0 && verdicts.every((trusted) => trusted === true) ? true : null
}

/** Effects of a response: ends the session once, and remembers what it showed. */
export function answerEffects(
  { reading, consumed }: Pick<Answer, 'reading' | 'consumed'>,
  context: RequestContext,
): DecidedEffect[] {
  if (reading.gate !== null) return []
  const { session, jwe, presentations } = reading
  const row = (kind: OneTimeKind, digest: string): OneTimeValue =>
    digestRow(context, { kind, digest, sessionId: session.sessionId, expiresAt: session.expiresAt })
  const remember = (kind: OneTimeKind, digest: string | null): DecidedEffect[] =>
    digest === null ? [] : [{ type: 'remember', value: row(kind, digest) }]
  const epk = jwe?.epk?.facts.thumbprint ?? null
  return [
    ...(consumed
      ? [
          {
            type: 'grant',
            value: row('vp_response', digestOf(session.sessionId, context.ports.sha256)),
            secret: null,
          } as const,
        ]
      : []),
    ...remember('jwe_epk', epk === null ? null : ephemeralKeyDigest(epk, context)),
    ...presentations.flatMap((one) => {
      const { instance, holderKey } = correlators(one.reading, context)
      const confirms = scaEntriesOf(one, reading.request).length > 0
      return [
        ...remember('credential_instance', instance),
        ...remember('credential_instance', holderKey),
        ...remember('credential_instance', confirms ? paymentDigest(one.reading, context) : null),
      ]
    }),
  ]
}
