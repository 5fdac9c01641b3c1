import type { Ask, Reason, TokenName } from '../../engine/checks/check'

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
