import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Ports } from '../../ground/ports/ports'
import type { KeptCertificate, KeptRegistration, SessionTrust } from '../../ground/ports/session-trust'
import type { TrustKeys } from '../../ground/ports/trust'
import { toIso } from '../../ground/time/time'
import { testOrganization } from '../../ground/trust/organization'
import { registeredCredentials } from '../../ground/trust/registration/registered-credential'
import { verifierRegistration } from '../../ground/trust/registration/registration-claims'
import { registrationListSize } from '../../ground/trust/registration/registration-status-list'
import {
  encodeRegistration,
  registrationHeader,
  signRegistration,
} from '../../ground/trust/registration/sign-registration'
import { trustAddress } from '../../ground/trust/trust-addresses'
import { toBase64url } from '../../ground/values/base64url'
import type { Json, JsonObject } from '../../ground/values/json'
import { queryOfScope } from '../read/request/scope-query'
import type { ReadSessionRequest } from '../read/session/read-session-request'
import { defaultPurpose } from '../read/session/trust-options'

/** `format` of a registration certificate in `verifier_info`. E4722-6.3.2.2 */
const registrationFormat = 'registration_cert'

/** A request with the registration certificate that it carries, and what its session keeps. */
interface RegisteredRequest {
  readonly request: JsonObject
  /** `null` for a session of the test root whose tester sends no certificate. */
  readonly trust: SessionTrust | null
}

/**
 * Adds a registration certificate to a request: the tester's, or under the European framework one that registers the query
 * of the request. It is made once, for all deliveries. The tester's `verifier_info` wins unless they ask for both.
 * @see E4722-6.3.2.2, ARF3-RPRC_19
 */
export async function registerRequest(
  plainRequest: JsonObject,
  { asked, x5c }: { readonly asked: ReadSessionRequest; readonly x5c: readonly string[] },
  context: RequestContext,
): Promise<RegisteredRequest> {
  const { body, named } = asked
  const { ports } = context
  const isEuropean = body.trust_framework === 'eu'
  const own =
    body.registration_certificate === 'auto' || body.registration_certificate === 'none'
      ? null
      : body.registration_certificate
  if (!isEuropean && own === null && body.list_alias === undefined) return { request: plainRequest, trust: null }
  const trustId = toBase64url(ports.random(16))
  const isWanted = plainRequest.verifier_info === undefined || named.has('registration_certificate')
  const keys = isEuropean ? await ports.trustKeys() : null
  const made =
    keys === null || own !== null || body.registration_certificate === 'none' || !isWanted
      ? null
      : makeRegistration(plainRequest, { body, keys, trustId }, context)
  const registration: KeptRegistration | null =
    own === null ? made : { source: 'own', compact: own, status_index: null }
  const access = keys === null ? null : certificateFacts(x5c, ports)
  return {
    request:
      registration === null
        ? plainRequest
        : withRegistration(plainRequest, own ?? encodeRegistration(registration.compact, body.registration_encoding)),
    trust: { trust_id: trustId, access, registration },
  }
}

function makeRegistration(
  request: JsonObject,
  {
    body,
    keys,
    trustId,
  }: { readonly body: ReadSessionRequest['body']; readonly keys: TrustKeys; readonly trustId: string },
  { exchange, settings, ports }: RequestContext,
): KeptRegistration {
  const { legalName, identifier, country, services } = testOrganization
  const { baseUrl } = settings
  const [high = 0, low = 0] = ports.random(2)
  const statusIndex = (high * 256 + low) % registrationListSize
  const query =
    (body.registered_query as JsonObject | undefined) ?? request.dcql_query ?? queryOfScope(request, settings)
  const claims = verifierRegistration(
    {
      organization: { identifier, legalName, tradeName: services.verifier.tradeName, country },
      baseUrl,
      entitlements: ['Service_Provider'],
      jti: ports.uuid(),
      issuedAt: exchange.at,
      status: { idx: statusIndex, uri: trustAddress.sessionStatusList(baseUrl, trustId) },
    },
    {
      id: trustId,
      purpose: body.registered_purpose ?? defaultPurpose,
      credentials: query === null ? null : registeredCredentials(query),
    },
  )
  const header = registrationHeader(
    { typ: body.registration_typ, x5c: keys.registrar.x5c, issuedAt: exchange.at },
    ports.sha256,
  )
  return { source: 'made', compact: signRegistration(header, claims, keys.registrar), status_index: statusIndex }
}

/** One more entry, behind those of the tester. What they sent in another shape than a list stays as it is. */
function withRegistration(request: JsonObject, data: string): JsonObject {
  const { verifier_info: given = [] } = request
  if (!Array.isArray(given)) return request
  const entry: Json = { format: registrationFormat, data }
  return { ...request, verifier_info: [...given, entry] }
}

/** What the leaf says; `null` for one that cannot be read. */
function certificateFacts(
  x5c: readonly string[],
  { trustAnchors }: Pick<Ports, 'trustAnchors'>,
): KeptCertificate | null {
  const read = trustAnchors('credential_issuer')(x5c)
  if (!read.readable) return null
  const [{ subject, issuer, sha256, notAfter }] = read.certificates
  return { subject, issuer, sha256, not_after: toIso(notAfter) }
}
