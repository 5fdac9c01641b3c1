import type { Check } from '../../engine/checks/check'
import { type BoundCheck, bind, bindSubject, recordProfile, skipChecks } from '../../engine/checks/evaluate'
import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import type { Decision } from '../../engine/endpoints/endpoint'
import { refusalOf, refusalUri, refusingChecks } from '../../engine/endpoints/refusal'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { type FoundToken, type ReadToken, type Revealed, readTokens } from '../../engine/redaction/tokens/read-token'
import { minimisationOf, type QueryMatch } from '../../shared/dcql/dcql-reading'
import type { DocumentReading, MsoMdocReading } from '../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { JwsReading, SignatureReading } from '../../shared/formats/sd-jwt-vc/read-presentation/read-jws'
import type { DisclosureReading } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { Reply } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { type DcApiProtocol, dcApiProtocols } from '../../shared/ports/dc-api'
import { digestOf } from '../../shared/ports/digests'
import type { JudgedFinding } from '../../shared/ports/finding'
import { redirectSeconds } from '../../shared/time/durations'
import { addSeconds, epochMillis } from '../../shared/time/time'
import { toBase64url } from '../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { answerChecks, closingChecks, presentedChecks } from '../checks'
import { annexCChecks } from '../checks/annexc'
import { browserAnswerChecks, browserDoor, browserPresentedChecks, browserShapeChecks } from '../checks/dcapi'
import { responseGateChecks } from '../checks/response'
import { deviationName, deviationOf } from '../deviations'
import { endsOnScreen } from '../deviations/our-responses'
import { wrongReply } from '../deviations/wrong-reply'
import { completeUri } from '../identity/verifier-uris'
import { isIdleInBrowser, stoppedWords } from '../judgements/subjects'
import { namedCode, namedRedirect } from '../read/response/named-redirect'
import { presentationsMax } from '../read/response/read-response'
import { responseAddress } from '../read/response/response-address'
import type { PresentedSubject, ResponseReading } from '../read/response/response-reading'
import { appliedMutations } from './applied-mutations'
import { askedBackEvents, type followedIssuance } from './asked-back'
import { revealedCredentials, revealedDocument } from './presented-details'
import { type AnswerRefusal, answerEffects, answerEvents } from './response-evidence'

/** Reading of an endpoint for responses. */
export interface MayHoldAnswer {
  /** `null` if no response could be read. */
  readonly response: ResponseReading | null
}

/** A response to a session that accepts one. */
export interface ReadAnswer extends MayHoldAnswer {
  readonly kind: 'answer'
  readonly response: ResponseReading
  readonly checks: readonly BoundCheck<MayHoldAnswer>[]
  readonly followedIssuance: Awaited<ReturnType<typeof followedIssuance>>
}

const responseOf = ({ response }: MayHoldAnswer): ResponseReading | null => response

/** Checks by channel, see `ofLink` and `ofBrowser`. */
interface ChecksOfWay {
  readonly gate: readonly BoundCheck<MayHoldAnswer>[]
  /** On the whole response, in order of refusal. */
  readonly whole: readonly BoundCheck<MayHoldAnswer>[]
  /** On each presentation. */
  readonly presented: readonly Check<PresentedSubject>[]
  /** On all presentations together. */
  readonly last: readonly BoundCheck<MayHoldAnswer>[]
}

const gate = bind(responseGateChecks, responseOf)

const ofLink: ChecksOfWay = {
  gate,
  whole: bind(answerChecks, responseOf),
  presented: presentedChecks,
  last: bind(closingChecks, responseOf),
}

/**
 * Checks that apply to a browser response with this protocol, including those only such a response can fail.
 * OID4VP-1FINALA-A.4
 */
function ofBrowser(protocol: DcApiProtocol): ChecksOfWay {
  const applies = ({ id }: Pick<Check<never>, 'id'>) => !isIdleInBrowser(id, protocol)
  return {
    gate,
    whole: [
      ...bind(browserShapeChecks, responseOf),
      ...bind([browserDoor.answered_in_browser], () => ({ door: 'browser' as const })),
      ...(protocol === 'org-iso-mdoc' ? bind(annexCChecks, responseOf) : []),
      ...bind(answerChecks.filter(applies), responseOf),
      ...bind(browserAnswerChecks, responseOf),
    ],
    presented: [...presentedChecks, ...browserPresentedChecks].filter(applies),
    last: bind(closingChecks.filter(applies), responseOf),
  }
}

/** The type of `data` must be known before its content is judged. */
const shapeAlone = bind(browserShapeChecks, responseOf)

const waysOfBrowser = new Map(dcApiProtocols.map((protocol) => [protocol, ofBrowser(protocol)]))

const wayOf = ({ browser }: ResponseReading): ChecksOfWay =>
  (browser === undefined ? undefined : waysOfBrowser.get(browser.entry.protocol)) ?? ofLink

/** Checks of the whole response. HAIP checks refuse only in sessions that claim the profile. */
const checksOf = (answer: ResponseReading): readonly BoundCheck<MayHoldAnswer>[] =>
  answer.session.options.profile === 'haip' ? allChecksOf(answer) : recordProfile('haip', allChecksOf(answer))

/** Checks of the whole response, of each presentation, then of all presentations together. */
function allChecksOf(answer: ResponseReading): readonly BoundCheck<MayHoldAnswer>[] {
  const way = wayOf(answer)
  if (answer.gate !== null) return way.gate
  if (hasNoData(answer)) return [...way.gate, ...shapeAlone]
  return [
    ...way.gate,
    ...way.whole,
    ...answer.presentations.flatMap(({ queryId, index }, place) =>
      bindSubject({ queryId, index }, bind(way.presented, presentedAt(place))),
    ),
    ...answer.unread.flatMap(({ queryId, index, because }) =>
      bindSubject({ queryId, index }, skipChecks<MayHoldAnswer>(because, way.presented as readonly Check<never>[])),
    ),
    ...way.last,
  ]
}

const hasNoData = ({ browser }: ResponseReading): boolean => browser !== undefined && browser.dataType !== 'object'

const presentedAt = (place: number) => (reading: MayHoldAnswer) => {
  const answer = responseOf(reading)
  const presented = answer?.presentations[place]
  return answer && presented ? { presented, answer } : null
}

/** Check lists by the shape of the response, which is mostly the same. */
const lists = new Map<string, readonly BoundCheck<MayHoldAnswer>[]>()

const listsMax = 32

/** Responses with more presentations, or a longer shape, are not cached. */
const [presentationsKept, shapeCharactersMax] = [2, 200]

/** All checks of a response, in order of refusal. */
export function keptChecksOf(answer: ResponseReading): readonly BoundCheck<MayHoldAnswer>[] {
  const { session, gate, presentations, unread, browser } = answer
  if (unread.length > 0 || presentations.length > presentationsKept) return checksOf(answer)
  const subjects = presentations.map(({ queryId, index }) => [queryId, index])
  const carried = browser === undefined ? null : [browser.entry.protocol, hasNoData(answer)]
  const shape = JSON.stringify([session.options.profile, gate !== null, subjects, carried])
  const known = lists.get(shape)
  if (known !== undefined) return known
  const checks = checksOf(answer)
  if (lists.size === listsMax) lists.clear()
  if (shape.length <= shapeCharactersMax) lists.set(shape, checks)
  return checks
}

/** Error codes about transport, after which the wallet may retry. Any other error ends the session. */
const retryable: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_response_mode',
  'invalid_encrypted_response',
  'state_mismatch',
])

/** Decides a response from any carrier: whether it ends the session, the reply, and what is recorded. */
export function decideAnswer(
  {
    response: reading,
    checks,
    followedIssuance: issuance,
  }: Pick<ReadAnswer, 'response' | 'checks' | 'followedIssuance'>,
  findings: readonly JudgedFinding[],
  context: RequestContext,
): Decision {
  const refusal: AnswerRefusal | null = refusalOf(findings, checks) ?? boundRefusal(reading)
  const consumed = reading.gate === null && (refusal === null || !retryable.has(refusal.error))
  const deviation = deviationOf(reading.session)
  const sendsOn = reading.session.options.return_redirect_uri && !endsOnScreen(reading.session)
  const onward = refusal === null && sendsOn ? sendOn(reading, context) : null
  const reply = refusal === null ? jsonReply(200, onward?.members ?? {}) : refused(refusal, findings, context)
  const { responseAnswer, responseReply } = (refusal === null ? deviation?.changes : undefined) ?? {}
  const mutated = responseReply?.(reply)
  const address = responseAddress(reading.session, context.settings.baseUrl)
  const events = answerEvents({ reading, findings, refusal, consumed }, context)
  return {
    reply,
    ...(deviation !== null && (responseAnswer || responseReply)
      ? {
          deviating: {
            deviation: deviationName(deviation),
            reply: mutated ?? wrongReply(reply, responseAnswer?.(address) ?? {}),
          },
        }
      : {}),
    sessionId: reading.session.sessionId,
    ...decryptedOf(reading),
    ...jsonTexts(reading),
    tokens: tokensOf(reading, context),
    revealed: revealedCredentials(reading, context),
    sent: sentTo(reading),
    trustAnchors: [...reading.session.options.trust_anchors, ...(reading.ownRoots ?? [])],
    events: [
      ...events,
      ...(onward?.events ?? []),
      ...(mutated === undefined ? [] : appliedMutations(reading.session, 'response', { right: reply, sent: mutated })),
      ...(issuance === null ? [] : askedBackEvents(issuance, events, reading)),
    ],
    effects: [...answerEffects({ reading, consumed }, context), ...(onward?.effects ?? [])],
  }
}

/** Request values that a response repeats, and its target URL. */
const sentTo = ({ session, request: { dcql, responseUri, binding } }: ResponseReading): string[] => {
  const { request, encryptionKid, sessionId } = session
  const address = responseUri !== null && URL.canParse(responseUri) ? new URL(responseUri) : null
  return [
    ...[request.nonce, request.client_id, request.aud, encryptionKid, sessionId],
    ...(binding === undefined ? [] : [binding.origin, `origin:${binding.origin}`, new URL(binding.origin).host]),
    ...(address === null ? [] : [responseUri, address.origin, address.host, address.pathname]),
    ...(dcql?.credentials ?? []).flatMap(({ id, format, type, claims }) => [
      ...[id, format, ...(type.kind === 'any' ? [] : type.values)],
      ...(claims ?? []).flatMap(({ path }) => path),
    ]),
  ].filter((text) => typeof text === 'string')
}

/** The decrypted content. An ISO/IEC 18013-7 response holds CBOR; each query shows its documents. */
function decryptedOf(reading: ResponseReading): Pick<Decision, 'decryptedBody' | 'bodyJson'> {
  const { jwe, annexC, parameters } = reading
  if (annexC?.plaintext?.deviceResponse != null) {
    const members: JsonObject = { device_response: parameters.vpToken ?? annexC.plaintext.deviceResponse }
    return { decryptedBody: JSON.stringify(members), bodyJson: members }
  }
  const plaintext = jwe?.plaintext ?? null
  return plaintext === null ? {} : { decryptedBody: plaintext, ...bodyJson(reading) }
}

/** The parameters as JSON; a signed JWT among them is shown as a token. */
const bodyJson = ({ jwe }: ResponseReading): Pick<Decision, 'bodyJson'> =>
  jwe?.payload?.parameters == null || jwe.payload.nestedJws ? {} : { bodyJson: jwe.payload.parameters as JsonObject }

const jsonTexts = ({ vpToken: { parsed } }: ResponseReading): Pick<Decision, 'jsonTexts'> =>
  parsed === undefined ? {} : { jsonTexts: new Map([[parsed.text, parsed.value as Json | undefined]]) }

function refused(refusal: AnswerRefusal, findings: readonly JudgedFinding[], { settings }: RequestContext): Reply {
  const { checkId } = refusal
  return jsonReply(400, {
    error: refusal.error,
    error_description: refusal.description,
    ...(checkId === null ? {} : { error_uri: refusalUri(settings.baseUrl, { ...refusal, checkId }) }),
    ...(refusal.error === 'invalid_presentation' ? { failed_checks: refusingChecks(findings) } : {}),
  })
}

/** Tokens already read and verified, for the decoded views. */
function tokensOf(response: ResponseReading, context: RequestContext): ReadonlyMap<string, ReadToken> {
  const { jwe, presentations, idToken } = response
  return readTokens([
    ...(jwe === null ? [] : [[jwe.text, jwe, [jwe.header?.epk, jwe.epk?.facts.thumbprint]] as const]),
    ...(idToken === null
      ? []
      : [
          tokenOf(idToken.jws, idToken.signature, [
            idToken.jws.claims?.sub_jwk,
            idToken.subject.syntax === 'did' ? null : idToken.keyThumbprint,
          ]),
        ]),
    ...presentations.flatMap(({ reading, match }): FoundToken[] => {
      if (reading.format === 'mso_mdoc') {
        const revealOf = (document: DocumentReading) => revealedDocument(document, response, context)
        return [mdocToken(reading, shownDocuments(reading.documents, match, revealOf))]
      }
      const { issuerJwt, issuerSignature, cnf, kbJwt, disclosures } = reading
      const confirmed = issuerJwt.claims?.cnf
      const isWhole = disclosures.every(({ position }) => position?.[0] !== 'cnf')
      return [
        [
          issuerJwt.text,
          { ...issuerJwt, signature: issuerSignature.result, disclosures: shownDisclosures(disclosures, match) },
          [isObject(confirmed) ? confirmed.jwk : null, isWhole ? cnf.jwk.thumbprint : null],
        ],
        ...(kbJwt.present ? [tokenOf(kbJwt.jws, kbJwt.signature)] : []),
      ]
    }),
  ])
}

/** An mdoc by its text, with its device keys. */
const mdocToken = (
  { text, items, documents }: MsoMdocReading,
  shown: ReturnType<typeof shownDocuments>,
): FoundToken => [
  text,
  { header: null, cbor: items, documents: shown },
  ...documents.map(({ mso }) => [mso?.deviceKey.publicJwk, mso?.deviceKey.thumbprint] as const),
]

const tokenOf = (
  { text, header, claims }: JwsReading,
  { result }: SignatureReading,
  ...keys: readonly (readonly [jwk: unknown, thumbprint: string | null])[]
) => [text, { header, claims, signature: result }, ...keys] as const

/** Refusal over a service limit that has no check. */
function boundRefusal({ gate, leftOut, presentations }: ResponseReading): AnswerRefusal | null {
  if (gate === 'too_many_attempts') {
    const description = 'Too many responses to this session were refused: create a new session.'
    return { checkId: null, error: gate, description }
  }
  const passed = [
    ...(leftOut > 0 ? [`One response may hold ${presentationsMax} presentations: the others were not read.`] : []),
    ...(presentations.some(({ match }) => match?.stopped) ? [stoppedWords] : []),
  ]
  return passed.length === 0 ? null : { checkId: null, error: 'invalid_request', description: passed.join(' ') }
}

/** What is added to a reply to send the browser on. */
interface Onward {
  readonly members: JsonObject
  readonly events: readonly EventDraft[]
  readonly effects: readonly DecidedEffect[]
}

/**
 * Builds the URL where the user continues, with a fresh code of which only a digest is stored. A processed error
 * response gets one too.
 * @see OID4VP-1FINAL-8.2, OID4VP-1FINAL-13.3
 */
function sendOn({ session }: ResponseReading, { exchange, ports, settings }: RequestContext): Onward {
  const isNamed = session.options.redirect_uri !== undefined
  const code = isNamed ? namedCode(session, ports) : toBase64url(ports.random(32))
  return {
    members: {
      redirect_uri: isNamed
        ? namedRedirect(session, { settings, ports })
        : completeUri(settings.baseUrl, session.sessionId, code),
    },
    events: [{ type: 'vp_redirect_returned', detail: {} }],
    effects: [
      {
        type: 'grant',
        secret: code,
        value: {
          kind: 'response_code',
          digest: digestOf(code, ports.sha256),
          issuerId: null,
          sessionId: session.sessionId,
          exchangeId: exchange.id,
          parent: null,
          expiresAt: epochMillis(Math.max(session.expiresAt, addSeconds(exchange.at, redirectSeconds))),
          consumedAt: null,
          revokedAt: null,
          data: {},
        },
      },
    ],
  }
}

/** With fewer salt bits the digest would reveal the value to a brute-force search. RFC9901-9.3 */
const saltBitsMin = 128

/**
 * Disclosures of a presentation for the decoded view, by text, each with its digest and whether the query requested it.
 * Omits those with an error. An unreferenced one counts as unrequested.
 */
function shownDisclosures(
  disclosures: readonly DisclosureReading[],
  match: QueryMatch | null,
): NonNullable<ReadToken['disclosures']> {
  const minimisation = minimisationOf(match)
  const wanted = new Set(
    minimisation?.disclosed.flatMap(({ position, role }) => (role === 'unrequested' ? [] : [JSON.stringify(position)])),
  )
  return new Map(
    disclosures.flatMap(({ text, errors, kind, saltText, salt, name, value, digest, position }) => {
      if (errors.length > 0 || kind === null) return []
      const isSafe = salt !== null && salt.bitsAtMost >= saltBitsMin
      const requested = minimisation === null ? null : position !== null && wanted.has(JSON.stringify(position))
      return [
        [
          text,
          { salt: saltText, name, value, digest: isSafe ? digest : null, isSigned: position !== null, requested },
        ] as const,
      ]
    }),
  )
}

/**
 * Documents of a presented mdoc for the decoded view: for each element, whether it is as signed by the issuer and
 * whether the query requested it. A query covers one document; elements of others count as unrequested.
 */
export function shownDocuments(
  documents: readonly DocumentReading[],
  match: QueryMatch | null,
  revealOf: (document: DocumentReading) => Revealed | null,
): NonNullable<ReadToken['documents']> {
  const matched = documents.find(({ docType }) => docType === match?.type.actual)
  const minimisation = minimisationOf(match)
  const wanted = new Set(
    minimisation?.disclosed.flatMap(({ position, role }) => (role === 'unrequested' ? [] : [JSON.stringify(position)])),
  )
  return documents.map((document) => ({
    revealed: revealOf(document),
    elements: document.elements.map(({ namespace, name, digest }) => ({
      digestOk: digest === 'not_computed' ? null : digest === 'matches',
      requested: minimisation === null ? null : document === matched && wanted.has(JSON.stringify([namespace, name])),
    })),
  }))
}
