import { createHash } from 'node:crypto'
import { WalletStop } from '../../errors'
import { decryptJwe } from '../../jose/jwe'
import { type CompactJws, readJws, verifyEs256 } from '../../jose/jws'
import { isSelfSigned, readSigningCertificate, type SigningCertificate } from '../../jose/signing-certificate'
import { stringsMember } from '../../json'
import { nowSeconds } from '../../run'
import type { Run } from '../run'
import { RequestRefused } from './request-refused'

const clockSkewSeconds = 15
/** The audience when the verifier has not discovered the wallet's metadata (OID4VP-1FINAL-5.8). */
const staticAudience = 'https://self-issued.me/v2'

/**
 * Decodes a request object, decrypting it first if the wallet requested encryption (RFC9101-6.1). Verifies nothing.
 *
 * @throws WalletStop when it is not a signed request object
 */
export function openRequestObject({ facts }: Run, compact: string): CompactJws {
  const opened = facts.requestKey === null ? compact : decryptJwe(compact, facts.requestKey)?.plaintext
  if (opened === undefined) throw new WalletStop('The request object is not encrypted to the key of this wallet')
  const jws = readJws(opened)
  if (jws === null) throw new WalletStop('The request object is not a signed JWT')
  return jws
}

/**
 * Verifies that a request object comes from the client of the link and is valid now: type, signature with the
 * certificate in it, client identifier, times, audience and the wallet's nonce (OID4VP-1FINAL-5, 5.8, 5.9.3, 5.10.1).
 *
 * @throws RequestRefused that says which of these failed
 */
export function authenticateRequest(run: Run, jws: CompactJws, linkClientId: string): void {
  const { header, claims } = jws
  if (header.typ !== 'oauth-authz-req+jwt') refuse('the typ is not oauth-authz-req+jwt')
  const certificate = verifierCertificate(run, stringsMember(header, 'x5c'))
  if (!verifyEs256(jws, certificate.leaf.publicKey)) refuse('the signature does not verify as ES256')
  const clientId = claims.client_id
  if (typeof clientId !== 'string' || clientId !== linkClientId) refuse('the client_id is not the one of the link')
  requireClient(linkClientId, certificate, claims.response_uri)
  const { aud, exp, nbf, iat } = claims
  if (aud !== undefined && ![aud].flat().includes(staticAudience)) refuse(`the aud is not ${staticAudience}`)
  const now = nowSeconds(run)
  for (const time of [exp, nbf, iat]) {
    if (time !== undefined && typeof time !== 'number') refuse('a time is not a number')
  }
  if (typeof exp === 'number' && exp + clockSkewSeconds <= now) refuse('it has expired')
  if (typeof nbf === 'number' && nbf - clockSkewSeconds > now) refuse('it is not valid yet')
  const { walletNonce } = run.facts
  if (walletNonce !== null && claims.wallet_nonce !== walletNonce)
    refuse('the wallet_nonce is not the one of the wallet')
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
function requireClient(clientId: string, { leaf }: SigningCertificate, responseUri: unknown): void {
  const [prefix = '', name = ''] = clientId.split(/:(.*)/s)
  switch (prefix) {
    case 'x509_hash':
      if (name !== createHash('sha256').update(leaf.raw).digest('base64url'))
        invalid('The client_id is not the hash of the certificate')
      return
    case 'x509_san_dns':
      if (!dnsNames(leaf.subjectAltName).includes(name)) invalid('The certificate does not name the client_id')
      if (typeof responseUri !== 'string' || !URL.canParse(responseUri) || new URL(responseUri).hostname !== name)
        invalid('The host of the response_uri is not the client_id')
      return
    default:
      invalid('The client identifier prefix is not supported')
  }
}

const dnsNames = (subjectAltName: string | undefined): string[] =>
  (subjectAltName ?? '').split(', ').flatMap((name) => (name.startsWith('DNS:') ? name.slice(4) : []))

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}

function refuse(what: string): never {
  throw new RequestRefused('invalid_request_object', `The request object is not usable: ${what}`)
}
