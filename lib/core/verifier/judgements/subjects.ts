import { decidedBy, notApplicable, notObserved, type Outcome } from '../../engine/checks/check'
import { isOfGroup } from '../../engine/checks/check-groups'
import { describeReport } from '../../engine/deviations/deviation'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { QueryMatch } from '../../shared/dcql/dcql-reading'
import { comparisonStepsMax } from '../../shared/dcql/match-budget'
import type { DocumentReading, MsoMdocReading } from '../../shared/formats/mso-mdoc/read-presentation/mso-mdoc-reading'
import type { PresentKbJwt, SdJwtVcReading } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import type { DcApiProtocol } from '../../shared/ports/dc-api'
import { reporterOf } from '../../shared/ports/reporter'
import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import { say, type Wording, word } from '../../shared/values/wording'
import type { AnnexCReading } from '../read/annex-c/annex-c-reading'
import type { RequestFetchReading, RequestPostReading } from '../read/request/read-request-fetch'
import { announcementBefore, type WalletAnnouncement } from '../read/request/wallet-announcement'
import type { ResponseJweReading } from '../read/response/response-jwe-reading'
import type { PresentedSubject, ResponseParameters, ResponseReading } from '../read/response/response-reading'

/**
 * True for an encrypted response with unknown parameters: not decryptable, or with wrong content.
 * @param annexC the encrypted ISO/IEC 18013-7 response
 */
export const isUnreadable = (jwe: ResponseJweReading | null, annexC?: AnnexCReading): boolean =>
  annexC === undefined
    ? jwe !== null && (jwe.openedWith !== 'session' || jwe.payload?.parameters == null)
    : annexC.plaintext?.deviceResponse == null

/** A response event, with what the wallet announced before it. */
interface Announced {
  readonly event: StoredEvent
  readonly announced: WalletAnnouncement
}

/**
 * Compares each response of a session with the wallet's announcement at its request fetch. The first violation decides,
 * otherwise the last response.
 * @param types - events about the judged part of a response
 * @param unseen - the reason given if there was none
 */
export const onAnnouncement =
  (
    types: StoredEvent['type'] | readonly StoredEvent['type'][],
    unseen: Wording,
    run: (answer: Announced, evidence: PresentationEvidence) => Outcome,
  ) =>
  (evidence: PresentationEvidence): Outcome => {
    const { events } = evidence
    if (!events.some(({ detail }) => detail.wallet_metadata_present === true))
      return notApplicable(say`The wallet sent no wallet_metadata.`)
    const answers = events.filter((event) => [types].flat().includes(event.type))
    if (answers.length === 0) return notObserved(unseen)
    const outcomes = answers.flatMap((event) => {
      const announced = announcementBefore(events, event)
      if (announced === null) return []
      const outcome = run({ event, announced }, evidence)
      return [event.exchangeId === null ? outcome : decidedBy({ id: event.exchangeId }, outcome)]
    })
    const decisive = outcomes.find(({ result }) => result === 'violated') ?? outcomes.at(-1)
    return decisive ?? notApplicable(say`The response came before the metadata, or the metadata cannot be read.`)
  }

/** Runs a check on a readable response's parameters, except errors. */
export const onAnswer =
  (run: (parameters: ResponseParameters, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome => {
    if (reading.kind === 'error') return notApplicable(say`The response is an error.`)
    if (reading.kind === 'nothing') return notApplicable(say`The response holds no response parameters.`)
    if (isUnreadable(reading.jwe, reading.annexC)) return notApplicable(say`The response could not be decrypted.`)
    return run(reading.parameters, reading)
  }

/** Runs a check on a POST fetch of the request. */
export const onPost =
  (run: (post: RequestPostReading, reading: RequestFetchReading) => Outcome) =>
  (reading: RequestFetchReading): Outcome =>
    reading.post === null ? notApplicable(say`The request was fetched by GET.`) : run(reading.post, reading)

/** Runs a check on an encrypted response, readable or not. */
export const onJwe =
  (run: (jwe: ResponseJweReading, reading: ResponseReading) => Outcome) =>
  (reading: ResponseReading): Outcome =>
    reading.jwe === null ? notApplicable(say`The response is not encrypted.`) : run(reading.jwe, reading)

/** Runs a check on the header of a response for a key of ours. */
export const onOwnJweHeader = (run: Parameters<typeof onJweHeader>[0]): ((reading: ResponseReading) => Outcome) =>
  onJweHeader((header, jwe, reading) => (jwe.forTester ? notApplicable(sealedForTester) : run(header, jwe, reading)))

/** Why nobody here can decrypt a response that is as it should be. */
export const sealedForTester = say`The response is encrypted to a key of the tester's in the request, and cannot be decrypted.`

/** The key that a response is due to be encrypted to, by its `kid` if that is known. */
export const keyOfRequest = (kid: string | null | undefined): Wording =>
  kid === null || kid === undefined ? say`the key of this request` : say`the key ${kid} of this request`

/** Runs a check on the protected header of an encrypted response; an unreadable one has its own check. */
export const onJweHeader = (
  run: (header: Readonly<Record<string, unknown>>, jwe: ResponseJweReading, reading: ResponseReading) => Outcome,
): ((reading: ResponseReading) => Outcome) =>
  onJwe((jwe, reading) =>
    jwe.header === null
      ? notApplicable(say`The header cannot be read; see vp.jwe.compact and vp.jwe.header_json.`)
      : run(jwe.header, jwe, reading),
  )

/** Runs a check on how a presentation matches its query, if both are readable. */
export const onMatch =
  (run: (match: QueryMatch, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { match } = subject.presented
    if (match === null) return notApplicable(say`The presentation matches no known query.`)
    // A wrong request is never blamed on the wallet.
    if (!match.queryWhole)
      return notApplicable(say`A part of this query is not understood, so nothing can be compared with it.`)
    return run(match, subject)
  }

/** Why comparing claims stopped early. */
export const stoppedWords = `Comparing the claims of one response with its query ends after ${comparisonStepsMax} steps (comparisonStepsMax): the rest was not compared.`

/** Like `onMatch`, for claims: never passes if the comparison stopped early. */
export const onComparedClaims = (
  run: (match: QueryMatch, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onMatch((match, subject) => (match.stopped ? notObserved(word(stoppedWords)) : run(match, subject)))

/** Like `onComparedClaims`, but not observed if the claim may be in an unreadable part of an mdoc. */
export const onReadMatch = (
  run: (match: QueryMatch, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onComparedClaims((match, subject) => {
    const outcome = run(match, subject)
    const { reading } = subject.presented
    return outcome.result === 'violated' && reading.format === 'mso_mdoc' && reading.cbor.error !== null
      ? notObserved(say`A part of the mdoc cannot be read; see vp.mdoc.cbor.`)
      : outcome
  })

/** Runs a check on a presented SD-JWT VC. */
export const onSdJwt =
  (run: (sdJwt: SdJwtVcReading, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { reading } = subject.presented
    return reading.format === 'dc+sd-jwt'
      ? run(reading, subject)
      : notApplicable(say`The presentation is not an SD-JWT VC.`)
  }

/** Runs a check on a Key Binding JWT; a missing one has its own check. */
export const onKbJwt = (
  run: (kbJwt: PresentKbJwt, sdJwt: SdJwtVcReading, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt, subject) =>
    sdJwt.kbJwt.present
      ? run(sdJwt.kbJwt, sdJwt, subject)
      : notApplicable(say`The presentation has no Key Binding JWT; see vp.kb.present.`),
  )

/** Runs a check on a presented mdoc. */
export const onMdoc =
  (run: (mdoc: MsoMdocReading, subject: PresentedSubject) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { reading } = subject.presented
    return reading.format === 'mso_mdoc' ? run(reading, subject) : notApplicable(say`The presentation is not an mdoc.`)
  }

/** Runs a check on a readable device response. */
export const onDeviceResponse = (
  run: (mdoc: MsoMdocReading, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onMdoc((mdoc, subject) =>
    mdoc.isMap ? run(mdoc, subject) : notApplicable(say`The device response cannot be read; see vp.mdoc.cbor.`),
  )

/** Runs a check on each document of a device response. One wrong document fails it; the first is reported. */
export const onMdocDocument = (
  run: (document: DocumentReading, mdoc: MsoMdocReading, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onDeviceResponse((mdoc, subject) => {
    const outcomes = mdoc.documents.map((document) => run(document, mdoc, subject))
    const worst = severity.map((result) => outcomes.find((outcome) => outcome.result === result)).find(Boolean)
    return worst ?? notApplicable(say`There is no document; see vp.mdoc.documents.`)
  })

const severity: readonly Outcome['result'][] = ['violated', 'tolerated', 'not_observed', 'pass', 'not_applicable']

/** True if the request carries a registration certificate of ours. */
export const hasOwnRegistration = ({ options }: Pick<PresentationSession, 'options'>): boolean =>
  options.trust?.registration?.source === 'made'

/** The first presentation, refused or not. */
export const presentedAt = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events.find(({ type, detail }) => type === 'vp_presentation_response_received' && detail.vp_token_observed === true)

/** The error with which the wallet ended the session. */
export const refusedAt = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events.find(({ type, detail }) => type === 'vp_wallet_error_received' && detail.consumed === true)

/** The last report of what the wallet showed. */
export const lastShown = (events: readonly StoredEvent[]): unknown => lastReport(events)?.detail.shown

/** The last report, worded with its reporter. */
export function lastShownWords(events: readonly StoredEvent[]): string {
  const report = lastReport(events)
  return report === undefined ? '' : describeReport(report.detail.shown, reporterOf(report))
}

const lastReport = (events: readonly StoredEvent[]): StoredEvent | undefined =>
  events.findLast(({ type }) => type === 'vp_refusal_reported')

/** Reason for not applying a check. */
export const throughBrowser = 'The answer came through the browser.'

/** Checks of parts that the browser sends, or that browser requests lack. */
const checksOfLinks: ReadonlySet<string> = new Set([
  'vp.code.captured',
  'vp.error.state',
  'vp.negative.fetch_behaviour',
  'vp.negative.no_fetch',
  'vp.response.content_type',
  'vp.response.utf8',
  'vp.response.query_empty',
  'vp.response.params_unique',
  'vp.response.no_fingerprint',
  'vp.response.endpoint',
  'vp.response.state_present',
  'vp.response.state_matches',
  'vp.response.http_method',
  'vp.response.no_redirect_follow',
])

/** An ISO/IEC 18013-7 response is one encrypted device response, without parameters. ISO18013-7-C */
const checksOfParameters: ReadonlySet<string> = new Set([
  'vp.response.encrypted',
  'vp.response.plain',
  'vp.response.only_response_param',
  'vp.response.params_known',
  'vp.response.state_absent',
  'vp.mdoc.one_document',
])

/** Checks that every query was answered: in ISO/IEC 18013-7 every document request is required. */
const checksOfQueries: ReadonlySet<string> = new Set(['vp.token.all_credentials', 'vp.token.no_partial'])

/** Whether a check has nothing to judge in a browser response with this protocol. OID4VP-1FINALA-A.4 */
export const isIdleInBrowser = (id: string, protocol: DcApiProtocol): boolean =>
  checksOfLinks.has(id) ||
  (isOfGroup(id, 'vp.request', 'vp.reqpost', 'vp.redirect', 'vp.idt') && id !== 'vp.request.answerable') ||
  (protocol === 'org-iso-mdoc' &&
    !checksOfQueries.has(id) &&
    (checksOfParameters.has(id) || isOfGroup(id, 'vp.token', 'vp.jwe', 'vp.txn', 'vp.sdjwt', 'vp.kb')))

/** True if all requested credentials are optional: a wallet without them presents nothing. OID4VP-1FINAL-6.4.2 */
export const requiresNothing = ({ request: { dcql } }: Pick<ResponseReading, 'request'>): boolean =>
  dcql?.whole === true && dcql.credentialSets !== null && dcql.credentialSets.every(({ required }) => !required)
