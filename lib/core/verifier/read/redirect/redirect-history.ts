import type { PresentationSession, StoredEvent } from '../../../ground/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../../ground/time/time'

/** Seconds within which a user agent is expected at the `redirect_uri` of an answer; what comes later is an error. */
export const redirectSeconds = 120

/** Whether the user's browser followed the address that it was sent to. OID4VP-1FINAL-8.2 */
export interface RedirectHistory {
  /** When the wallet was told the address; `null` before that. */
  readonly returnedAt: EpochMillis | null
  /** When a user agent first opened it as it was told; `null` before that. */
  readonly followedAt: EpochMillis | null
  /** When its time is over: of HAIP after two minutes, else with the session, if that is later. `null` before it was told. */
  readonly endsAt: EpochMillis | null
  /** True for an address that was told, and not opened within two minutes. */
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

/** True where an answer counts only once the user agent came back. HAIP-5.1 */
export const mustFollow = ({ options }: Pick<PresentationSession, 'options'>): boolean =>
  options.profile === 'haip' && options.return_redirect_uri
