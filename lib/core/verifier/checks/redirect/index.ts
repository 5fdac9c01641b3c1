import type { Check } from '../../../engine/checks/check'
import type { RedirectReading } from '../../read/redirect/redirect-reading'
import { vpRedirectBrowser } from './browser'
import { vpRedirectExact } from './exact'
import { vpRedirectSameSession } from './same-session'

/** Checks of a visit to the redirect_uri. */
export const redirectChecks: readonly Check<RedirectReading>[] = [
  vpRedirectExact,
  vpRedirectSameSession,
  vpRedirectBrowser,
]
