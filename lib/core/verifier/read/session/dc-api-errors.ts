import { isObject, type JsonObject } from '../../../shared/values/json'
import { isSecureOrigin } from '../../identity/verifier-uris'
import { mdocQueryErrors } from '../annex-c/device-request'
import type { EffectiveRequest } from '../request/effective-request'
import { type RequestProblem, refused } from '../request/request-problem'
import { asksForNoScope } from '../request/session-query'
import { dcApiProtocolsDefault } from './dc-api-options'
import type { PresentationSessionRequest } from './session-options'

/** Contradictions to the request's channel. HAIP-5, OID4VP-1FINALA-A.2 */
export function channelErrors(
  body: PresentationSessionRequest,
  named: ReadonlySet<string>,
  { parameters }: EffectiveRequest,
): RequestProblem[] {
  const { presentation_channel: channel, dc_api_protocols: protocols = [], scopes } = body
  if (channel === 'url')
    return [
      ...protocols.map((_, index) => `/dc_api_protocols/${index}`),
      ...(body.dc_api_extra_origins.length > 0 ? ['/dc_api_extra_origins'] : []),
    ].map((pointer) => refused(pointer, 'invalid_request', 'It needs presentation_channel dc_api.'))
  const typePointer = named.has('response_type') ? '/response_type' : '/presentation_request/response_type'
  const type = parameters.response_type
  const found: readonly (false | RequestProblem)[] = [
    (type === 'code' || type === 'vp_token id_token') &&
      refused(typePointer, 'unsupported_response_type', 'A browser carries vp_token only.', 'HAIP-5'),
    scopes !== undefined &&
      !asksForNoScope(scopes) &&
      refused('/scopes', 'invalid_scope', 'A request to a browser has no scope.', 'OID4VP-1FINALA-A.2'),
    body.return_redirect_uri &&
      refused('/return_redirect_uri', 'invalid_request', 'A response through the browser has no redirect_uri.'),
    body.client_id_prefix === 'redirect_uri' &&
      protocolsOf(body).includes('openid4vp-v1-signed') &&
      refused(
        '/client_id_prefix',
        'invalid_request',
        'A request with redirect_uri cannot be signed: ask for openid4vp-v1-unsigned.',
        'OID4VP-1FINAL-5.9.3',
      ),
    ...protocols.map(
      (protocol, index) =>
        body.client_id_prefix === 'pre_registered' &&
        protocol !== 'openid4vp-v1-signed' &&
        refused(
          `/dc_api_protocols/${index}`,
          'invalid_request',
          'A registered verifier asks with openid4vp-v1-signed alone.',
          'OID4VP-1FINAL-5.9.2',
        ),
    ),
    ...isoMdocErrors(body, named, parameters),
  ]
  return found.filter((one) => one !== false)
}

/** Whether an entry uses ISO/IEC 18013-7. */
export const asksForIsoMdoc = (
  body: Pick<PresentationSessionRequest, 'presentation_channel' | 'dc_api_protocols'>,
): boolean => body.presentation_channel === 'dc_api' && protocolsOf(body).includes('org-iso-mdoc')

/** What such an entry cannot express. ISO18013-7-C */
function isoMdocErrors(
  body: PresentationSessionRequest,
  named: ReadonlySet<string>,
  { dcql_query: query, transaction_data: transactionData }: JsonObject,
): RequestProblem[] {
  if (!asksForIsoMdoc(body)) return []
  const given = isObject(body.presentation_request) ? body.presentation_request : {}
  const placeOf = (member: string): string =>
    named.has(member)
      ? `/${member}`
      : given[member] === undefined
        ? `/dc_api_protocols/${protocolsOf(body).indexOf('org-iso-mdoc')}`
        : `/presentation_request/${member}`
  const found: readonly (false | RequestProblem)[] = [
    ...mdocQueryErrors(query).map((problem) => ({ ...problem, pointer: atMember(placeOf('dcql_query'), problem) })),
    body.trusted_list !== undefined &&
      refused('/trusted_list', 'invalid_dcql_query', 'org-iso-mdoc has no place for it.', 'ISO18013-7-C'),
    transactionData !== undefined &&
      refused(
        placeOf('transaction_data'),
        'invalid_request',
        'org-iso-mdoc has no place for transaction data.',
        'ISO18013-7-C',
      ),
  ]
  return found.filter((one) => one !== false)
}

/** Points into the tester's query; a query derived from an issuance is not in the body. */
const atMember = (place: string, { pointer }: RequestProblem): string =>
  place.startsWith('/dc_api_protocols') ? place : `${place}${pointer}`

/**
 * Violations in a browser request that are sent as the tester asked.
 * @see OID4VP-1FINALA-A.2
 */
export function channelProblems(
  { presentation_channel: channel, presentation_request: given }: PresentationSessionRequest,
  baseUrl: string | undefined,
): RequestProblem[] {
  if (channel === 'url') return []
  const own: JsonObject = isObject(given) ? (given as JsonObject) : {}
  const found: readonly (false | RequestProblem)[] = [
    baseUrl !== undefined &&
      !isSecureOrigin(baseUrl) &&
      violation(
        '/presentation_channel',
        'insecure_transport',
        'Browsers have the Digital Credentials API over https and on localhost only, see BASE_URL.',
      ),
    own.state !== undefined &&
      violation('/presentation_request/state', 'invalid_presentation_request', 'A request to a browser has no state.'),
    own.scope !== undefined &&
      violation('/presentation_request/scope', 'invalid_scope', 'A request to a browser has no scope.'),
  ]
  return found.filter((one) => one !== false)
}

/** Protocols of a session, in entry order. */
export const protocolsOf = ({ dc_api_protocols: named }: Pick<PresentationSessionRequest, 'dc_api_protocols'>) =>
  named ?? dcApiProtocolsDefault

const violation = (pointer: string, code: RequestProblem['code'], message: string): RequestProblem => ({
  code,
  severity: 'violation',
  pointer,
  message,
  clause: 'OID4VP-1FINALA-A.2',
})
