import type { TokenReading } from '../../../oauth/token-reading'
import type { Check } from '../../check'
import { pkceVerifierAbsentPreauth } from '../pkce/verifier-absent-preauth'
import { tokenCodeValid } from './code-valid'
import { tokenContentType } from './content-type'
import { tokenGrantType } from './grant-type'
import { tokenNoClientIdAnonymous } from './no-client-id-anonymous'
import { tokenNoDuplicateParams } from './no-duplicate-params'
import { tokenNoForeignParams } from './no-foreign-params'
import { tokenParamsInBody } from './params-in-body'
import { tokenPreAuthorizedCodeOnce } from './pre-authorized-code-once'
import { tokenPreAuthorizedCodeValid } from './pre-authorized-code-valid'
import { tokenRefreshNotAttempted } from './refresh-not-attempted'
import { tokenTxCodeNotExpected } from './tx-code-not-expected'

/** Judged before client authentication and DPoP: form and grant. */
export const tokenFormChecks: readonly Check<TokenReading>[] = [
  tokenContentType,
  tokenNoDuplicateParams,
  tokenParamsInBody,
  tokenRefreshNotAttempted,
  tokenGrantType,
]

/** Judged after DPoP: the grant itself. */
export const tokenGrantChecks: readonly Check<TokenReading>[] = [
  tokenTxCodeNotExpected,
  tokenPreAuthorizedCodeValid,
  tokenPreAuthorizedCodeOnce,
  tokenCodeValid,
  tokenNoClientIdAnonymous,
  tokenNoForeignParams,
  pkceVerifierAbsentPreauth,
]
