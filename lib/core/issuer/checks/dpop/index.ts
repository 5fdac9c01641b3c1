import type { Check } from '../../../engine/checks/check'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'
import { dpopBinding, dpopCode, dpopScheme } from './binding'
import { dpopProof } from './proof'

/** Runs before the checks of the access token: a bound token with a different scheme does not count as a token. */
export const dpopSchemeChecks: readonly Check<DpopReading>[] = [dpopScheme.scheme]

/** The proof itself, in the order of responses: its errors, then the key of the token, then the nonce. */
export const dpopProofChecks: readonly Check<DpopReading>[] = [
  ...Object.values(dpopProof),
  ...Object.values(dpopBinding),
]

/** Runs with the checks of the authorization code, because the response is the one for the code. */
export const dpopCodeBindingChecks: readonly Check<DpopReading>[] = [dpopCode.key_bound_to_code]

/** Every DPoP check, for the registry. */
export const dpopChecks: readonly Check<DpopReading>[] = [
  ...dpopSchemeChecks,
  ...dpopProofChecks,
  ...dpopCodeBindingChecks,
]
