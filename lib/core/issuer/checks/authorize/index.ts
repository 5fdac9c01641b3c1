import type { Check } from '../../../engine/checks/check'
import type { AuthorizeReading } from '../../read/oauth/authorize/authorize-reading'
import { parUsed } from '../par/used'
import { authorizeClientIdMatches } from './client-id-matches'
import { authorizeNoRequest } from './no-request'
import { authorizeNoSecrets } from './no-secrets'
import { authorizeOnlyExpectedParams } from './only-expected-params'
import { authorizeRequestUriKnown } from './request-uri-known'
import { authorizeRequestUriOnce } from './request-uri-once'
import { authorizeUserAgent } from './user-agent'

/** Checks of the browser at the authorization endpoint, in the order of responses. */
export const authorizeChecks: readonly Check<AuthorizeReading>[] = [
  parUsed,
  authorizeClientIdMatches,
  authorizeRequestUriKnown,
  authorizeRequestUriOnce,
  authorizeOnlyExpectedParams,
  authorizeNoRequest,
  authorizeNoSecrets,
  authorizeUserAgent,
]
