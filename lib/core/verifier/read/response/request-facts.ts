import type { Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import { deviationOf } from '../../deviations'
import { originalClientId } from '../../identity/verifier-client-id'
import { lackForEncryption } from '../request/client-metadata'
import { sessionQuery } from '../request/session-query'
import { transactionEntries } from '../transaction/transaction-hashes'
import type { RequestFacts } from './response-reading'

/** The facts of the sent request that responses are judged against. */
export function requestFacts(session: PresentationSession, ports: Pick<Ports, 'isPublicKey'>): RequestFacts {
  const { responseType, responseMode } = session
  const request = deviationOf(session)?.changes.claims?.(session.request) ?? session.request
  const dcql = sessionQuery(session, request)
  const transactionData = request.transaction_data ?? null
  const changed = session.options.mutated === undefined ? undefined : changedFacts(session, request, ports)
  return {
    // If a test removes or corrupts these, responses are judged by the correct ones.
    clientId: String(request.client_id ?? session.request.client_id ?? ''),
    nonce: textOf(request.nonce),
    responseUri: responseUriOf(session.request),
    responseType,
    responseMode: changed === undefined ? responseMode : modeOf(request.response_mode, responseMode),
    dcql,
    transactionData,
    transactions: transactionEntries(transactionData, dcql),
    subjectSyntaxes: subjectSyntaxesOf(request),
    ...(changed === undefined ? {} : { changed }),
  }
}

/** How a request asks for its response, whatever carries it; the right way where it asks for none that we take. */
const modeOf = (mode: Json | undefined, right: RequestFacts['responseMode']): RequestFacts['responseMode'] =>
  mode === 'direct_post' || mode === 'dc_api'
    ? 'direct_post'
    : mode === 'direct_post.jwt' || mode === 'dc_api.jwt'
      ? 'direct_post.jwt'
      : right

/** What mutations removed of the values that responses bind to, and what these were before. */
function changedFacts(
  { options, dcApi, request: kept }: PresentationSession,
  request: JsonObject,
  { isPublicKey }: Pick<Ports, 'isPublicKey'>,
): NonNullable<RequestFacts['changed']> {
  // The entries of a browser request differ, so each is changed as it is delivered.
  const before = dcApi === undefined ? (options.request_before_test ?? {}) : kept
  return {
    removed: [
      ...(['nonce', 'client_id'] as const).filter((name) => before[name] !== undefined && request[name] === undefined),
      // A client id may hold it.
      ...(responseUriOf(before) !== '' && responseUriOf(request) === '' ? ['response_uri' as const] : []),
    ],
    nonce: textOf(before.nonce),
    clientId: textOf(before.client_id),
    responseUri: responseUriOf(before),
    encryption: lackByChange(before, request, isPublicKey),
  }
}

/** Why a wallet cannot encrypt to a request, where that is by the change; `null` if it can, or could not before either. */
function lackByChange(before: JsonObject, request: JsonObject, isPublicKey: Ports['isPublicKey']) {
  const isEncrypted = (mode: Json | undefined) => mode === 'direct_post.jwt' || mode === 'dc_api.jwt'
  if (!isEncrypted(request.response_mode)) return request.response_mode === before.response_mode ? null : 'no_mode'
  const lack = lackForEncryption(request, isPublicKey)
  const lackedBefore = isEncrypted(before.response_mode) && lackForEncryption(before, isPublicKey) !== null
  return lackedBefore ? null : lack
}

/** Response URI of a request, which may be in its client id only. OID4VP-1FINAL-5.9.3 */
function responseUriOf({ response_uri: named, client_id: id }: JsonObject): string {
  const inId = named === undefined && typeof id === 'string' && id.startsWith('redirect_uri:')
  return inId ? originalClientId(id) : textOf(named)
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

function subjectSyntaxesOf({ client_metadata: metadata }: JsonObject): string[] {
  const syntaxes = isObject(metadata) ? metadata.subject_syntax_types_supported : null
  return Array.isArray(syntaxes) ? syntaxes.filter((syntax): syntax is string => typeof syntax === 'string') : []
}

/** JOSE algorithms that the request allows for an ID Token. */
export function idTokenAlgorithms({ request }: PresentationSession): readonly string[] {
  const metadata = request.client_metadata
  const named = isObject(metadata) ? metadata.id_token_signed_response_alg : null
  return typeof named === 'string' ? [named] : ['ES256']
}

/** JOSE algorithms that the request allows for an SD-JWT VC and its key binding. OID4VP-1FINALA-B.3.4 */
export function allowedAlgorithms(session: PresentationSession): {
  readonly issuer: readonly string[]
  readonly holder: readonly string[]
} {
  const own = supportedOf(session, 'dc+sd-jwt')
  return { issuer: namesOf(own['sd-jwt_alg_values']), holder: namesOf(own['kb-jwt_alg_values']) }
}

/** COSE algorithms that the request allows for an mdoc and its device signature. OID4VP-1FINALA-B.2.2 */
export function allowedCoseAlgorithms(session: PresentationSession): {
  readonly issuer: readonly number[]
  readonly device: readonly number[]
} {
  const own = supportedOf(session, 'mso_mdoc')
  return { issuer: numbersOf(own.issuerauth_alg_values), device: numbersOf(own.deviceauth_alg_values) }
}

function supportedOf({ request }: PresentationSession, format: string): Record<string, unknown> {
  const metadata = request.client_metadata
  const formats = isObject(metadata) && isObject(metadata.vp_formats_supported) ? metadata.vp_formats_supported : {}
  const own = Object.hasOwn(formats, format) ? formats[format] : null
  return isObject(own) ? own : {}
}

/** Supported algorithms, for a request without any. */
const verifiable = ['ES256', 'ES384', 'ES512']

const namesOf = (value: unknown): string[] => {
  const names = Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
  return names.length > 0 ? names : verifiable
}

/** COSE numbers of ES256, ES384 and ES512, with and without curve. RFC9053-2.1, RFC9864-2.1 */
const verifiableByCose = [-7, -9, -35, -51, -36, -52]

const numbersOf = (value: unknown): number[] => {
  const numbers = Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : []
  return numbers.length > 0 ? numbers : verifiableByCose
}
