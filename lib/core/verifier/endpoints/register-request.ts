import { keptHolder, type OwnSigning, organizationOf } from '../../engine/endpoints/own-access'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { refusedMember } from '../../engine/sessions/refused-member'
import { registrarNeeded } from '../../engine/sessions/trust-options'
import { signJwt } from '../../shared/jose/jwt'
import { digestOf } from '../../shared/ports/digests'
import { ProtocolError } from '../../shared/ports/errors'
import type { Signer } from '../../shared/ports/keys'
import type { KeptRegistration, SessionTrust } from '../../shared/ports/session-options'
import type { TrustKeys } from '../../shared/ports/trust'
import { addSeconds, toEpochSeconds } from '../../shared/time/time'
import { keptCertificate } from '../../shared/trust/certificates'
import { overAsked, registeredCredentials } from '../../shared/trust/registration/registered-credential'
import {
  encodeRegistration,
  readRegistration,
  registrationHeader,
  signRegistration,
  verifierRegistration,
} from '../../shared/trust/registration/registration'
import { drawStatusIndex } from '../../shared/trust/registration/registration-status-list'
import { trustAddress } from '../../shared/trust/trust-addresses'
import type { Json, JsonObject } from '../../shared/values/json'
import { isOfRegistration, verifierDeviation, withAnyRegistrar } from '../deviations'
import { registrationFormat } from '../deviations/same-as'
import type { KeyBoundInfoChanges, TrustChanges } from '../deviations/verifier-deviation'
import { queryOfScope } from '../read/request/session-query'
import type { ReadSessionRequest } from '../read/session/read-session-request'
import type { PresentationSessionRequest } from '../read/session/session-options'
import { defaultPurpose } from '../read/session/trust-options'
import { keyBoundFormat } from '../read/session/verifier-info-options'

/**
 * Adds an attestation about the verifier: an SD-JWT of our registrar with the verifier's key, and a Key Binding JWT
 * over `nonce` and client id. Unchanged unless the test adds one.
 * @param key of the verifier in this session
 * @see OID4VP-1FINAL-5.11.1, RFC9901-4.3
 */
export async function withKeyBoundInfo(
  request: JsonObject,
  body: Pick<PresentationSessionRequest, 'verifier_info_format' | 'expires_in'>,
  changes: KeyBoundInfoChanges | undefined,
  key: Signer,
  { exchange, settings, ports }: RequestContext,
): Promise<JsonObject> {
  if (changes === undefined) return request
  const { registrar } = await ports.trustKeys()
  const iat = toEpochSeconds(exchange.at)
  const { client_id = null, nonce = null, verifier_info: given } = request
  const attestation = signJwt({
    header: { typ: 'verifier-info+sd-jwt', x5c: [...registrar.x5c] },
    claims: {
      iss: settings.baseUrl,
      sub: client_id,
      iat,
      exp: toEpochSeconds(addSeconds(exchange.at, body.expires_in)),
      cnf: { jwk: key.publicJwk },
    },
    signer: registrar,
  })
  const bound = `${attestation}~`
  const claims: JsonObject = { iat, aud: client_id, nonce, sd_hash: digestOf(bound, ports.sha256) }
  const proof = signJwt({ header: { typ: 'kb+jwt' }, claims: changes.proof?.(claims) ?? claims, signer: key })
  const data = changes.compact?.(bound + proof) ?? bound + proof
  return {
    ...request,
    verifier_info: [
      ...(Array.isArray(given) ? given : []),
      { format: body.verifier_info_format ?? keyBoundFormat, data },
    ],
  }
}

/** A request with its registration certificate, and what the session stores. */
interface RegisteredRequest {
  readonly request: JsonObject
  /** `null` for a test root session without a tester's certificate. */
  readonly trust: SessionTrust | null
}

/**
 * Adds a registration certificate to a request: the tester's, or under the European framework one that registers the
 * request's query. Made once, for all deliveries. The tester's `verifier_info` wins unless they ask for both.
 * @see E4722-6.3.2.2, ARF3-RPRC_19
 */
export async function registerRequest(
  plainRequest: JsonObject,
  { asked, x5c, trustId, ownAccess }: ToRegister,
  context: RequestContext,
): Promise<RegisteredRequest> {
  const { body, named } = asked
  const { ports } = context
  const isEuropean = body.trust_framework === 'eu'
  if (trustId === null) return { request: plainRequest, trust: null }
  const changes = verifierDeviation(body.negative_test)?.changes.trust ?? null
  const isWanted = changes !== null || plainRequest.verifier_info === undefined || named.has('registration_certificate')
  const own = ownRegistration(body.registration_certificate, isEuropean && isWanted ? ownAccess : null)
  if (own !== null) requireTestable(own, plainRequest, asked, context)
  const keys = isEuropean ? await ports.trustKeys() : null
  const make = (): KeptRegistration | null => {
    const altered = (compact: string): string => changes?.compact?.(compact) ?? compact
    if (own !== null) return { source: 'own', compact: altered(own), status_index: null }
    if (keys === null || body.registration_certificate === 'none' || !isWanted) return null
    const made = makeRegistration(plainRequest, { body, keys, trustId, changes: changes ?? {}, ownAccess }, context)
    return { ...made, compact: altered(made.compact) }
  }
  const registration = make()
  const dataOf = (one: KeptRegistration | null): Json =>
    one === null || one.source === 'own'
      ? (one?.compact ?? null)
      : encodeRegistration(one.compact, body.registration_encoding)
  const data = registration === null ? [] : [dataOf(registration)]
  const entries = data.flatMap((one) => changes?.entries?.(one, () => dataOf(make())) ?? [one])
  const access = keys === null && ownAccess === null ? null : keptCertificate(x5c, ports)
  return {
    request: withRegistrations(plainRequest, entries),
    trust: {
      trust_id: trustId,
      access,
      ...(ownAccess === null ? {} : { own: keptHolder(ownAccess) }),
      registration: entries.length === 0 ? null : registration,
    },
  }
}

/** Input of a registration. */
interface ToRegister {
  readonly asked: ReadSessionRequest
  /** Of the access certificate. */
  readonly x5c: readonly string[]
  /** `null` for a test root session without a tester's certificate. */
  readonly trustId: string | null
  /** The tester's access certificate, if used. */
  readonly ownAccess: OwnSigning | null
}

/** Whether a session takes part in the European framework and thus needs a public trust id. */
export const hasTrust = ({
  trust_framework,
  registration_certificate,
  list_alias,
  trusted_list,
}: ReadSessionRequest['body']): boolean =>
  trust_framework === 'eu' ||
  list_alias !== undefined ||
  trusted_list !== undefined ||
  !['auto', 'none'].includes(registration_certificate)

/** The tester's certificate, or the one that belongs to the installation's access certificate they name. */
const ownRegistration = (asked: string, ownAccess: OwnSigning | null): string | null =>
  asked === 'auto' ? (ownAccess?.identity?.registration ?? null) : asked === 'none' ? null : asked

/**
 * Throws for a test that another registrar's certificate cannot have: it cannot be signed anew here, and a request
 * within its registration exceeds nothing.
 */
function requireTestable(
  compact: string,
  plainRequest: JsonObject,
  { body }: ReadSessionRequest,
  { settings }: RequestContext,
): void {
  const deviation = verifierDeviation(body.negative_test)
  if (deviation === null || !isOfRegistration(deviation)) return
  if (!withAnyRegistrar.includes(deviation.id)) {
    const says = registrarNeeded(withAnyRegistrar, body.registration_certificate === 'auto')
    throw refusedMember('own_registrar_needed', '/negative_test', says)
  }
  if (deviation.changes.trust?.overAsks !== true) return
  const asked = plainRequest.dcql_query ?? queryOfScope(plainRequest, settings)
  const registered = readRegistration(compact)?.credentials ?? []
  if (asked !== null && overAsked(registeredCredentials(asked), registered).length > 0) return
  throw refusedMember(
    'own_registrar_needed',
    '/negative_test',
    'The certificate of another registrar registers all that the request asks for: ask for a claim outside it in dcql_query, or let our registrar issue one.',
  )
}

function makeRegistration(
  request: JsonObject,
  {
    body,
    keys,
    trustId,
    changes,
    ownAccess,
  }: {
    readonly body: ReadSessionRequest['body']
    readonly keys: TrustKeys
    readonly trustId: string
    readonly changes: TrustChanges
    readonly ownAccess: OwnSigning | null
  },
  { exchange, settings, ports }: RequestContext,
): KeptRegistration {
  const { baseUrl } = settings
  const statusIndex = drawStatusIndex(ports.random)
  const asked = request.dcql_query ?? queryOfScope(request, settings)
  const query = changes.registers
    ? notAllOf(asked, changes.registers)
    : ((body.registered_query as JsonObject | undefined) ?? asked)
  const signer = changes.signer?.(keys) ?? keys.registrar
  const claims = verifierRegistration(
    {
      organization: organizationOf(ownAccess, 'verifier'),
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
    { typ: body.registration_typ, x5c: signer.x5c, issuedAt: exchange.at },
    ports.sha256,
  )
  const compact = signRegistration(changes.header?.(header) ?? header, changes.claims?.(claims) ?? claims, signer)
  return { source: 'made', compact, status_index: statusIndex }
}

/**
 * The part of a query that a test registers. Throws `test_needs_two_claims` if that is all of it or there is none,
 * because then nothing is exceeded.
 */
function notAllOf(asked: Json | null, registers: NonNullable<TrustChanges['registers']>): JsonObject {
  const query = asked === null ? {} : registers(asked as JsonObject)
  if (asked === null || overAsked(registeredCredentials(asked), registeredCredentials(query)).length === 0)
    throw new ProtocolError(
      'test_needs_two_claims',
      'The test needs a query for two claims of a credential, or more.',
      {
        pointer: '/negative_test',
      },
    )
  return query
}

/** Appends entries to the tester's; a value that is no list stays unchanged. */
function withRegistrations(request: JsonObject, entries: readonly Json[]): JsonObject {
  const { verifier_info: given = [] } = request
  if (!Array.isArray(given) || entries.length === 0) return request
  const added = entries.map((data): Json => ({ format: registrationFormat, data }))
  return { ...request, verifier_info: [...given, ...added] }
}
