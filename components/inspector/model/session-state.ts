import { currentStand, type OutcomeTone, silentStand, toneOf } from '@/lib/core/engine/evidence/outcomes'
import type { SessionOutcome } from '@/lib/core/engine/evidence/z-outcome'
import { epochMillis } from '@/lib/core/ground/time/time'
import type { FlowModel, Inspected, SessionHead, SessionPhase } from './flow-model'

/** Seconds after the last exchange of a session that is over during which a wallet may still send something. */
const quietSeconds = 30

/**
 * The phase of a session, by the rule that makes its outcome in the core. Until a wallet connects, the tester's exchanges
 * do not count.
 */
export function sessionPhase<Session extends SessionHead>(
  session: Session,
  { states }: Pick<FlowModel<Session>, 'states'>,
): SessionPhase {
  const status: Session['status'] = session.status
  const { outcome, contact } = session
  return currentStand({
    stand: outcome.id === 'silent' ? silentStand : states[status],
    until: status === 'expired' || outcome.over ? null : epochMillis(Date.parse(session.expires_at)),
    // A wallet that came after the end has not reached the session.
    reached: contact.reached && outcome.id !== 'never_reached',
    ended: outcome.id === 'ended_by_tester' ? { detail: {} } : null,
  }).standing
}

/** True once the flow of a session has come to its end; requests may still count until `open_until`. */
export const isOver = (phase: SessionPhase): boolean =>
  phase !== 'created' && phase !== 'running' && phase !== 'refused' && phase !== 'silent'

/**
 * When a client refused our certificate, if no wallet connected and it happened during this session; otherwise `null`.
 */
export function refusedWithin(
  { contact, created_at, expires_at }: Pick<SessionHead, 'contact' | 'created_at' | 'expires_at'>,
  refusedAt: number | null,
): number | null {
  const within = refusedAt !== null && refusedAt >= Date.parse(created_at) && refusedAt <= Date.parse(expires_at)
  return within && !contact.reached ? refusedAt : null
}

/**
 * Milliseconds after `now` for which to keep polling for new exchanges; 0 once the session is over. While requests count,
 * the page follows them, so that it never shows another outcome than the read-back. `lingerSeconds`: how long the flow may
 * continue after its last exchange although the session has expired.
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

export type PillTone = 'live' | 'pass' | 'fail' | 'warn' | 'over'

/** How a refused step is shown: like the headline, red only if a MUST was broken. */
export const refusedTone = (tone: OutcomeTone): 'fail' | 'warn' => (tone === 'fail' ? 'fail' : 'warn')

/** The look of an outcome as a pill: one without a colour of its own is live until it is over. */
export function pillTone(outcome: SessionOutcome): PillTone {
  const tone = toneOf(outcome)
  return tone === 'open' ? (outcome.over ? 'over' : 'live') : tone
}

/** What the tab of a session is called: what it came to, its name if it has one, its title, and where its id begins. */
export const tabTitle = (
  { session_id: id, outcome, name }: Pick<SessionHead, 'session_id' | 'outcome' | 'name'>,
  title: string,
): string => `${outcome.sentence}: ${name === null ? '' : `${name}, `}${title} · ${shortId(id)}`

/** Where an id begins: tells runs of the same test apart. */
export const shortId = (id: string): string => id.slice(0, 8)
