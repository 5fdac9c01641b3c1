import { WalletStop } from '../../errors'
import { readCertificate } from '../../jose/certificate'
import { readJws, verifyEs256 } from '../../jose/jws'
import { readSigningCertificate } from '../../jose/signing-certificate'
import { type JsonObject, readJsonObject, stringsMember } from '../../json'
import { nowSeconds } from '../../run'
import { skipsRule } from '../care'
import type { Run } from '../run'

const clockSkewSeconds = 60

/**
 * Reads signed issuer metadata and verifies them. A careless wallet reads what does not verify.
 *
 * @throws WalletStop
 */
export function readSignedMetadata(compact: string, issuer: string, run: Run): JsonObject {
  run.facts.metadataSigner = stringsMember(readJws(compact.trim())?.header, 'x5c') ?? []
  try {
    return verifySignedMetadata(compact, {
      issuer,
      now: nowSeconds(run),
      // Where trust is evaluated, it is known only after this who may sign.
      anchors: run.trust === null ? run.trustAnchors : [],
      isTrustJudged: run.trust !== null,
    })
  } catch (error) {
    const payload = Buffer.from(compact.split('.')[1] ?? '', 'base64url').toString()
    const claims = readJsonObject(payload)
    const isBelieved = skipsRule(run, 'signed_metadata') || skipsRule(run, 'trust')
    if (!(error instanceof WalletStop) || claims === null || !isBelieved) throw error
    return claims
  }
}

/**
 * Verifies signed issuer metadata: right `typ`, signed by the first certificate of `x5c`, which is valid, not signed by
 * itself and under a trust anchor of the wallet, without which it must not use them; `sub` equal to the issuer, not expired
 * (OID4VCI-1FINAL-12.2.3, HAIP-1FINAL-4.1).
 *
 * @throws WalletStop
 */
export function verifySignedMetadata(
  compact: string,
  { issuer, now, anchors, isTrustJudged }: { issuer: string; now: number; anchors: string[]; isTrustJudged: boolean },
): JsonObject {
  const jws = readJws(compact.trim())
  if (jws === null) throw new WalletStop('The signed issuer metadata is not a JWS')
  if (jws.header.typ !== 'openidvci-issuer-metadata+jwt')
    throw new WalletStop('The signed issuer metadata has another typ')
  const x5c = stringsMember(jws.header, 'x5c')
  if (x5c === null || x5c[0] === undefined) throw new WalletStop('The signed issuer metadata names no certificate')
  if (!verifyEs256(jws, readCertificate(x5c[0]).publicKey)) {
    throw new WalletStop('The signature of the issuer metadata does not verify')
  }
  readSigningCertificate({ x5c, nowMillis: now * 1000, anchors, of: 'issuer' })
  if (!isTrustJudged && anchors.length === 0)
    throw new WalletStop('The wallet has no trust anchor for the signed issuer metadata')
  const { sub, iat, exp } = jws.claims
  if (sub !== issuer) throw new WalletStop('The sub of the signed issuer metadata is not the issuer')
  if (typeof iat !== 'number' || iat > now + clockSkewSeconds)
    throw new WalletStop('The signed issuer metadata has no valid iat')
  if (exp !== undefined && (typeof exp !== 'number' || exp <= now))
    throw new WalletStop('The signed issuer metadata is expired')
  return jws.claims
}
