import type { Check } from '../../../engine/checks/check'
import type { DpopReading } from '../../read/oauth/dpop/dpop-reading'
import { alg } from './alg'
import { athAbsentAtAs } from './ath-absent-at-as'
import { athMatches } from './ath-matches'
import { athPresent } from './ath-present'
import { claimsComplete } from './claims-complete'
import { expNbf } from './exp-nbf'
import { headerPresent } from './header-present'
import { htm } from './htm'
import { htu } from './htu'
import { htuExact } from './htu-exact'
import { iatWindow } from './iat-window'
import { jtiEntropy } from './jti-entropy'
import { jtiUnique } from './jti-unique'
import { jwkPresent } from './jwk-present'
import { jwkPublic } from './jwk-public'
import { keyBoundToCode } from './key-bound-to-code'
import { keyBoundToToken } from './key-bound-to-token'
import { keyFresh } from './key-fresh'
import { keyNotHolderKey } from './key-not-holder-key'
import { noUnsolicitedNonce } from './no-unsolicited-nonce'
import { nonceAdopted } from './nonce-adopted'
import { nonceCurrent } from './nonce-current'
import { nonceRetry } from './nonce-retry'
import { nonceRole } from './nonce-role'
import { sameKeyAcross } from './same-key-across'
import { scheme } from './scheme'
import { signature } from './signature'
import { singleHeader } from './single-header'
import { typ } from './typ'
import { wellformed } from './wellformed'

/** Runs before the checks of the access token: a bound token with a different scheme does not count as a token. */
export const dpopSchemeChecks: readonly Check<DpopReading>[] = [scheme]

/** The proof itself, in the order of responses: its errors, then the key of the token, then the nonce. */
export const dpopProofChecks: readonly Check<DpopReading>[] = [
  headerPresent,
  singleHeader,
  wellformed,
  claimsComplete,
  typ,
  alg,
  jwkPresent,
  jwkPublic,
  signature,
  htm,
  htu,
  htuExact,
  iatWindow,
  expNbf,
  jtiUnique,
  athPresent,
  athMatches,
  keyBoundToToken,
  nonceRole,
  nonceAdopted,
  nonceCurrent,
  jtiEntropy,
  athAbsentAtAs,
  sameKeyAcross,
  keyFresh,
  keyNotHolderKey,
  nonceRetry,
  noUnsolicitedNonce,
]

/** Runs with the checks of the authorization code, because the response is the one for the code. */
export const dpopCodeBindingChecks: readonly Check<DpopReading>[] = [keyBoundToCode]

/** Every DPoP check, for the registry. */
export const dpopChecks: readonly Check<DpopReading>[] = [
  ...dpopSchemeChecks,
  ...dpopProofChecks,
  ...dpopCodeBindingChecks,
]
