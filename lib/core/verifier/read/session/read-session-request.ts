import type { z } from 'zod'
import { expectName } from '../../../engine/deviations/deviation'
import { type PeerMutation, translatePeer } from '../../../engine/sessions/peer-members'
import { registrarNeeded } from '../../../engine/sessions/trust-options'
import { refuseUnclearValues } from '../../../engine/sessions/unclear-values'
import { type Exchange, mediaTypeOf } from '../../../shared/http/exchange'
import { bodyBytesMax } from '../../../shared/http/limits'
import { boundNames, issueToReport, memberName, placedIssue, withIssue } from '../../../shared/http/problem-words'
import { exceededJsonBound, readJsonBody, tooDeepMember } from '../../../shared/http/read-json'
import { placeOfMutation } from '../../../shared/mutations/mutation'
import { mutationRefusal } from '../../../shared/mutations/mutation-refusal'
import type { DcApiProtocol } from '../../../shared/ports/dc-api'
import { type ErrorCode, errorStatus, invariant, ProtocolError } from '../../../shared/ports/errors'
import { fromUtf8 } from '../../../shared/values/base64url'
import { isObject, isSameJson, type Json, type JsonObject, pointerStep } from '../../../shared/values/json'
import type { Wording } from '../../../shared/values/wording'
import { isOfRegistration, verifierDeviation, withAnyRegistrar } from '../../deviations'
import type {
  PresentationChannel,
  TestedTransaction,
  VerifierDeviation,
  VerifierNeeds,
} from '../../deviations/verifier-deviation'
import { type EffectiveRequest, effectiveRequest, type ValidateDcql } from '../request/effective-request'
import { decodeTransactionData } from '../request/read-transaction-data'
import type { PidTypes } from '../request/refused-transactions'
import { closed, refused as problem, type RequestProblem } from '../request/request-problem'
import { unreadMembers } from '../request/sent-otherwise'
import { asksForNoScope, briefQuery, defaultDcqlQuery, defaultMdocQuery, readScopes } from '../request/session-query'
import { atClientMetadata } from './at-client-metadata'
import { asksForIsoMdoc, channelErrors, channelProblems, protocolsOf } from './dc-api-errors'
import { askedMode, dcApiProtocolsDefault } from './dc-api-options'
import { freeForm } from './free-form'
import { withInstead } from './instead-of-override'
import { peerMembers } from './peer-members'
import { askedMutations, atBehaviour, type ListedMutations } from './read-mutations-asked'
import { type PresentationSessionRequest, verifierOptions, zPresentationSessionRequest } from './session-options'
import { changesEntry } from './transaction-options'

/** A tester's request, with its problems that may be sent nevertheless. */
export interface ReadSessionRequest {
  readonly body: PresentationSessionRequest
  /** Members present in the body. */
  readonly named: ReadonlySet<string>
  readonly effective: EffectiveRequest
  /** Problems and notes: at most `problemsMax`, followed by a note if there are more. */
  readonly problems: readonly RequestProblem[]
  /** Total number of problems. */
  readonly problemCount: number
  /** Changes of the right request, and the member that asks for them; `null` for none. */
  readonly mutations: ListedMutations | null
  /** Meaningless members of the body: at most `problemsMax`. */
  readonly ignoredMembers: readonly string[]
  /** The member `mutations` as given. */
  readonly givenMutations: unknown
  /** What members of the other implementation, and free-form ones, ask for. */
  readonly peer: AskedOtherwise
}

/** What a body asked for in other words than by `mutations`. */
interface AskedOtherwise {
  /** Members of the other implementation, as given. */
  readonly given: JsonObject
  /** The first member that asks for something wrong on purpose; `null` for none. */
  readonly wrong: string | null
  /** Pointer of what names a test in other words; `null` for none. */
  readonly behaviour: string | null
  /** What asked for each entry of `mutations`. */
  readonly pointers: readonly string[]
}

/** Code and message for a wrong type or illegal value, in reporting order. */
const memberErrors = Object.entries(verifierOptions).flatMap(([member, { refusal }]) =>
  refusal === undefined ? [] : [[member, refusal.code, refusal.must] as const],
)

/**
 * Reads the body of `POST /openid4vp/sessions`; an empty body means `{}`, i.e. all defaults. `defaultQuery` replaces a
 * missing query; a PID by default. `baseUrl`: of this service, where browsers matter.
 * @throws ProtocolError listing every problem: always for members with fixed values, for free-form ones only if the
 * body says `allow_nonconforming_request: false`
 */
export function readSessionRequest(
  exchange: Exchange,
  validateDcql: ValidateDcql,
  defaultQuery?: JsonObject,
  baseUrl?: string,
  pidTypes?: PidTypes,
): ReadSessionRequest {
  const { value: given, duplicates } = bodyValue(exchange)
  const translated = translatePeer(peerMembers(baseUrl), given, 'negative_test')
  const free = freeForm(translated.body)
  const changes = [...free.mutations, ...translated.mutations]
  const asked = withChanges(free.body, changes)
  const pointers = [
    ...changes.map(({ pointer }) => pointer),
    ...listOf(given.mutations).map((_, index) => placeOfMutation(index)),
  ]
  const unsupported = translated.refusals.map(
    ({ code = 'unsupported_member', message, pointer, legalValues, instead }): RequestProblem => ({
      ...problem(pointer, code, message),
      ...(legalValues === undefined ? {} : { legal_values: [...legalValues] }),
      ...(instead === undefined ? {} : { instead }),
    }),
  )
  const deviation = verifierDeviation(asked.negative_test)
  const value = impliedMembers(deviation, asked)
  const result = zPresentationSessionRequest.safeParse(value)
  const named = new Set(Object.keys(asked))
  const schema = result.success ? haipErrors(value) : schemaErrors(result.error, value)
  const errors = [
    ...unsupported,
    ...schema.filter(({ pointer }) => !unsupported.some((one) => one.pointer === pointer)),
  ]
  if (!result.success) throw refusal(atBehaviour([...errors, ...scopeErrors(value)], translated.behaviour))
  const body = result.data
  const byDefault =
    defaultQuery ?? (asksForIsoMdoc(body) ? defaultMdocQuery : isByValue(body) ? defaultDcqlQuery : undefined)
  const effective = effectiveRequest(
    {
      ...toAsked(body),
      now: exchange.at,
      ...(pidTypes === undefined ? {} : { pidTypes }),
      named,
      ...(byDefault === undefined ? {} : { defaultQuery: isByValue(body) ? briefQuery(byDefault) : byDefault }),
    },
    validateDcql,
  )
  const ignoredMembers = boundNames([...named].filter(meansNothing(body)))
  const repeated = [...repeatedMembers(duplicates, body), ...unreadMembers(ignoredMembers)]
  const ofChannel = channelProblems(body, baseUrl)
  const ofRequest = atClientMetadata(effective.problems, given)
  const { counts } = ofRequest
  const listed = withInstead([...free.problems, ...ofRequest.listed], given, baseUrl)
  const mutations = askedMutations(asked, pointers)
  const found = [
    ...(unsupported.some(({ code }) => code === 'conflicting_options') ? [] : mutations.conflicts),
    // Before consequences of the prefix, such as the response mode, violate HAIP.
    ...prefixErrors(body, effective, deviation),
    ...errors,
    ...scopeErrors(value),
    ...channelErrors(body, named, effective),
    ...[...listed, ...ofChannel, ...repeated].filter(refuses(body)),
    ...trustErrors(body, validateDcql),
    ...missingNeeds(deviation, body, effective),
    ...contradiction(deviation, body),
    ...reportOfNothing(body, asked),
  ]
  const refused = onceEach(atBehaviour(found, translated.behaviour))
  const violations = body.allow_nonconforming_request
    ? 0
    : counts.violation + free.problems.filter(({ severity }) => severity === 'violation').length
  const unlisted = counts.refused + violations - listed.filter(refuses(body)).length
  if (refused.length > 0) throw refusal(refused, unlisted)
  const problemCount =
    counts.refused +
    counts.violation +
    counts.warning +
    counts.note +
    free.problems.length +
    ofChannel.length +
    repeated.length
  return {
    body,
    named,
    effective,
    problems: closed([...listed, ...ofChannel, ...repeated], problemCount),
    problemCount,
    mutations: mutations.asked,
    givenMutations: given.mutations,
    ignoredMembers,
    peer: {
      given: translated.given,
      wrong: translated.wrong,
      behaviour: translated.behaviour,
      pointers,
    },
  }
}

/** Problems, each once at its place. */
const onceEach = (problems: readonly RequestProblem[]): readonly RequestProblem[] => [
  ...new Map(problems.map((one) => [`${one.code} ${one.pointer} ${one.message}`, one])).values(),
]

/** A report is about changes that a tester asked for. */
const reportOfNothing = ({ expect }: PresentationSessionRequest, { mutations }: JsonObject): RequestProblem[] =>
  expect !== 'report' || mutations !== undefined
    ? []
    : [problem('/expect', 'invalid_request', 'A report is about a changed request: send mutations, or leave it out.')]

/** The body with the changes of its request that other members ask for, before those that it lists itself. */
const withChanges = (body: JsonObject, changes: readonly PeerMutation[]): JsonObject =>
  changes.length === 0 || (body.mutations !== undefined && !Array.isArray(body.mutations))
    ? body
    : { ...body, mutations: [...changes.map(({ operation }) => operation), ...listOf(body.mutations)] }

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Whether the link carries the whole request and must fit a QR code. */
export const isByValue = ({
  request_delivery: delivery,
  presentation_channel: channel,
}: PresentationSessionRequest): boolean => delivery === 'by_value' && channel !== 'dc_api'

/**
 * Unknown members, the method of a fetch that never happens, and members of other client id prefixes. OID4VP-1FINAL-5.1
 */
const meansNothing =
  (body: PresentationSessionRequest) =>
  (name: string): boolean => {
    const { request_delivery: delivery, client_id_prefix: prefix, presentation_channel: channel } = body
    return (
      !Object.hasOwn(zPresentationSessionRequest.shape, name) ||
      (name === 'request_uri_method' && delivery === 'by_value') ||
      (channel === 'dc_api' && meansNothingToBrowsers(name, body)) ||
      (name === 'registered_client_id' && prefix !== 'pre_registered') ||
      (name === 'did_method' && prefix !== 'decentralized_identifier')
    )
  }

/** Members about links, and the prefix if no entry names one. OID4VP-1FINALA-A.2 */
const meansNothingToBrowsers = (name: string, body: PresentationSessionRequest): boolean =>
  ofLinks.includes(name) || (name === 'client_id_prefix' && !protocolsOf(body).includes('openid4vp-v1-signed'))

/** Members about delivery by link. */
const ofLinks = ['scheme', 'request_uri_method', 'request_delivery']

/** Members needed by a deviation or implied by the client id prefix, if the tester left them open. */
function impliedMembers(deviation: VerifierDeviation | null, asked: JsonObject): JsonObject {
  const ofBrowser = deviation?.channels.includes('url') === false
  const channel = asked.presentation_channel ?? (ofBrowser ? 'dc_api' : 'url')
  const { request_uri_method, profile, trust_framework, return_redirect_uri, client_id_prefix, ...needs } =
    (deviation?.channels.some((one) => one === channel) ? deviation.needs : null) ?? {}
  const prefix = asked.client_id_prefix ?? client_id_prefix
  return {
    ...(ofBrowser ? { presentation_channel: 'dc_api' } : {}),
    ...(needs.dc_api_protocols === undefined ? {} : { dc_api_protocols: [...needs.dc_api_protocols] }),
    ...(request_uri_method === undefined ? {} : { request_uri_method }),
    ...(profile === undefined ? {} : { profile }),
    ...(trust_framework === undefined ? {} : { trust_framework }),
    ...(return_redirect_uri === undefined ? {} : { return_redirect_uri }),
    ...(client_id_prefix === undefined ? {} : { client_id_prefix }),
    ...(needs.request_delivery === 'by_value' ? { request_delivery: 'by_value' } : {}),
    ...(needs.response_mode === 'direct_post' || prefix === 'pre_registered' ? { response_mode: 'direct_post' } : {}),
    ...(client_id_prefix === 'pre_registered' ? { registered_client_id: usualRegisteredId } : {}),
    ...asked,
  }
}

/** Default name of the verifier in a test of pre-registered verifiers. */
const usualRegisteredId = 'wallet-capture'

/** Why a deviation would not show in this request. */
function missingNeeds(
  deviation: VerifierDeviation | null,
  body: PresentationSessionRequest,
  { parameters }: EffectiveRequest,
  isMadeByMutations = false,
): RequestProblem[] {
  if (deviation !== null && !deviation.channels.includes(body.presentation_channel))
    return [problem('/negative_test', 'invalid_request', wrongChannel[body.presentation_channel])]
  const { query, transaction, dc_api_protocols: named, ...needs } = deviation?.needs ?? {}
  const seen = { ...body, response_mode: askedMode(parameters.response_mode) ?? body.response_mode } as JsonObject
  const isOfLink = (name: string): boolean => body.presentation_channel === 'dc_api' && ofLinks.includes(name)
  // Mutations write it themselves.
  const isWritten = (name: string): boolean =>
    isMadeByMutations && name === 'response_mode' && deviation?.changes.responseMode !== undefined
  const missing = Object.entries(needs).filter(
    ([name, value]) => !isOfLink(name) && !isWritten(name) && seen[name] !== value,
  )
  const dcql = parameters.dcql_query
  const asksNothing =
    query === true && !(isObject(dcql) && Array.isArray(dcql.credentials) && dcql.credentials.length > 0)
  return [
    ...missing.map(([name, value]) =>
      problem(
        '/negative_test',
        name === 'trust_framework' ? 'trust_framework_needed' : 'invalid_request',
        `This test needs ${name} ${String(value)}.`,
      ),
    ),
    ...(deviation === null || (isMadeByMutations && named === undefined)
      ? []
      : otherProtocols(named ?? dcApiProtocolsDefault, body)),
    ...missingRegistration(deviation, body),
    ...(transaction === undefined ? [] : missingTransaction(transaction, body, parameters)),
    ...(asksNothing
      ? [problem('/negative_test', 'invalid_request', 'This test needs a DCQL query with a credential in it.')]
      : []),
  ]
}

/** Whether a session has what a test needs, so that mutations may make it. They may be in entries of any protocol. */
export const hasNeeds = (
  deviation: VerifierDeviation,
  body: PresentationSessionRequest,
  effective: EffectiveRequest,
): boolean =>
  missingNeeds(deviation, body, effective, true).length === 0 && prefixErrors(body, effective, deviation).length === 0

/** Explains a test for the other channel. */
const wrongChannel: Readonly<Record<PresentationChannel, string>> = {
  url: 'This test needs presentation_channel dc_api.',
  dc_api: 'This test is about a request that a link carries: it needs presentation_channel url.',
}

/** A wallet may answer another entry than the wrong one, so a test has only the entries that it is about. */
const otherProtocols = (needed: readonly DcApiProtocol[], body: PresentationSessionRequest): RequestProblem[] =>
  body.presentation_channel === 'url' || isSameJson([...protocolsOf(body)], [...needed])
    ? []
    : [problem('/negative_test', 'invalid_request', `This test needs dc_api_protocols ${JSON.stringify(needed)}.`)]

/** A transaction data test needs a first entry with what it changes. */
function missingTransaction(
  needed: NonNullable<VerifierNeeds['transaction']>,
  body: PresentationSessionRequest,
  parameters: JsonObject,
): RequestProblem[] {
  const tested = testedTransaction(body, parameters)
  const missing =
    tested === null
      ? 'transaction_data whose first entry is an object'
      : needed === 'required_field' && !Object.hasOwn(tested.first, tested.requiredField)
        ? 'transaction_required_field, the name of a member of the first entry of transaction_data'
        : needed === 'out_of_range' && !changesEntry(tested.outOfRange, tested.first)
          ? 'transaction_out_of_range with a member that differs from the first entry of transaction_data'
          : null
  return missing === null ? [] : [problem('/negative_test', 'invalid_request', `This test needs ${missing}.`)]
}

/** Input of a transaction data test; `null` without a readable entry. */
export function testedTransaction(
  body: Pick<PresentationSessionRequest, 'transaction_required_field' | 'transaction_out_of_range'>,
  { transaction_data: entries }: JsonObject,
): TestedTransaction | null {
  const [entry] = Array.isArray(entries) ? entries : []
  const first = entry === undefined ? null : decodeTransactionData(entry)
  return (
    first && {
      first: first as JsonObject,
      requiredField: body.transaction_required_field ?? '',
      outOfRange: (body.transaction_out_of_range ?? {}) as JsonObject,
    }
  )
}

/** A registration certificate test needs one by our registrar, since a tester's cannot be signed anew. */
function missingRegistration(
  deviation: VerifierDeviation | null,
  { registration_certificate: asked }: PresentationSessionRequest,
): RequestProblem[] {
  if (deviation === null || !isOfRegistration(deviation) || asked === 'auto') return []
  if (asked === 'none')
    return [problem('/negative_test', 'invalid_request', 'This test needs a registration certificate.')]
  return withAnyRegistrar.includes(deviation.id)
    ? []
    : [problem('/negative_test', 'own_registrar_needed', registrarNeeded(withAnyRegistrar, false))]
}

/**
 * A refusal test whose tester expects an answer, or vice versa: such a session would pass a careless wallet and fail a
 * good one.
 */
function contradiction(deviation: VerifierDeviation | null, { expect }: PresentationSessionRequest): RequestProblem[] {
  if (deviation === null || expect === undefined || expect === expectName(deviation.expects)) return []
  const due = deviation.expects === 'refusal' ? 'a refusal' : 'a response'
  return [problem('/expect', 'invalid_request', `A good wallet gives ${due} to ${deviation.id}: leave expect out.`)]
}

const refuses =
  ({ allow_nonconforming_request: tolerant }: PresentationSessionRequest) =>
  ({ severity }: RequestProblem): boolean =>
    severity === 'refused' || (severity === 'violation' && !tolerant)

function toAsked(body: PresentationSessionRequest) {
  const { response_type, response_mode, presentation_channel } = body
  const { presentation_request, dcql_query, scopes, transaction_data, verifier_info } = body
  return {
    response_type,
    response_mode,
    presentation_channel,
    ...(presentation_request === undefined ? {} : { presentation_request: presentation_request as JsonObject }),
    ...(dcql_query === undefined ? {} : { dcql_query: dcql_query as JsonObject }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(transaction_data === undefined ? {} : { transaction_data: transaction_data as Json }),
    ...(verifier_info === undefined ? {} : { verifier_info: verifier_info as Json }),
  }
}

function bodyValue(exchange: Exchange): { readonly value: JsonObject; readonly duplicates: readonly string[] } {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'empty') return { value: {}, duplicates: [] }
  const mediaType = mediaTypeOf(exchange)
  if (mediaType !== null && !/^application\/(json|[\w.+-]+\+json)$/.test(mediaType))
    throw new ProtocolError('invalid_request', 'Send the body as JSON, with Content-Type: application/json.')
  if (!body.ok && body.reason === 'too_large') {
    const description = `The body must not be longer than ${bodyBytesMax.sessionCreation} bytes.`
    throw new ProtocolError('payload_too_large', description)
  }
  const passed = exceededJsonBound(body)
  if (passed !== null) throw exceededError(passed, exchange)
  if (!body.ok || !isObject(body.value))
    throw new ProtocolError('invalid_request', 'The body must be a JSON object, or empty for the defaults.')
  refuseUnclearValues(body)
  return { value: body.value as JsonObject, duplicates: body.duplicates }
}

function exceededError(passed: Wording, { body }: Exchange): ProtocolError {
  const member = tooDeepMember(fromUtf8(body) ?? '')
  const pointer = member === null ? null : `/${pointerStep(member.slice(0, 64))}`
  const message = `It ${passed}.`
  const refused = pointer === '/mutations' ? mutationRefusal([{ code: 'too_large', pointer, message }]) : null
  return refused ?? new ProtocolError('invalid_request', `The body ${passed}.`, pointer === null ? {} : { pointer })
}

/** Repeated members reported individually. */
const repeatedMax = 20

/**
 * Repeated members of the body; the last one counts. They do not affect the request, so they refuse only a body that
 * demands strictness. RFC8259-4
 */
const repeatedMembers = (
  duplicates: readonly string[],
  { allow_nonconforming_request: tolerant }: PresentationSessionRequest,
): RequestProblem[] =>
  duplicates.slice(0, repeatedMax).map((pointer) => ({
    code: 'invalid_request',
    severity: tolerant ? 'note' : 'refused',
    pointer,
    message: 'The body holds this member more than once: the last one counts.',
    clause: 'RFC8259-4',
  }))

/** One problem per member that the schema refuses, in table order. */
function schemaErrors(error: z.ZodError, value: JsonObject): RequestProblem[] {
  const members = [...new Set(error.issues.map((issue) => String(issue.path[0] ?? '')))]
  const known = memberErrors
    .filter(([member]) => members.includes(member))
    .map(([member, code, message]) => problem(placeOf(member, error), code, message))
  const others = members
    .filter((member) => !memberErrors.some(([name]) => name === member))
    .map((member) => {
      const issue = issueToReport(error.issues.filter(({ path }) => String(path[0] ?? '') === member))
      return problem(`/${member}`, 'invalid_request', issue === undefined ? 'It is illegal.' : errorOf(issue))
    })
  return [...known, ...haipErrors(value), ...others]
}

/** Location of an error: an element of the member, if its first error is about one. */
function placeOf(member: string, { issues }: z.ZodError): string {
  const [, index] = issues.find(({ path }) => path[0] === member)?.path ?? []
  return typeof index === 'number' ? `/${member}/${index}` : `/${member}`
}

/** Requirement on a member, or the wrong member inside it. */
function errorOf(issue: z.core.$ZodIssue): string {
  const placed = placedIssue(issue)
  const inside = placed.path.slice(1).join('.')
  if (inside !== '') return `${withIssue(`Its member ${memberName(inside)}`, placed)}.`
  return placed.words.startsWith('each ') ? `E${placed.words.slice(1)}.` : `It ${placed.words}.`
}

/** What a HAIP verifier never sends. */
function haipErrors(value: JsonObject): RequestProblem[] {
  if (value.profile !== 'haip') return []
  const request = isObject(value.presentation_request) ? (value.presentation_request as JsonObject) : {}
  const mode = Object.hasOwn(value, 'response_mode') ? '/response_mode' : '/presentation_request/response_mode'
  const scopes = value.scopes ?? request.scope
  const queried = (value.dcql_query ?? request.dcql_query) !== undefined
  const inBrowser = value.presentation_channel === 'dc_api'
  const found: readonly (false | RequestProblem)[] = [
    value.request_delivery === 'by_value' &&
      !inBrowser &&
      verifierDeviation(value.negative_test)?.changes.delivery !== 'by_value' &&
      problem('/request_delivery', 'unsupported_request_delivery', 'HAIP sends requests by reference.', 'HAIP-5.1'),
    askedMode((value.response_mode ?? request.response_mode) as Json | undefined) === 'direct_post' &&
      verifierDeviation(value.negative_test)?.changes.responseMode !== 'direct_post' &&
      problem(
        mode,
        'unsupported_response_mode',
        inBrowser ? 'HAIP asks for an encrypted response: direct_post.jwt.' : 'HAIP asks for direct_post.jwt.',
        inBrowser ? 'HAIP-5.2' : 'HAIP-5.1',
      ),
    scopes !== undefined &&
      !queried &&
      readScopes(scopes).standsForQuery &&
      problem(
        value.scopes === undefined ? '/presentation_request/scope' : '/scopes',
        'invalid_scope',
        'HAIP asks with a DCQL query, not with a scope that stands for one.',
        'HAIP-5',
      ),
  ]
  return found.filter((one) => one !== false)
}

/** Problems of a registered query that are reported. */
const registeredProblemsMax = 50

/**
 * What the European framework rules out: registering an invalid query, and any client id but the certificate hash.
 * HAIP-5
 */
function trustErrors(body: PresentationSessionRequest, validateDcql: ValidateDcql): RequestProblem[] {
  const prefix = body.client_id_prefix
  const isOwn = body.access_certificate !== undefined || body.trust_identity !== undefined
  const otherName = (isOwn || body.trust_framework === 'eu') && prefix !== undefined && prefix !== 'x509_hash'
  const query = body.registered_query
  const broken =
    query === undefined ? [] : validateDcql(query as JsonObject).filter(({ severity }) => severity !== 'note')
  return [
    ...(otherName
      ? [
          problem(
            '/client_id_prefix',
            'invalid_request',
            'The framework eu, and a certificate of your own, need x509_hash.',
            'HAIP-5',
          ),
        ]
      : []),
    ...broken
      .slice(0, registeredProblemsMax)
      .map(({ pointer, message, clause }) =>
        problem(`/registered_query${pointer}`, 'invalid_registered_query', message, clause),
      ),
  ]
}

/** Contradictions to the client id prefix. OID4VP-1FINAL-5.9.3, HAIP-5 */
function prefixErrors(
  {
    client_id_prefix: prefix,
    profile,
    registered_client_id,
    presentation_request,
    request_delivery,
  }: PresentationSessionRequest,
  { parameters }: EffectiveRequest,
  deviation: VerifierDeviation | null,
): RequestProblem[] {
  if (prefix === undefined) return []
  const isUnderHaip = profile === 'haip' && prefix !== 'x509_hash' && !isSentUnderHaip(deviation, prefix)
  const isRegistered = prefix === 'pre_registered'
  const metadata = isObject(presentation_request) ? presentation_request.client_metadata : undefined
  const found: readonly (false | RequestProblem)[] = [
    isUnderHaip && problem('/client_id_prefix', 'invalid_request', 'HAIP knows verifiers by x509_hash.', 'HAIP-5'),
    isRegistered &&
      registered_client_id === undefined &&
      problem('/registered_client_id', 'invalid_request', 'It is needed with pre_registered.'),
    isRegistered &&
      askedMode(parameters.response_mode) !== 'direct_post' &&
      problem('/response_mode', 'invalid_request', 'A registered verifier sends no key: it needs direct_post.'),
    isRegistered &&
      metadata !== undefined &&
      problem(
        '/presentation_request/client_metadata',
        'invalid_request',
        'A registered verifier sends none; the test pre_registered_with_metadata does.',
        'OID4VP-1FINAL-8.5',
      ),
    prefix === 'redirect_uri' &&
      needsSignature(deviation) &&
      problem('/negative_test', 'invalid_request', 'This test needs a signed request, and redirect_uri has none.'),
    deviation?.rightWith?.includes(prefix) === true &&
      problem('/negative_test', 'invalid_request', `With ${prefix} nothing of this test is wrong.`),
    prefix === 'redirect_uri' &&
      request_delivery === 'by_value' &&
      deviation?.inObject === true &&
      problem('/negative_test', 'invalid_request', 'This test needs request_delivery by_reference with redirect_uri.'),
  ]
  return found.filter((one) => one !== false)
}

/** Whether the test is to send this prefix under HAIP. */
const isSentUnderHaip = (deviation: VerifierDeviation | null, prefix: string): boolean =>
  deviation?.needs?.profile === 'haip' && deviation.needs.client_id_prefix === prefix

const needsSignature = (deviation: VerifierDeviation | null): boolean => {
  const { header, compact, signer } = deviation?.changes ?? {}
  return header !== undefined || compact !== undefined || signer !== undefined
}

/** Problems of scopes with the right type; a wrong type is a schema error. */
function scopeErrors({ scopes }: JsonObject): RequestProblem[] {
  const isText =
    typeof scopes === 'string' || (Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))
  const error = isText && !asksForNoScope(scopes) ? readScopes(scopes).error : null
  return error === null ? [] : [problem('/scopes', 'invalid_scope', error, 'RFC6749-3.3')]
}

/** Refuses with all problems in `errors`, headed by the first, minus unlisted ones. */
function refusal(problems: readonly RequestProblem[], unlisted = 0): ProtocolError {
  const [first] = problems
  if (first === undefined) throw new Error('A request without a problem is not refused.')
  const description = `${pointerWords(first.pointer)} ${first.message}`
  const errors = closed(problems, problems.length + unlisted).map(
    ({ code, pointer, message, clause, legal_values, instead }) => ({
      code,
      pointer,
      message,
      clause,
      ...(legal_values === undefined ? {} : { legal_values }),
      ...(instead === undefined ? {} : { instead }),
    }),
  )
  const { legal_values, instead } = first
  return new ProtocolError(toErrorCode(first.code), description, {
    pointer: first.pointer,
    ...(legal_values === undefined ? {} : { legal_values }),
    ...(instead === undefined ? {} : { instead }),
    errors,
  })
}

/** Notes refuse nothing, so their codes never head a response. */
function toErrorCode(code: RequestProblem['code']): ErrorCode {
  invariant(Object.hasOwn(errorStatus, code), 'What refuses a request has a code of the table of errors.')
  return code as ErrorCode
}

/** Locates a problem without repeating input. */
function pointerWords(pointer: string): string {
  const member = pointer.split('/')[1] ?? ''
  return [zPresentationSessionRequest.shape, peerMembers(undefined)].some((known) => Object.hasOwn(known, member))
    ? `The member ${member}:`
    : 'The body:'
}
