import type { KeyObject } from 'node:crypto'
import { WalletStop } from '../../errors'
import { type CompactJws, importPublicJwk, readJws, verifyEs256 } from '../../jose/jws'
import { readEcJwk } from '../../jose/key'
import { readSigningCertificate } from '../../jose/signing-certificate'
import { objectMember, stringMember, stringsMember } from '../../json'
import { nowSeconds } from '../../run'
import type { Run } from '../run'
import { RequestRefused } from './request-refused'

const clockSkewSeconds = 15

/**
 * The key that a verifier attestation is bound to, once the attestation is verified: its type, signature, issuer, subject, times,
 * and the response address if it lists any (OID4VP-1FINAL-5.9.3, OID4VP-1FINAL-12).
 *
 * @param name - the client identifier without its prefix
 * @throws RequestRefused
 */
export function attestedKey(run: Run, { header, claims }: CompactJws, name: string): KeyObject {
  const attestation = readJws(stringMember(header, 'jwt') ?? '')
  if (attestation === null) return invalid('There is no verifier attestation')
  if (attestation.header.typ !== 'verifier-attestation+jwt')
    invalid('The typ of the verifier attestation is another one')
  requireIssuer(run, attestation)
  const { sub, exp, nbf, redirect_uris: listed, cnf } = attestation.claims
  if (sub !== name) invalid('The verifier attestation is for another client')
  const now = nowSeconds(run)
  if (typeof exp !== 'number' || exp + clockSkewSeconds <= now) invalid('The verifier attestation has expired')
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf - clockSkewSeconds <= now))
    invalid('The verifier attestation is not valid yet')
  // A browser takes the response to the page that asked, so the request names no address.
  const isListed = run.facts.browser !== null || (Array.isArray(listed) && listed.includes(claims.response_uri))
  if (listed !== undefined && !isListed) invalid('The verifier attestation does not list the response_uri')
  const jwk = readEcJwk(objectMember(cnf === undefined ? null : attestation.claims, 'cnf')?.jwk)
  const key = jwk === null ? null : importPublicJwk({ ...jwk })
  return key ?? invalid('The verifier attestation has no key')
}

/** The attestation is signed by an issuer that the wallet trusts, which its certificate names. */
function requireIssuer({ clock, attestationIssuers }: Run, attestation: CompactJws): void {
  const x5c = stringsMember(attestation.header, 'x5c') ?? []
  if (attestationIssuers.length === 0) untrusted('the wallet trusts no issuer of verifier attestations')
  try {
    const { leaf } = readSigningCertificate({ x5c, nowMillis: clock(), anchors: attestationIssuers, of: 'verifier' })
    if (!verifyEs256(attestation, leaf.publicKey)) untrusted('its signature does not verify as ES256')
    const names = (leaf.subjectAltName ?? '').split(', ')
    if (!names.includes(`URI:${String(attestation.claims.iss)}`))
      untrusted('its issuer is not the one of the certificate')
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    untrusted(error.message)
  }
}

function untrusted(why: string): never {
  throw new RequestRefused('invalid_client', `The verifier attestation is not trusted: ${why}`)
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}
