import { type Ask, type Outcome, type Reason, type TokenName, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import { algorithmFitsKey, signatureAlgorithm } from '../../shared/jose/jwt'
import { quote, say, type Wording } from '../../shared/values/wording'

/**
 * Reasons of a signature that another form or key explains, by the keys of `asksOfSigner`.
 * @param token e.g. `DPoP proof`
 * @param fix names the key that has to sign
 */
export const signerReasons = (
  token: string,
  fix: string,
): Readonly<Record<'signature_is_der' | 'signed_with_another_key', Reason>> => ({
  signature_is_der: {
    says: `The signature of the ${token} is DER-encoded`,
    fix: 'Concatenate r and s, each in the full length of the curve: otherwise the signature is valid.',
  },
  signed_with_another_key: { says: `The ${token} is signed with {seen}`, fix },
})

/** The reason of a token that a provider should have signed, by the key of `asksOfOtherSigner`. */
export const otherSignerReason = (token: string, fix: string): Readonly<Record<'signed_with_another_key', Reason>> => ({
  signed_with_another_key: { says: `The ${token} is signed with {seen}`, fix },
})

/** Asks whether a key of the wallet made the signature of a token that a provider, or a registered key, should have signed. */
export const asksOfOtherSigner = (signed: TokenName): readonly Ask[] => [{ signed, reason: 'signed_with_another_key' }]

/** Asks who made a signature that does not verify. */
export const asksOfSigner = (signed: TokenName): readonly Ask[] => [
  { signed, reason: 'signed_with_another_key', der: 'signature_is_der' },
]

/**
 * The reason of `judgeCurve`.
 * @param token e.g. `wallet attestation`
 * @param key that has to verify it, e.g. `the key in cnf.jwk`
 */
export const curveReason = (token: string, key: string): Readonly<Record<'alg_of_another_key', Reason>> => ({
  alg_of_another_key: {
    says: `The alg of the ${token} is {alg}, and ${key} is no key for it: {key}`,
    fix: 'Sign with a key on the curve of a published algorithm, and name that: ES256 goes with P-256, ES384 with P-384, ES512 with P-521.',
    clause: 'RFC7518-3.4',
  },
})

/**
 * Judges a signature that does not verify because its algorithm goes with another kind of key; `null` if it does not,
 * or if nobody can tell. RFC7518-3.4
 */
export function judgeCurve(alg: unknown, key: Readonly<Record<string, unknown>> | null): Outcome | null {
  const algorithm = typeof alg === 'string' ? signatureAlgorithm(alg) : null
  if (typeof alg !== 'string' || algorithm === null || typeof key?.kty !== 'string') return null
  if (algorithmFitsKey(alg, key)) return null
  return violated('alg_of_another_key', {
    expected: kindOf(algorithm),
    actual: { alg: quote(alg), key: kindOf(key) },
  })
}

/** The type of a key, and its curve if it has one, e.g. `EC P-384`. */
const kindOf = ({ kty, crv }: { readonly kty?: unknown; readonly crv?: unknown }): Wording =>
  typeof crv === 'string' ? say`${shown(kty) ?? ''} ${shown(crv) ?? ''}` : say`${shown(kty) ?? ''}`
