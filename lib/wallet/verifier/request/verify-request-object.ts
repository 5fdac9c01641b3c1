import type { KeyObject } from 'node:crypto'
import { WalletStop } from '../../errors'
import { requireWebUrl } from '../../http/wire'
import { type CompactJws, importPublicJwk, verifyEs256 } from '../../jose/jws'
import { type JsonObject, stringMember } from '../../json'
import { nowSeconds } from '../../run'
import type { AuthorizationLink } from '../authorization-link'
import type { Run } from '../run'
import { attestedKey, clientCertificate, didKey, requireCertified } from './client-key'
import type { RegisteredVerifier } from './registered-verifier'
import { RequestRefused } from './request-refused'

const clockSkewSeconds = 15
/** The audience if the verifier has not discovered the wallet's metadata (OID4VP-1FINAL-5.8). */
const staticAudience = 'https://self-issued.me/v2'

/**
 * Verifies that a request object comes from the client in the link and answers this wallet: type, signature with its
 * certificate, client identifier, response address as its prefix allows, and the wallet's nonce (OID4VP-1FINAL-5,
 * 5.9.3, 5.10.1). Before that, no address in it may get an error.
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
 * Verifies that a request object comes from this client and can be used: type, signature, client identifier, metadata, audience,
 * parameters and times (OID4VP-1FINAL-5, 5.8, 5.9.3).
 *
 * @throws RequestRefused that says which of these failed
 */
export async function requireSigned(run: Run, jws: CompactJws, clientId: string): Promise<void> {
  await requireAuthentic(run, jws, clientId)
  requireKnownMetadata(run, jws.claims)
  requireUsable(run, jws.claims)
}

async function requireAuthentic(run: Run, jws: CompactJws, clientId: string): Promise<void> {
  if (jws.header.typ !== 'oauth-authz-req+jwt') refuse('the typ is not oauth-authz-req+jwt')
  await requireProof(run, jws, clientId)
}

/**
 * Verifies that an authentic request object is addressed to wallets, contains no other request and is current:
 * audience, parameters and times (OID4VP-1FINAL-5.8, RFC9101-4, RFC7519-4.1.4).
 * @throws RequestRefused that says which of these failed
 */
export function requireUsable(run: Run, claims: JsonObject): void {
  requireAudience(run, claims.aud)
  if (claims.request !== undefined || claims.request_uri !== undefined) refuse('it holds another request')
  requireTimely(run, claims)
}

/**
 * This wallet has no issuer that a verifier could discover. A browser request is addressed by its `expected_origins`,
 * so one without an audience is accepted there, as in the examples (OID4VP-1FINALA-A.3.2).
 */
function requireAudience({ facts }: Run, aud: unknown): void {
  if (aud === undefined && facts.browser !== null) return
  const [only, ...others] = [aud].flat()
  if (only !== staticAudience || others.length > 0)
    refuse(aud === undefined ? `there is no aud, which is ${staticAudience}` : `the aud is not ${staticAudience}`)
}

function requireTimely(run: Run, { exp, nbf, iat }: JsonObject): void {
  const now = nowSeconds(run)
  for (const time of [exp, nbf, iat]) {
    if (time !== undefined && typeof time !== 'number') refuse('a time is not a number')
  }
  if (typeof exp === 'number' && exp + clockSkewSeconds <= now) refuse('it has expired')
  if (typeof nbf === 'number' && nbf - clockSkewSeconds > now) refuse('it is not valid yet')
}

/**
 * Verifies that an authentic request of a registered verifier has no metadata, which would contradict the registration
 * (OID4VP-1FINAL-8.5).
 * @throws RequestRefused
 */
export function requireKnownMetadata({ registeredVerifiers }: Run, { client_id, client_metadata }: JsonObject): void {
  if (client_metadata !== undefined && registeredVerifiers.some(({ clientId }) => clientId === client_id))
    throw new RequestRefused('invalid_client', 'A registered verifier sends client_metadata')
}

/** The request must be signed as its client identifier prefix requires (OID4VP-1FINAL-5.9.3). */
async function requireProof(run: Run, jws: CompactJws, clientId: string): Promise<void> {
  const { header, claims } = jws
  const [prefix = '', name] = clientId.split(/:(.*)/s)
  const requireSignature = (key: KeyObject): void => {
    if (!verifyEs256(jws, key)) refuse('the signature does not verify as ES256')
    if (claims.client_id !== clientId) refuse('the client_id is not the one of the link')
  }
  if (name === undefined) {
    const verifier = registeredVerifier(run, clientId)
    requireSignature(registeredKey(verifier, jws))
    return requireRegisteredAddress(run, verifier, claims.response_uri)
  }
  switch (prefix) {
    case 'x509_hash':
    case 'x509_san_dns': {
      const leaf = clientCertificate(run, jws)
      requireSignature(leaf.publicKey)
      return requireCertified(run, clientId, leaf, claims.response_uri)
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

/** An unsigned request comes from whoever owns the https address that gets the response (OID4VP-1FINAL-5.9.3). */
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

function registeredVerifier({ registeredVerifiers }: Run, clientId: string): RegisteredVerifier {
  const found = registeredVerifiers.find((verifier) => verifier.clientId === clientId)
  return found ?? invalid('No verifier is registered under this client_id')
}

/** The key with which a registered verifier signed. */
function registeredKey({ keys }: RegisteredVerifier, { header }: CompactJws): KeyObject {
  const entry = keys.find(({ kid }) => kid === header.kid) ?? keys[0]
  const key = entry === undefined ? null : importPublicJwk({ ...entry.jwk })
  return key ?? refuse('the registered key cannot be read')
}

/**
 * The response must go to a registered address, if there is any: compared as strings (OID4VP-1FINAL-14.3.1, RFC 9700
 * section 2.1).
 */
function requireRegisteredAddress({ facts }: Run, { responseUris }: RegisteredVerifier, responseUri: unknown): void {
  // A browser returns the response to the requesting page, so the request names no address.
  if (facts.browser !== null || responseUris.length === 0) return
  if (!responseUris.some((one) => one === responseUri))
    invalid('The response_uri is not one that the verifier registered')
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}

function refuse(what: string): never {
  throw new RequestRefused('invalid_request_object', `The request object is not usable: ${what}`)
}
