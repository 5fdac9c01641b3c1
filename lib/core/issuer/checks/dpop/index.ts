import type { Check } from '../../../engine/checks/check'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'
import { dpopBinding, dpopCode, dpopScheme } from './binding'
import { dpopProof } from './proof'

/** Runs before the access token checks: with another scheme, a bound token does not count as one. */
export const dpopSchemeChecks: readonly Check<DpopReading>[] = [dpopScheme.scheme]

/** The proof itself, in order of refusal: its own errors, the token's key, the nonce. */
export const dpopProofChecks: readonly Check<DpopReading>[] = [
  ...Object.values(dpopProof),
  ...Object.values(dpopBinding),
]

/** Runs with the code checks, because it is the code that is refused. */
export const dpopCodeBindingChecks: readonly Check<DpopReading>[] = [dpopCode.key_bound_to_code]

/** Every DPoP check, for the registry. */
export const dpopChecks: readonly Check<DpopReading>[] = [
  ...dpopSchemeChecks,
  ...dpopProofChecks,
  ...dpopCodeBindingChecks,
]
