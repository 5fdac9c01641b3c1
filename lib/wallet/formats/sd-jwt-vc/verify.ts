import type { KeyObject } from 'node:crypto'
import { WalletStop } from '../../errors'
import { readSigningCertificate, type SigningCertificate } from '../../jose/certificates'
import { type CompactJws, readJws, verifyEs256 } from '../../jose/jws'
import { readEcJwk, thumbprint } from '../../jose/key'
import { type JsonObject, objectMember, stringMember, stringsMember } from '../../json'
import type { CredentialFacts, StoredCredential } from '../stored-credential'
import { unpackDisclosures } from './disclosures'

const clockSkewSeconds = 60

/** What the credential must match. */
export interface Expected {
  /** Epoch milliseconds. */
  nowMillis: number
  vct: string | null
  /** Null for a credential without key binding. */
  holderThumbprints: ReadonlySet<string> | null
  trustAnchors: string[]
  /** The key that the issuer publishes for this credential, or null when it publishes no metadata. */
  publishedKey: (issuer: string, kid: string | null) => Promise<KeyObject | null>
}

/**
 * Verifies an issued SD-JWT VC before it is stored (SD-JWT-VC-11-3.4, RFC9901-7.1): type, signature with the
 * certificate's and with the published key, binding to a key of this wallet, `vct`, times and disclosures.
 *
 * @throws WalletStop that says which of these failed
 */
export async function verifySdJwtVc(raw: string, expected: Expected): Promise<StoredCredential> {
  const parts = raw.split('~')
  const jws = readJws(parts[0] ?? '')
  if (jws === null || parts.length < 2) throw new WalletStop('The credential is not an SD-JWT')
  if (parts.at(-1) !== '') throw new WalletStop('The issued credential ends with a key binding JWT')
  if (jws.header.typ !== 'dc+sd-jwt') throw new WalletStop('The typ of the credential is not dc+sd-jwt')
  const { signedBy, chainTrusted } = await verifySignature(jws, expected)
  const disclosures = parts.slice(1, -1)
  const claims = unpackDisclosures(jws.claims, disclosures)
  requireClearClaims(jws.claims, claims)
  verifyTimes(jws.claims, Math.floor(expected.nowMillis / 1000))
  const vct = stringMember(jws.claims, 'vct')
  if (vct === null || (expected.vct !== null && vct !== expected.vct))
    throw new WalletStop('The vct of the credential is not the one asked for')
  return {
    format: 'dc+sd-jwt',
    type: vct,
    raw,
    claims,
    verified: {
      holderThumbprint: verifyHolder(jws.claims, expected.holderThumbprints),
      signedBy,
      chainTrusted,
      disclosures: disclosures.length,
      expiresAt: typeof jws.claims.exp === 'number' ? jws.claims.exp : null,
    },
  }
}

async function verifySignature(jws: CompactJws, expected: Expected) {
  const x5c = stringsMember(jws.header, 'x5c')
  const certificate: SigningCertificate | null =
    x5c === null
      ? null
      : readSigningCertificate({ x5c, nowMillis: expected.nowMillis, anchors: expected.trustAnchors, of: 'issuer' })
  if (certificate !== null && !verifyEs256(jws, certificate.leaf.publicKey)) {
    throw new WalletStop('The signature of the credential does not verify with its certificate')
  }
  const issuer = stringMember(jws.claims, 'iss')
  const published = issuer === null ? null : await expected.publishedKey(issuer, stringMember(jws.header, 'kid'))
  if (published !== null && !verifyEs256(jws, published)) {
    throw new WalletStop('The signature of the credential does not verify with the published key of the issuer')
  }
  if (certificate === null && published === null)
    throw new WalletStop('No key of the issuer was found to verify the credential')
  return {
    signedBy: foundBy(certificate !== null, published !== null),
    chainTrusted: certificate?.chainTrusted ?? null,
  }
}

function foundBy(byCertificate: boolean, byMetadata: boolean): CredentialFacts['signedBy'] {
  if (byCertificate && byMetadata) return 'x5c_and_issuer_metadata'
  return byCertificate ? 'x5c' : 'issuer_metadata'
}

/** These claims must not be selectively disclosed (SD-JWT-VC-11-3.2.2.2). */
function requireClearClaims(payload: JsonObject, claims: JsonObject): void {
  for (const name of ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status']) {
    if (Object.hasOwn(claims, name) && !Object.hasOwn(payload, name)) {
      throw new WalletStop(`The claim ${name} of the credential is selectively disclosable`)
    }
  }
}

function verifyTimes(payload: JsonObject, now: number): void {
  const { iat, nbf, exp } = payload
  for (const time of [iat, nbf, exp]) {
    if (time !== undefined && typeof time !== 'number') throw new WalletStop('A time of the credential is not a number')
  }
  if (typeof iat === 'number' && iat > now + clockSkewSeconds)
    throw new WalletStop('The credential was issued in the future')
  if (typeof nbf === 'number' && nbf > now + clockSkewSeconds) throw new WalletStop('The credential is not valid yet')
  if (typeof exp === 'number' && exp <= now) throw new WalletStop('The credential is expired')
}

function verifyHolder(payload: JsonObject, holderThumbprints: ReadonlySet<string> | null): string | null {
  if (holderThumbprints === null) {
    if (Object.hasOwn(payload, 'cnf')) throw new WalletStop('The credential is bound to a key that nobody asked for')
    return null
  }
  const jwk = readEcJwk(objectMember(payload, 'cnf')?.jwk)
  const found = jwk === null ? null : thumbprint(jwk)
  if (found === null || !holderThumbprints.has(found))
    throw new WalletStop('The credential is not bound to a key of this wallet')
  return found
}
