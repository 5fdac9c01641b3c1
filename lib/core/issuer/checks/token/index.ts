import type { Check } from '../../../engine/checks/check'
import type { TokenReading } from '../../read/token/token-reading'
import { pkceVerifierAbsentPreauth } from '../pkce/verifier-absent-preauth'
import { tokenAuthorizationDetailsNotUsed } from './authorization-details-not-used'
import { tokenClientIdMatches } from './client-id-matches'
import { tokenClientIdSentPublic } from './client-id-sent-public'
import { tokenCodeOnce } from './code-once'
import { tokenCodeValid } from './code-valid'
import { tokenContentType } from './content-type'
import { tokenGrantType } from './grant-type'
import { tokenNoClientIdAnonymous } from './no-client-id-anonymous'
import { tokenNoDuplicateParams } from './no-duplicate-params'
import { tokenNoForeignParams } from './no-foreign-params'
import { tokenParamsInBody } from './params-in-body'
import { tokenPreauthCodeOnce } from './preauth-code-once'
import { tokenPreauthCodeValid } from './preauth-code-valid'
import { tokenRedirectUriMatches } from './redirect-uri-matches'
import { tokenRefreshNotAttempted } from './refresh-not-attempted'
import { tokenTxCodeCorrect } from './tx-code-correct'
import { tokenTxCodeNotExpected } from './tx-code-not-expected'
import { tokenTxCodeSent } from './tx-code-sent'
import { tokenTxCodeShape } from './tx-code-shape'

/** Judged before client authentication and DPoP: form and grant. */
export const tokenFormChecks: readonly Check<TokenReading>[] = [
  tokenContentType,
  tokenNoDuplicateParams,
  tokenParamsInBody,
  tokenRefreshNotAttempted,
  tokenGrantType,
]

/** Judged after DPoP and the consistency of the client: whether the request is complete. RFC6749-4.1.3 */
export const tokenRedirectChecks: readonly Check<TokenReading>[] = [tokenRedirectUriMatches]

/** Judged next: the grant itself. */
export const tokenGrantChecks: readonly Check<TokenReading>[] = [
  tokenTxCodeSent,
  tokenTxCodeNotExpected,
  tokenPreauthCodeValid,
  tokenPreauthCodeOnce,
  tokenTxCodeCorrect,
  tokenTxCodeShape,
  tokenCodeValid,
  tokenCodeOnce,
  tokenNoClientIdAnonymous,
  tokenNoForeignParams,
  tokenAuthorizationDetailsNotUsed,
  pkceVerifierAbsentPreauth,
]

/** Judged after that: what else the code is bound to. */
export const tokenCodeChecks: readonly Check<TokenReading>[] = [tokenClientIdMatches, tokenClientIdSentPublic]
