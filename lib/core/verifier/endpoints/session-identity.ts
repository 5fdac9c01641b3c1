import type { RequestContext } from '../../engine/endpoints/request-context'
import { refusedMember } from '../../engine/sessions/refused-member'
import { signJwt } from '../../ground/jose/jwt'
import type { Signer } from '../../ground/ports/keys'
import type { Ports } from '../../ground/ports/ports'
import type { ProtocolSettings } from '../../ground/ports/settings'
import { addSeconds, type EpochMillis, toEpochSeconds } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'
import { verifierDeviation } from '../deviations'
import type { VerifierDeviation } from '../deviations/verifier-deviation'
import { type ClientIdPrefix, namesItsHost, originalClientId, verifierClientId } from '../identity/verifier-client-id'
import { attestationIssuer, hasDnsName, verifierHost } from '../identity/verifier-uris'
import type { ReadSessionRequest } from '../read/session/read-session-request'

/** By what the wallet of a session knows the verifier. */
interface SessionIdentity {
  readonly clientId: string
  /** The verifier attestation; `null` where the client id needs none. */
  readonly attestation: string | null
  /** A request without what does not go with the client id. */
  readonly asSent: (request: JsonObject) => JsonObject
}

/**
 * Who asks in a session: as the tester says, or as the installation is set.
 * @param signer under the certificates that are sent; its public key is that of the verifier
 * @param isTrusted under an access certificate: European trust is evaluated only of verifiers that are known by its hash. HAIP-5
 */
export async function sessionIdentity(
  { body }: ReadSessionRequest,
  {
    signer,
    responseUri,
    isTrusted,
  }: { readonly signer: Pick<Signer, 'x5c' | 'publicJwk'>; readonly responseUri: string; readonly isTrusted: boolean },
  { exchange, settings, ports }: RequestContext,
): Promise<SessionIdentity> {
  const { baseUrl } = settings
  const prefix = prefixOf(body, settings, isTrusted)
  const { did_method: didMethod, registered_client_id: registeredClientId } = body
  const clientId = verifierClientId(
    { prefix, baseUrl, signer, responseUri, didMethod, registeredClientId },
    ports.sha256,
  )
  const attested = {
    baseUrl,
    subject: originalClientId(clientId),
    publicJwk: signer.publicJwk,
    responseUri,
    issuedAt: exchange.at,
    expiresAt: addSeconds(exchange.at, body.expires_in),
    changes: verifierDeviation(body.negative_test)?.changes.attestation,
  }
  return {
    clientId,
    attestation: prefix === 'verifier_attestation' ? await makeAttestation(attested, ports) : null,
    asSent: without(notSent(prefix, body.request_delivery)),
  }
}

const prefixOf = (
  { client_id_prefix: asked }: ReadSessionRequest['body'],
  { verifierClientIdPrefix }: Pick<ProtocolSettings, 'verifierClientIdPrefix'>,
  isTrusted: boolean,
): ClientIdPrefix => (isTrusted ? 'x509_hash' : (asked ?? verifierClientIdPrefix))

/**
 * What of a request does not go with a prefix: a registered verifier sends no metadata, and parameters in a link have no audience.
 * OID4VP-1FINAL-8.5, RFC6749-4.1.1
 */
function notSent(prefix: ClientIdPrefix, delivery: string): string | null {
  if (prefix === 'pre_registered') return 'client_metadata'
  return prefix === 'redirect_uri' && delivery === 'by_value' ? 'aud' : null
}

const without =
  (left: string | null) =>
  (request: JsonObject): JsonObject =>
    left === null ? request : Object.fromEntries(Object.entries(request).filter(([name]) => name !== left))

/**
 * Refuses the prefix `x509_san_dns` where the verifier has no certificate for a DNS name, and a `did:web` without one: an address
 * is none.
 * @throws ProtocolError
 * @see OID4VP-1FINAL-5.9.3, https://w3c-ccg.github.io/did-method-web/
 */
export function refuseNamelessHost(
  { client_id_prefix: prefix, did_method: didMethod }: ReadSessionRequest['body'],
  { settings, ports }: RequestContext,
): void {
  const host = verifierHost(settings.baseUrl)
  const isWebDid = prefix === 'decentralized_identifier' && didMethod === 'web'
  if ((prefix === 'x509_san_dns' || isWebDid) && !hasDnsName(settings.baseUrl))
    throw refusedMember(
      'invalid_request',
      isWebDid ? '/did_method' : '/client_id_prefix',
      `The host ${host} of this service is no DNS name.`,
    )
  if (prefix === 'x509_san_dns' && !namesItsHost({ settings, ports }))
    throw refusedMember('invalid_request', '/client_id_prefix', `The verifier has no certificate for ${host}.`)
}

/** `typ` of a verifier attestation. OID4VP-1FINAL-12 */
const attestationType = 'verifier-attestation+jwt'

interface Attested {
  readonly baseUrl: string
  /** The client id without its prefix. */
  readonly subject: string
  /** The key that signs the requests. */
  readonly publicJwk: Signer['publicJwk']
  readonly responseUri: string
  readonly issuedAt: EpochMillis
  readonly expiresAt: EpochMillis
  readonly changes: VerifierDeviation['changes']['attestation']
}

/**
 * The verifier attestation of one session. Its `sub` is the client id without the prefix: section 12 names the client id, and
 * section 5.9.3 compares the rest of it, as wallets do.
 * @see OID4VP-1FINAL-12, OID4VP-1FINAL-5.9.3
 */
async function makeAttestation(
  { baseUrl, subject, publicJwk, responseUri, issuedAt, expiresAt, changes }: Attested,
  { verifierKeys }: Pick<Ports, 'verifierKeys'>,
): Promise<string> {
  const stranger = changes?.untrusted === true ? await verifierKeys.wrongSigner('untrusted_chain') : null
  const issuer = stranger ?? (await verifierKeys.attestationIssuer())
  const claims: JsonObject = {
    iss: attestationIssuer(baseUrl),
    sub: subject,
    iat: toEpochSeconds(issuedAt),
    exp: toEpochSeconds(expiresAt),
    cnf: { jwk: { ...publicJwk } },
  }
  const header = {
    typ: attestationType,
    ...(issuer.x5c.length === 0 ? { kid: (await verifierKeys.attestationIssuer()).kid } : { x5c: [...issuer.x5c] }),
  }
  const compact = signJwt({ header, claims: changes?.claims?.(claims, { responseUri }) ?? claims, signer: issuer })
  return changes?.compact?.(compact) ?? compact
}
