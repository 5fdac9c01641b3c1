import type { RedirectReading } from '../../../oid4vp/redirect/redirect-reading'
import type { Check } from '../../check'
import { vpRedirectBrowser } from './browser'
import { vpRedirectExact } from './exact'
import { vpRedirectSameSession } from './same-session'

/** Checks of a visit to the redirect_uri. */
export const redirectChecks: readonly Check<RedirectReading>[] = [
  vpRedirectExact,
  vpRedirectSameSession,
  vpRedirectBrowser,
]
