import { WalletStop } from '../../errors'
import { readCertificate } from '../../jose/certificate'
import { readJws, verifyEs256 } from '../../jose/jws'
import { type JsonObject, stringsMember } from '../../json'

const clockSkewSeconds = 60

/**
 * Reads signed issuer metadata: right `typ`, signed by the first certificate of `x5c`, `sub` equal to the issuer, not
 * expired (OID4VCI-1FINAL-12.2.3). Does not decide whether the certificate is trusted.
 *
 * @throws WalletStop
 */
export function readSignedMetadata(compact: string, issuer: string, now: number): JsonObject {
  const jws = readJws(compact.trim())
  if (jws === null) throw new WalletStop('The signed issuer metadata is not a JWS')
  if (jws.header.typ !== 'openidvci-issuer-metadata+jwt')
    throw new WalletStop('The signed issuer metadata has another typ')
  const leaf = stringsMember(jws.header, 'x5c')?.[0]
  if (leaf === undefined) throw new WalletStop('The signed issuer metadata names no certificate')
  if (!verifyEs256(jws, readCertificate(leaf).publicKey)) {
    throw new WalletStop('The signature of the issuer metadata does not verify')
  }
  const { sub, iat, exp } = jws.claims
  if (sub !== issuer) throw new WalletStop('The sub of the signed issuer metadata is not the issuer')
  if (typeof iat !== 'number' || iat > now + clockSkewSeconds)
    throw new WalletStop('The signed issuer metadata has no valid iat')
  if (exp !== undefined && (typeof exp !== 'number' || exp <= now))
    throw new WalletStop('The signed issuer metadata is expired')
  return jws.claims
}
