import type { RequestContext } from '../../engine/endpoints/request-context'
import { refusedMember } from '../../engine/sessions/refused-member'
import { signJwt } from '../../shared/jose/jwt'
import type { Signer } from '../../shared/ports/keys'
import type { Ports } from '../../shared/ports/ports'
import type { ProtocolSettings } from '../../shared/ports/settings'
import { addSeconds, type EpochMillis, toEpochSeconds } from '../../shared/time/time'
import type { JsonObject } from '../../shared/values/json'
import { verifierDeviation } from '../deviations'
import type { VerifierDeviation } from '../deviations/verifier-deviation'
import { type ClientIdPrefix, namesItsHost, originalClientId, verifierClientId } from '../identity/verifier-client-id'
import { attestationIssuer, hasDnsName, verifierHost } from '../identity/verifier-uris'
import type { ReadSessionRequest } from '../read/session/read-session-request'

/** How the session's wallet identifies the verifier. */
interface SessionIdentity {
  readonly clientId: string
  /** The verifier attestation; `null` if the client id needs none. */
  readonly attestation: string | null
  /** Removes what does not fit the client id. */
  readonly asSent: (request: JsonObject) => JsonObject
}

/**
 * The verifier's identity in a session, from the tester or the installation.
 * @param signer with the certificates sent; its public key is the verifier's
 * @param isTrusted has an access certificate: European trust applies only to verifiers identified by its hash. HAIP-5
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
 * Parameter that a prefix excludes: a pre-registered verifier sends no metadata, and link parameters have no audience.
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
 * Refuses `x509_san_dns` and `did:web` for a verifier without a DNS name; an IP address is not enough.
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
  /** Signs the requests. */
  readonly publicJwk: Signer['publicJwk']
  readonly responseUri: string
  readonly issuedAt: EpochMillis
  readonly expiresAt: EpochMillis
  readonly changes: VerifierDeviation['changes']['attestation']
}

/**
 * A session's verifier attestation. `sub` is the client id without prefix: section 12 names the client id, but section
 * 5.9.3 compares the rest of it, as wallets do.
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
