import type { Check } from '../../../engine/checks/check'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'
import { dpopAlg } from './alg'
import { dpopAthAbsentAtAs } from './ath-absent-at-as'
import { dpopAthMatches } from './ath-matches'
import { dpopAthPresent } from './ath-present'
import { dpopClaimsComplete } from './claims-complete'
import { dpopExpNbf } from './exp-nbf'
import { dpopHeaderPresent } from './header-present'
import { dpopHtm } from './htm'
import { dpopHtu } from './htu'
import { dpopHtuExact } from './htu-exact'
import { dpopIatWindow } from './iat-window'
import { dpopJtiEntropy } from './jti-entropy'
import { dpopJtiUnique } from './jti-unique'
import { dpopJwkPresent } from './jwk-present'
import { dpopJwkPublic } from './jwk-public'
import { dpopKeyBoundToCode } from './key-bound-to-code'
import { dpopKeyBoundToToken } from './key-bound-to-token'
import { dpopKeyFresh } from './key-fresh'
import { dpopKeyNotHolderKey } from './key-not-holder-key'
import { dpopNoUnsolicitedNonce } from './no-unsolicited-nonce'
import { dpopNonceAdopted } from './nonce-adopted'
import { dpopNonceCurrent } from './nonce-current'
import { dpopNonceRetry } from './nonce-retry'
import { dpopNonceRole } from './nonce-role'
import { dpopSameKeyAcross } from './same-key-across'
import { dpopScheme } from './scheme'
import { dpopSignature } from './signature'
import { dpopSingleHeader } from './single-header'
import { dpopTyp } from './typ'
import { dpopWellformed } from './wellformed'

/** Runs before the checks of the access token: a bound token with a different scheme does not count as a token. */
export const dpopSchemeChecks: readonly Check<DpopReading>[] = [dpopScheme]

/** The proof itself, in the order of responses: its errors, then the key of the token, then the nonce. */
export const dpopProofChecks: readonly Check<DpopReading>[] = [
  dpopHeaderPresent,
  dpopSingleHeader,
  dpopWellformed,
  dpopClaimsComplete,
  dpopTyp,
  dpopAlg,
  dpopJwkPresent,
  dpopJwkPublic,
  dpopSignature,
  dpopHtm,
  dpopHtu,
  dpopHtuExact,
  dpopIatWindow,
  dpopExpNbf,
  dpopJtiUnique,
  dpopAthPresent,
  dpopAthMatches,
  dpopKeyBoundToToken,
  dpopNonceRole,
  dpopNonceAdopted,
  dpopNonceCurrent,
  dpopJtiEntropy,
  dpopAthAbsentAtAs,
  dpopSameKeyAcross,
  dpopKeyFresh,
  dpopKeyNotHolderKey,
  dpopNonceRetry,
  dpopNoUnsolicitedNonce,
]

/** Runs with the checks of the authorization code, because the response is the one for the code. */
export const dpopCodeBindingChecks: readonly Check<DpopReading>[] = [dpopKeyBoundToCode]

/** Every DPoP check, for the registry. */
export const dpopChecks: readonly Check<DpopReading>[] = [
  ...dpopSchemeChecks,
  ...dpopProofChecks,
  ...dpopCodeBindingChecks,
]
