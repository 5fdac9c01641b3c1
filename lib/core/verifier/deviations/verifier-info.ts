import { flipBit } from './compact-jws'
import { without } from './query-changes'
import { answered, onBothChannels, refused, type VerifierDeviation } from './verifier-deviation'

/** A wallet may ignore what it does not use, or whose proof fails. */
const mayIgnore = {
  ...refused('invalid_request', 'invalid_request_object'),
  ...onBothChannels,
  advisory: true,
  note: 'OpenID4VP 5.11 lets a wallet ignore an attestation about the verifier whose format it does not know, or whose proof fails.',
} as const

/** The request carries an attestation about the verifier with a proof, right or wrong. OID4VP-1FINAL-5.11.1 */
export const verifierInfoDeviations: readonly VerifierDeviation[] = [
  {
    id: 'verifier_info_key_bound',
    title: 'The request has an attestation about the verifier that is bound to a key, with a right proof.',
    clause: 'OID4VP-1FINAL-5.11.1',
    ...answered,
    ...onBothChannels,
    changes: {
      keyBoundInfo: {},
    },
  },
  {
    id: 'verifier_info_unbound',
    title: 'The proof of an attestation about the verifier has neither nonce nor client_id.',
    clause: 'OID4VP-1FINAL-5.11.1',
    ...mayIgnore,
    changes: {
      keyBoundInfo: { proof: (claims) => without(claims, 'nonce', 'aud') },
    },
  },
  {
    id: 'verifier_info_bad_proof',
    title: 'The signature of the proof of an attestation about the verifier is wrong.',
    clause: 'OID4VP-1FINAL-5.11.1',
    ...mayIgnore,
    changes: {
      keyBoundInfo: { compact: flipBit },
    },
  },
]
