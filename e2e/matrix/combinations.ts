import { allCombinations, type Combination } from '@/lib/testing/combinations'

/** The ways to prove a holder key. The plain ones have no key attestation. */
export const proofKinds = ['jwk', 'x5c', 'kid', 'thumbprint', 'attestation', 'plain jwk', 'plain x5c'] as const

const dimensions = {
  issuer: ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'],
  flow: ['pre_authorized_code', 'authorization_code'],
  format: ['sd-jwt', 'mdoc'],
  offer: ['credential_offer', 'credential_offer_uri'],
  proof: proofKinds,
  encrypted: [false, true],
  client: ['none', 'attestation', 'private_key_jwt'],
  dpopNonce: ['off', 'offered', 'required'],
  // One more than the maximum number of credentials per response.
  attestedKeys: [1, 2, 21],
} as const

/** One variant of issuance. */
export type IssuanceCombination = Combination<typeof dimensions>

/**
 * Every variant of issuance: the device-bound issuer requires attested keys, the other one a plain proof of one key.
 */
export const issuanceCombinations: readonly IssuanceCombination[] = allCombinations(
  dimensions,
  ({ issuer, proof, attestedKeys }) =>
    proof.startsWith('plain ')
      ? issuer === 'eu-pid-jwt-proof-only' && attestedKeys === 1
      : issuer === 'eu-pid-device-bound',
)

/** A combination in words, for the name of its test. */
export const describeCombination = (combination: IssuanceCombination): string =>
  [
    combination.issuer,
    combination.flow,
    combination.format,
    combination.offer,
    `proof ${combination.proof}`,
    combination.encrypted ? 'encrypted' : 'plain text',
    `client ${combination.client}`,
    `DPoP nonce ${combination.dpopNonce}`,
    `${combination.attestedKeys} keys`,
  ].join(', ')
