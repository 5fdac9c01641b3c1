import { type Exchange, headerValue } from '../../shared/http/exchange'
import type { SessionId } from '../../shared/ports/ids'
import type { KeyedHash } from '../../shared/ports/ports'
import type { PresentationSession, StoredEvent } from '../../shared/ports/store-types'
import { redirectSeconds } from '../../shared/time/durations'
import { addSeconds, type EpochMillis, epochMillis } from '../../shared/time/time'
import { toBase64url } from '../../shared/values/base64url'
import { endsOnScreen, redirectsInError } from '../deviations/our-responses'

/** Cookie that marks the browser in which a session was created. */
export const browserMarkName = 'presentation_browser'

/** Cookie value of a session; unforgeable. */
export const browserMark = (sessionId: SessionId, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('presentation-browser', sessionId))

/** Whether a request carries this session's cookie; `null` without such a cookie. */
export function carriesBrowserMark(exchange: Exchange, sessionId: SessionId, keyedHash: KeyedHash): boolean | null {
  const cookies = (headerValue(exchange, 'cookie') ?? '').split(/;\s*/)
  const marks = cookies.flatMap((cookie) =>
    cookie.startsWith(`${browserMarkName}=`) ? [cookie.slice(browserMarkName.length + 1)] : [],
  )
  return marks.length === 0 ? null : marks.includes(browserMark(sessionId, keyedHash))
}

/** Whether the user's browser followed the `redirect_uri`. OID4VP-1FINAL-8.2 */
export interface RedirectHistory {
  /** When the wallet received the `redirect_uri`; `null` before that. */
  readonly returnedAt: EpochMillis | null
  /** When a user agent first opened exactly that URL; `null` before that. */
  readonly followedAt: EpochMillis | null
  /** Deadline: two minutes under HAIP, otherwise the session's end if that is later. `null` until the wallet has it. */
  readonly endsAt: EpochMillis | null
  /** True if the URL was not opened within two minutes. */
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

/** True if a response counts only once the user agent returned. HAIP-5.1 */
export const mustFollow = (session: Pick<PresentationSession, 'options'>): boolean =>
  session.options.profile === 'haip' &&
  session.options.return_redirect_uri &&
  !redirectsInError(session) &&
  !endsOnScreen(session)

/** True while the wallet's `redirect_uri` can still be opened in time. */
export function awaitsBrowser(
  session: Pick<PresentationSession, 'options' | 'expiresAt'>,
  events: readonly StoredEvent[],
  now: EpochMillis,
): boolean {
  const { returnedAt, followedAt, overdue } = redirectHistory(session, events, now)
  return returnedAt !== null && followedAt === null && !overdue
}

/** Facts of a visit to the `redirect_uri`. OID4VP-1FINAL-8.2 */
export interface RedirectReading {
  readonly session: PresentationSession
  readonly now: EpochMillis
  readonly history: RedirectHistory
  /** `repeated`: correct, but already used. */
  readonly code: 'absent' | 'wrong' | 'right' | 'repeated'
  /** Names of extra query parameters, repeated ones included. */
  readonly surplus: readonly string[]
  /** `Accept` fields joined; `null` if absent. */
  readonly accept: string | null
  /** `Sec-Fetch-Mode`; `null` if absent. */
  readonly fetchMode: string | null
  /** Whether it is the browser that created the session; `null` if unknown. */
  readonly sameBrowser: boolean | null
}
