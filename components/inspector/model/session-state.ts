import { currentProgress, type OutcomeTone, silentProgress, toneOf } from '@/lib/core/engine/evidence/outcomes'
import type { SessionOutcome } from '@/lib/core/engine/evidence/z-session-view'
import { epochMillis } from '@/lib/core/shared/time/time'
import type { FlowModel, Inspected, SessionHead, SessionPhase } from './flow-model'

/** Seconds after the last exchange during which a wallet may still send something to a finished session. */
const quietSeconds = 30

/**
 * Phase of a session, by the core's outcome rule. Before a wallet connects, the tester's own exchanges do not count.
 */
export function sessionPhase<Session extends SessionHead>(
  session: Session,
  { states }: Pick<FlowModel<Session>, 'states'>,
): SessionPhase {
  const status: Session['status'] = session.status
  const { outcome, contact } = session
  return currentProgress({
    stand: outcome.id === 'silent' ? silentProgress : states[status],
    until: status === 'expired' || outcome.over ? null : epochMillis(Date.parse(session.expires_at)),
    // A wallet that came after the end did not reach the session.
    reached: contact.reached && outcome.id !== 'never_reached',
    ended: outcome.id === 'ended_by_tester' ? { detail: {} } : null,
  }).standing
}

/** True once the flow is over; requests may still count until `open_until`. */
export const isOver = (phase: SessionPhase): boolean =>
  phase !== 'created' && phase !== 'running' && phase !== 'refused' && phase !== 'silent'

/**
 * When a client rejected our certificate, if that was during this session and no wallet connected; otherwise `null`.
 */
export function refusedWithin(
  { contact, created_at, expires_at }: Pick<SessionHead, 'contact' | 'created_at' | 'expires_at'>,
  refusedAt: number | null,
): number | null {
  const within = refusedAt !== null && refusedAt >= Date.parse(created_at) && refusedAt <= Date.parse(expires_at)
  return within && !contact.reached ? refusedAt : null
}

/**
 * Milliseconds after `now` for which to poll for exchanges; 0 once the session is over. Polls while requests count, so
 * that the page never shows another outcome than the read-back. `lingerSeconds`: how long the flow may continue after
 * its last exchange although the session has expired.
 */
export function liveForMillis(
  { session, exchanges, phase }: Inspected,
  { lingerSeconds, now }: { readonly lingerSeconds: number; readonly now: number },
): number {
  if (phase === 'expired' || phase === 'unreached') return 0
  const last = exchanges.at(-1)
  const lastAt = last === undefined ? now : Date.parse(last.at)
  if (isOver(phase)) {
    const counts = session.open_until === null ? 0 : Date.parse(session.open_until)
    return Math.max(0, counts - now, lastAt + quietSeconds * 1000 - now)
  }
  const end = Math.max(Date.parse(session.expires_at), lastAt + lingerSeconds * 1000)
  return Math.max(0, end - now)
}

/** Phases that a message of the wallet ended. */
const answered: ReadonlySet<SessionPhase> = new Set(['done', 'captured', 'declined', 'failed'])

/** What a page that updates itself says in place of `Live`. */
export interface Standing {
  readonly words: string
  /** RFC 3339; shown after the words. */
  readonly until: string | null
}

/**
 * What can still come to a session whose last request was refused, or that is over; `null` while the flow goes on, and
 * where there is nothing to say besides.
 */
export function standingOf(
  { session, phase }: Inspected,
  { usedUp }: { readonly usedUp?: string | undefined },
): Standing | null {
  const { next_step: next, open_until: openUntil, expires_at: expiresAt } = session
  if (phase === 'refused') {
    if (next !== null && next.operation === null) return { words: 'Refused. Only a new session helps.', until: null }
    const lives = next?.survives.find((value) => value.lives && value.until !== null)
    return { words: 'Refused. The wallet may send again until', until: lives?.until ?? openUntil ?? expiresAt }
  }
  if (!isOver(phase)) return null
  if (usedUp !== undefined && answered.has(phase)) return { words: `Ended: ${usedUp}.`, until: null }
  return openUntil === null ? null : { words: 'Requests still count until', until: openUntil }
}

export type PillTone = 'live' | 'pass' | 'fail' | 'warn' | 'over'

/** Colour of a refused step: like the headline, red only if a MUST was violated. */
export const refusedTone = (tone: OutcomeTone): 'fail' | 'warn' => (tone === 'fail' ? 'fail' : 'warn')

/** Pill tone of an outcome; one without a colour of its own is "live" until the session is over. */
export function pillTone(outcome: SessionOutcome): PillTone {
  const tone = toneOf(outcome)
  return tone === 'open' ? (outcome.over ? 'over' : 'live') : tone
}

/** Tab title of a session: outcome, name if any, title, and start of its id. */
export const tabTitle = (
  { session_id: id, outcome, name }: Pick<SessionHead, 'session_id' | 'outcome' | 'name'>,
  title: string,
): string => `${outcome.sentence}: ${name === null ? '' : `${name}, `}${title} · ${shortId(id)}`

/** Start of an id: distinguishes runs of the same test. */
export const shortId = (id: string): string => id.slice(0, 8)
