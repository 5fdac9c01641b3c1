import { verifierDeviation } from '../../verifier/deviations'
import { asHeading, fixed, type Preset } from './preset'

const titleOf = (test: string): string => asHeading(verifierDeviation(test)?.title ?? test)

const ofTest = (expects: 'answer' | 'refusal', test: string): Preset =>
  fixed('presentation', expects, { profile: 'haip' })(test, titleOf(test), { negative_test: test })

/** An attestation about the verifier with a right proof. OID4VP-1FINAL-5.11.1 */
export const rightVerifierInfo: readonly Preset[] = [ofTest('answer', 'verifier_info_key_bound')]

/** Attestations about the verifier whose proof is wrong. */
export const wrongVerifierInfo: readonly Preset[] = ['verifier_info_unbound', 'verifier_info_bad_proof'].map((test) =>
  ofTest('refusal', test),
)
