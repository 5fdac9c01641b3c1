import type { PresentationSession, StoredEvent } from '../../../ground/ports/store-types'
import { redirectSeconds } from '../../../ground/time/durations'
import { addSeconds, type EpochMillis, epochMillis } from '../../../ground/time/time'
import { endsOnScreen, redirectsInError } from '../../deviations/our-responses'

/** Whether the user's browser followed the `redirect_uri`. OID4VP-1FINAL-8.2 */
export interface RedirectHistory {
  /** When the wallet received the `redirect_uri`; `null` before that. */
  readonly returnedAt: EpochMillis | null
  /** When a user agent first opened exactly that address; `null` before that. */
  readonly followedAt: EpochMillis | null
  /**
   * The deadline: under HAIP after two minutes, otherwise at the end of the session if that is later. `null` before the
   * wallet got it.
   */
  readonly endsAt: EpochMillis | null
  /** True if the address was not opened within two minutes. */
  readonly overdue: boolean
}

/** Folds the events of a session, oldest first. */
export function redirectHistory(
  { options, expiresAt }: Pick<PresentationSession, 'options' | 'expiresAt'>,
  events: readonly StoredEvent[],
  now: EpochMillis,
): RedirectHistory {
  const returnedAt = events.find(({ type }) => type === 'vp_redirect_returned')?.at ?? null
  const followedAt = events.find(({ type }) => type === 'vp_redirect_followed')?.at ?? null
  if (returnedAt === null) return { returnedAt, followedAt, endsAt: null, overdue: false }
  const due = addSeconds(returnedAt, redirectSeconds)
  const endsAt = options.profile === 'haip' ? due : epochMillis(Math.max(due, expiresAt))
  return { returnedAt, followedAt, endsAt, overdue: (followedAt ?? now) >= due }
}

/** True if an answer counts only once the user agent has returned. HAIP-5.1 */
export const mustFollow = (session: Pick<PresentationSession, 'options'>): boolean =>
  session.options.profile === 'haip' &&
  session.options.return_redirect_uri &&
  !redirectsInError(session) &&
  !endsOnScreen(session)

/** True while a `redirect_uri` that the wallet got may still be opened in time. */
export function awaitsBrowser(
  session: Pick<PresentationSession, 'options' | 'expiresAt'>,
  events: readonly StoredEvent[],
  now: EpochMillis,
): boolean {
  const { returnedAt, followedAt, overdue } = redirectHistory(session, events, now)
  return returnedAt !== null && followedAt === null && !overdue
}
