import { bind } from '../../engine/checks/evaluate'
import type { DecidedEffect } from '../../engine/endpoints/decided'
import { answerAlone, type Entered, type Entry, enter, entered, withMade } from '../../engine/endpoints/door/enter'
import { type Decision, judged } from '../../engine/endpoints/endpoint'
import { digestRow } from '../../engine/endpoints/one-time'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { madeToken } from '../../engine/redaction/tokens/made-token'
import { type FoundToken, readTokens } from '../../engine/redaction/tokens/read-token'
import type { Reply } from '../../shared/http/exchange'
import { jsonReply, textReply } from '../../shared/http/reply'
import { encryptJwe } from '../../shared/jose/jwe'
import { readJwt } from '../../shared/jose/jwt'
import { digestOf } from '../../shared/ports/digests'
import { ProtocolError } from '../../shared/ports/errors'
import type { PresentationSession } from '../../shared/ports/store-types'
import type { Json } from '../../shared/values/json'
import { quoteStart } from '../../shared/values/wording'
import { browserDoor } from '../checks/dcapi'
import { requestPostChecks } from '../checks/reqpost'
import { requestFetchChecks } from '../checks/request'
import { deviationName, deviationOf } from '../deviations'
import type { VerifierDeviation } from '../deviations/verifier-deviation'
import { wrongReply } from '../deviations/wrong-reply'
import { requestUri } from '../identity/verifier-uris'
import {
  type RequestEncryption,
  type RequestFetchReading,
  type RequestPostReading,
  readRequestFetch,
} from '../read/request/read-request-fetch'
import { signedForEvidence } from '../read/request/request-for-evidence'
import { makeRequestObject, requestObjectType, signRequestObject } from '../read/request/request-object'
import { proofOf, signingOf } from '../read/request/verifier-link'
import { announcementDetail } from '../read/request/wallet-announcement'
import { appliedMutations } from './applied-mutations'
import { startPresentation } from './create-verifier-session'
import { pathSession, sessionNotFound } from './verifier-session-endpoints'

/** Why a session's request is no longer sent; `null` while it is. OID4VP-1FINAL-5.10 */
export function requestRefusal({
  consumed,
  expired,
}: {
  readonly consumed: boolean
  readonly expired: boolean
}): ProtocolError | null {
  if (consumed) {
    const description = 'This session already has a response: the request is not sent again.'
    return new ProtocolError('vp_request_not_found', description)
  }
  if (expired) return new ProtocolError('vp_request_expired', 'This session has expired: create a new one.')
  return null
}

type Reading = RequestFetchReading | null

const checks = [
  ...bind(requestFetchChecks, (reading: Reading) => reading),
  ...bind(requestPostChecks, (reading: Reading) => reading),
]

/** A browser carries the request, so whoever fetches it here assumed a link. OID4VP-1FINALA-A.2 */
const strayedFetch = bind([browserDoor.answered_in_browser], (_: Reading) => ({ door: 'request' as const }))

/**
 * `GET` and `POST /openid4vp/sessions/{id}/request`: the signed Request Object. May be fetched again until a response
 * is accepted. Errors of the fetch are recorded but never refuse it, so that the run can continue.
 * @see RFC9101-5.2.3, OID4VP-1FINAL-5.10
 */
export const requestObjectEndpoint = judged<Reading>({
  read: async (context) => {
    const session = await pathSession(context)
    return session && readRequestFetch(session, context)
  },
  checks: (reading) =>
    reading === null || reading.onlyHead ? [] : reading.session.dcApi === undefined ? checks : strayedFetch,
  decide: (reading, _findings, context) => {
    if (reading === null) return notServed(sessionNotFound(), null)
    if (reading.session.dcApi !== undefined) {
      const description = 'A browser carries the request of this session, see dc_api: nothing is fetched here.'
      return notServed(new ProtocolError('vp_request_in_browser', description), reading)
    }
    return serveOrRefuse(reading, context)
  },
})

const serveOrRefuse = (reading: RequestFetchReading, context: RequestContext): Decision | Promise<Decision> => {
  const { expired, consumedAt } = reading.history
  const refusal = requestRefusal({ consumed: consumedAt !== null, expired })
  return refusal === null ? serve(reading, context) : notServed(refusal, reading)
}

type DoorReading = Entry<Entered<'presentation'> & { readonly fetched: RequestFetchReading }>

/** As at the session's own address. */
const doorChecks = [
  ...bind(requestFetchChecks, (reading: DoorReading) => entered(reading).fetched),
  ...bind(requestPostChecks, (reading: DoorReading) => entered(reading).fetched),
]

/**
 * `GET` and `POST /d/{doorId}/request`: the Request Object of the session that a workbench has for this wallet now, which
 * the fetch makes if there is none. RFC9101-5.2.3, OID4VP-1FINAL-5.10
 */
export const doorRequest = judged<DoorReading>({
  read: async (context) => {
    const always = { request_delivery: 'by_reference' }
    const entry = await enter({ kind: 'presentation', start: startPresentation, always }, context)
    return 'answer' in entry ? entry : { ...entry, fetched: await readRequestFetch(entry.session, context) }
  },
  checks: (reading) => ('answer' in reading ? [] : doorChecks),
  decide: async (reading, _findings, context) => {
    if ('answer' in reading) return answerAlone(reading.answer)
    const { session, fetched } = reading
    const decision = await serveOrRefuse(fetched, context)
    return withMade(decision, reading, requestUri(context.settings.baseUrl, session.sessionId))
  },
})

function notServed({ code, description }: ProtocolError, reading: Reading): Decision {
  return {
    reply: jsonReply(404, { error: code, error_description: description }),
    sessionId: reading?.session.sessionId ?? null,
    events: reading === null || reading.onlyHead ? [] : [{ type: 'vp_request_refused', detail: { reason: code } }],
    effects: [],
  }
}

async function serve(reading: RequestFetchReading, context: RequestContext): Promise<Decision> {
  const { session, now, post, history } = reading
  const walletNonce = post?.walletNonce?.usable ? post.walletNonce.value : null
  const delivery = {
    request: session.request,
    issuedAt: now,
    expiresAt: session.expiresAt,
    walletNonce,
    ...proofOf(session, context),
  }
  const encryption = post?.walletMetadata?.encryption ?? null
  const deliver = async (signed: string, to: RequestEncryption | null): Promise<Reply> => {
    const body = to === null ? signed : await encrypted(signed, to)
    return textReply(200, `application/${requestObjectType}`, body)
  }
  const keys = await signingOf(session, context)
  const right = makeRequestObject(delivery, ...keys)
  const deviation = deviationOf(session)
  const wrong =
    deviation !== null && changesFetch(deviation, { walletNonce, encryption })
      ? { deviation, signed: signRequestObject({ ...delivery, deviation }, ...keys) }
      : null
  const leftUnencrypted = wrong?.deviation.changes.unencrypted === true
  const beforeReply = wrong && (await deliver(wrong.signed, leftUnencrypted ? null : encryption))
  const wrongReplied = wrong && beforeReply && wrongFetch(beforeReply, wrong.deviation, reading, context)
  const counts = !reading.onlyHead && !reading.linkPreview
  const walletIssuer = post?.walletMetadata?.value?.issuer
  return {
    reply: await deliver(right.token, encryption),
    ...(wrong === null || wrongReplied === null
      ? {}
      : { deviating: { deviation: deviationName(wrong.deviation), reply: wrongReplied } }),
    sessionId: session.sessionId,
    events: counts
      ? [
          {
            type: 'vp_request_retrieved',
            detail: {
              request_uri_method: reading.method.toLowerCase(),
              fetch_number: history.fetches + 1,
              wallet_nonce_present: post?.walletNonce != null,
              wallet_nonce: walletNonce,
              wallet_metadata_present: post?.walletMetadata != null,
              wallet_issuer: typeof walletIssuer === 'string' ? quoteStart(walletIssuer, 500) : null,
              announced: announcementDetail(post?.walletMetadata?.value ?? null),
              encrypted: encryption !== null && !leftUnencrypted,
              ...(leftUnencrypted ? { left_unencrypted: true } : {}),
              ...(deviation?.needsHttps && reading.tls.plain ? { plain_http: true } : {}),
            },
          },
          ...(beforeReply === null || wrongReplied === null
            ? []
            : appliedMutations(session, 'request_response', { right: beforeReply, sent: wrongReplied })),
        ]
      : [],
    effects: rememberNonce(reading, context),
    tokens: readTokens([
      signedForEvidence(right, session) ?? madeToken(right),
      ...(wrong === null ? [] : wrongForEvidence(wrong.signed, session)),
    ]),
    ...jsonTexts(post),
  }
}

/** The changed request, if the record omits parts of it. */
function wrongForEvidence(token: string, session: PresentationSession): FoundToken[] {
  const read = readJwt(token)
  const shown = read.readable ? signedForEvidence({ token, header: read.header, claims: read.claims }, session) : null
  return shown === null ? [] : [shown]
}

const jsonTexts = (post: RequestPostReading | null): Pick<Decision, 'jsonTexts'> => {
  const metadata = post?.walletMetadata
  return metadata == null ? {} : { jsonTexts: new Map([[metadata.text, metadata.json as Json | undefined]]) }
}

const encrypted = (signed: string, { publicJwk, kid, alg, enc }: RequestEncryption): Promise<string> =>
  encryptJwe({
    plaintext: signed,
    jwk: publicJwk,
    kid,
    alg,
    enc,
    // A nested JWT: RFC7519-5.2
    header: { typ: requestObjectType, cty: 'JWT' },
  })

/**
 * True if the deviation changes the reply to this fetch. Others change the stored request or its link, and those about
 * the wallet's parameters change nothing if it sent none.
 */
const changesFetch = (
  {
    changes: { claims, header, compact, fetchAnswer, fetchReply, unencrypted },
    needsWalletNonce,
    needsWalletJwks,
  }: VerifierDeviation,
  sent: { readonly walletNonce: string | null; readonly encryption: RequestEncryption | null },
): boolean =>
  [claims, header, compact, fetchAnswer, fetchReply, unencrypted].some((change) => change !== undefined) &&
  (needsWalletNonce === undefined || sent.walletNonce !== null) &&
  (needsWalletJwks === undefined || sent.encryption !== null)

const wrongFetch = (
  reply: Reply,
  { changes: { fetchAnswer, fetchReply = (one) => one } }: VerifierDeviation,
  { session }: RequestFetchReading,
  { settings }: RequestContext,
): Reply =>
  fetchReply(fetchAnswer ? wrongReply(reply, fetchAnswer(requestUri(settings.baseUrl, session.sessionId))) : reply)

/** Remembers a `wallet_nonce`, to detect reuse. OID4VP-1FINAL-5.10 */
function rememberNonce({ session, post }: RequestFetchReading, context: RequestContext): DecidedEffect[] {
  const nonce = post?.walletNonce
  if (nonce == null) return []
  const digest = digestOf(nonce.value, context.ports.sha256)
  const { sessionId, expiresAt } = session
  return [{ type: 'remember', value: digestRow(context, { kind: 'wallet_nonce', digest, sessionId, expiresAt }) }]
}
