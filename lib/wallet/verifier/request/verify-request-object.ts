import { createHash, type KeyObject, type X509Certificate } from 'node:crypto'
import { WalletStop } from '../../errors'
import { requireWebUrl } from '../../http/web-url'
import { type CompactJws, importPublicJwk, verifyEs256 } from '../../jose/jws'
import { isSelfSigned } from '../../jose/issuing'
import { readSigningCertificate, type SigningCertificate } from '../../jose/signing-certificate'
import { type JsonObject, stringMember, stringsMember } from '../../json'
import { nowSeconds } from '../../run'
import type { AuthorizationLink } from '../authorization-link'
import type { Run } from '../run'
import { attestedKey } from './attested-key'
import { didKey } from './did-key'
import { RequestRefused } from './request-refused'

const clockSkewSeconds = 15
/** The audience when the verifier has not discovered the wallet's metadata (OID4VP-1FINAL-5.8). */
const staticAudience = 'https://self-issued.me/v2'

/**
 * Verifies that a request object comes from the client of the link and answers this wallet: type, signature with the certificate in
 * it, client identifier, response address as its prefix allows, and the wallet's nonce (OID4VP-1FINAL-5, 5.9.3, 5.10.1). Until then
 * nothing in it tells where an error may go.
 *
 * @throws RequestRefused that says which of these failed
 */
export async function authenticateRequest(
  run: Run,
  jws: CompactJws,
  { clientId, request }: AuthorizationLink,
): Promise<void> {
  if (request.kind === 'parameters') return requireUnsigned(clientId, jws.claims)
  await requireAuthentic(run, jws, clientId)
  const { walletNonce } = run.facts
  if (walletNonce !== null && jws.claims.wallet_nonce !== walletNonce)
    refuse('the wallet_nonce is not the one of the wallet')
}

/**
 * Verifies that a request object comes from this client and is valid now: type, signature, client identifier, audience and times
 * (OID4VP-1FINAL-5, 5.8, 5.9.3).
 *
 * @throws RequestRefused that says which of these failed
 */
export async function requireSigned(run: Run, jws: CompactJws, clientId: string): Promise<void> {
  await requireAuthentic(run, jws, clientId)
  requireKnownMetadata(run, jws.claims)
  requireTimely(run, jws.claims)
}

async function requireAuthentic(run: Run, jws: CompactJws, clientId: string): Promise<void> {
  if (jws.header.typ !== 'oauth-authz-req+jwt') refuse('the typ is not oauth-authz-req+jwt')
  await requireProof(run, jws, clientId)
}

/**
 * Verifies that an authentic request is for wallets and for now: audience and times (OID4VP-1FINAL-5.8, RFC7519-4.1.4).
 *
 * @throws RequestRefused that says which of these failed
 */
export function requireTimely(run: Run, { aud, exp, nbf, iat }: JsonObject): void {
  if (aud !== undefined && ![aud].flat().includes(staticAudience)) refuse(`the aud is not ${staticAudience}`)
  const now = nowSeconds(run)
  for (const time of [exp, nbf, iat]) {
    if (time !== undefined && typeof time !== 'number') refuse('a time is not a number')
  }
  if (typeof exp === 'number' && exp + clockSkewSeconds <= now) refuse('it has expired')
  if (typeof nbf === 'number' && nbf - clockSkewSeconds > now) refuse('it is not valid yet')
}

/**
 * Verifies that an authentic request of a registered verifier sends no metadata, which would contradict what is registered
 * (OID4VP-1FINAL-8.5).
 *
 * @throws RequestRefused
 */
export function requireKnownMetadata({ registeredVerifiers }: Run, { client_id, client_metadata }: JsonObject): void {
  if (client_metadata !== undefined && registeredVerifiers.some(({ clientId }) => clientId === client_id))
    throw new RequestRefused('invalid_client', 'A registered verifier sends client_metadata')
}

/** The request is signed as the prefix of its client identifier says (OID4VP-1FINAL-5.9.3). */
async function requireProof(run: Run, jws: CompactJws, clientId: string): Promise<void> {
  const { header, claims } = jws
  const [prefix = '', name] = clientId.split(/:(.*)/s)
  const requireSignature = (key: KeyObject): void => {
    if (!verifyEs256(jws, key)) refuse('the signature does not verify as ES256')
    if (claims.client_id !== clientId) refuse('the client_id is not the one of the link')
  }
  if (name === undefined) return requireSignature(registeredKey(run, jws, clientId))
  switch (prefix) {
    case 'x509_hash':
    case 'x509_san_dns': {
      const certificate = verifierCertificate(run, stringsMember(header, 'x5c'))
      requireSignature(certificate.leaf.publicKey)
      return requireCertified(run, clientId, certificate, claims.response_uri)
    }
    case 'verifier_attestation':
      return requireSignature(attestedKey(run, jws, name))
    case 'decentralized_identifier':
      return requireSignature(await didKey(run, name, stringMember(header, 'kid')))
    case 'redirect_uri':
      if (header.alg !== 'none' || jws.signature.length > 0 || run.facts.browser !== null)
        invalid('A verifier with the prefix redirect_uri cannot sign')
      return requireUnsigned(clientId, claims)
    default:
      return invalid('The client identifier prefix is not supported')
  }
}

/** An unsigned request is of who has the address that it is answered to, by https (OID4VP-1FINAL-5.9.3). */
function requireUnsigned(clientId: string, { client_id, response_uri: responseUri }: JsonObject): void {
  if (!clientId.startsWith('redirect_uri:')) invalid('A request of such a verifier is signed')
  if (client_id !== clientId) refuse('the client_id is not the one of the link')
  const address = clientId.slice('redirect_uri:'.length)
  try {
    requireWebUrl(address, 'The client_id')
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    invalid(error.message)
  }
  if (responseUri !== undefined && responseUri !== address)
    invalid('The response_uri is not the address in the client_id')
}

/** The key of a registered verifier that signed. */
function registeredKey({ registeredVerifiers }: Run, { header }: CompactJws, clientId: string): KeyObject {
  const found = registeredVerifiers.find((verifier) => verifier.clientId === clientId)
  if (found === undefined) return invalid('No verifier is registered under this client_id')
  const entry = found.keys.find(({ kid }) => kid === header.kid) ?? found.keys[0]
  const key = entry === undefined ? null : importPublicJwk({ ...entry.jwk })
  return key ?? refuse('the registered key cannot be read')
}

function verifierCertificate({ clock, trustAnchors, trust }: Run, x5c: string[] | null): SigningCertificate {
  if (x5c === null || x5c.length === 0) return refuse('there is no x5c')
  try {
    // Where trust is evaluated, it is known only after this who may issue access certificates.
    const anchors = trust === null ? trustAnchors : []
    const certificate = readSigningCertificate({ x5c, nowMillis: clock(), anchors, of: 'verifier' })
    // HAIP-1FINAL-5
    if (certificate.chain.some(isSelfSigned)) refuse('x5c holds a trust anchor')
    return certificate
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return refuse(error.message)
  }
}

/** The two client identifier prefixes that a certificate authenticates (OID4VP-1FINAL-5.9.3). */
function requireCertified({ facts }: Run, clientId: string, { leaf }: SigningCertificate, responseUri: unknown): void {
  const [prefix, name = ''] = clientId.split(/:(.*)/s)
  if (prefix === 'x509_hash') {
    if (name !== certificateHash(leaf)) invalid('The client_id is not the hash of the certificate')
    return
  }
  if (!dnsNames(leaf.subjectAltName).includes(name)) invalid('The certificate does not name the client_id')
  // A browser takes the response to the page that asked, so the request names no address.
  if (facts.browser !== null) return
  if (typeof responseUri !== 'string' || !URL.canParse(responseUri) || new URL(responseUri).hostname !== name)
    invalid('The host of the response_uri is not the client_id')
}

/** The hash of a certificate as the prefix `x509_hash` has it (OID4VP-1FINAL-5.9.3). */
const certificateHash = ({ raw }: X509Certificate): string => createHash('sha256').update(raw).digest('base64url')

const dnsNames = (subjectAltName: string | undefined): string[] =>
  (subjectAltName ?? '').split(', ').flatMap((name) => (name.startsWith('DNS:') ? name.slice(4) : []))

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}

function refuse(what: string): never {
  throw new RequestRefused('invalid_request_object', `The request object is not usable: ${what}`)
}
