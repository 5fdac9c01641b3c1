import { WalletStop } from '../../errors'
import { sdHash } from '../../formats/sd-jwt-vc/disclosures'
import { readSigningCertificate } from '../../jose/certificates'
import { importPublicJwk, readJws, verifyEs256 } from '../../jose/jws'
import { isObject, type JsonObject, objectMember, stringsMember } from '../../json'
import type { Run } from '../run'
import { RequestRefused } from './request-refused'

/**
 * Verifies the attestations about the verifier in a supported format: an SD-JWT with the verifier's key, and its proof
 * over the nonce and client id of this request (OID4VP-1FINAL-5.11.1, RFC9901-7.3).
 * @throws RequestRefused when one of them fails
 */
export function requireVerifierInfo({ profile, clock }: Run, claims: JsonObject): void {
  const entries = Array.isArray(claims.verifier_info) ? claims.verifier_info.filter(isObject) : []
  for (const { format, data } of entries) {
    if (typeof format !== 'string' || !profile.verifierInfoFormats.includes(format)) continue
    const wrong = problemOf(data, claims, clock())
    if (wrong !== null) throw new RequestRefused('invalid_request', `The attestation about the verifier: ${wrong}`)
  }
}

function problemOf(data: unknown, { client_id: clientId, nonce }: JsonObject, nowMillis: number): string | null {
  const compact = typeof data === 'string' ? data : ''
  const signed = compact.slice(0, compact.lastIndexOf('~') + 1)
  const attestation = readJws(signed.split('~')[0] ?? '')
  const proof = readJws(compact.slice(signed.length))
  if (attestation === null || proof === null) return 'it is not an SD-JWT with a proof'
  try {
    const x5c = stringsMember(attestation.header, 'x5c') ?? []
    const { leaf } = readSigningCertificate({ x5c, nowMillis, anchors: [], of: 'issuer' })
    if (!verifyEs256(attestation, leaf.publicKey)) return 'its signature does not verify'
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return error.message
  }
  const key = importPublicJwk(objectMember(objectMember(attestation.claims, 'cnf'), 'jwk') ?? {})
  if (key === null) return 'it names no key'
  if (proof.header.typ !== 'kb+jwt' || !verifyEs256(proof, key)) return 'its proof does not verify'
  if (proof.claims.sd_hash !== sdHash(attestation.claims)(signed)) return 'its proof is of another attestation'
  if (proof.claims.nonce !== nonce || proof.claims.aud !== clientId) return 'its proof is not for this request'
  return null
}
