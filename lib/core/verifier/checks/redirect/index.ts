import type { Check } from '../../../engine/checks/check'
import type { RedirectReading } from '../../read/redirect/redirect-reading'
import { redirectBrowser } from './browser'
import { redirectExact } from './exact'
import { redirectSameSession } from './same-session'

/** Checks of a visit to the redirect_uri. */
export const redirectChecks: readonly Check<RedirectReading>[] = [redirectExact, redirectSameSession, redirectBrowser]
