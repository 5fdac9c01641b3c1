import type { SessionEvidence } from '../engine/sessions/session-evidence'
import { type Reporter, reporterOf } from '../ground/ports/reporter'
import type { Session, StoredEvent } from '../ground/ports/store-types'
import { expectsRefusal as issuerExpectsRefusal } from '../issuer/deviations'
import { expectsRefusal as verifierExpectsRefusal } from '../verifier/deviations'
import { endsOnScreen } from '../verifier/deviations/our-responses'
import { isWarningUntold, takesWarning } from '../verifier/judgements/warnings'
import { type SessionState, toItsEnding } from './session-state'

/** What may be told that a wallet showed in a session of a campaign. */
export const personAnswers = ['error', 'went_on', 'warned', 'nothing'] as const
export type PersonAnswer = (typeof personAnswers)[number]

const reports: readonly string[] = [
  'vp_refusal_reported',
  'refusal_reported',
  'vp_screen_reported',
  'campaign_session_ended',
]

/** What was told last of a session and by whom; `null` for nothing, and for a teller that is not recorded. */
export function lastTold(events: readonly StoredEvent[]): {
  readonly told: PersonAnswer | null
  readonly toldBy: Reporter | null
} {
  const last = events.findLast(({ type }) => reports.includes(type))
  const told = personAnswers.find((answer) => answer === last?.detail.shown) ?? null
  return { told, toldBy: told === null || last === undefined ? null : reporterOf(last) }
}

/** What may be told while a session waits for its wallet, or for a person after silence. */
export function openAnswers(session: Session): readonly PersonAnswer[] {
  const expectsRefusal = session.kind === 'issuance' ? issuerExpectsRefusal(session) : verifierExpectsRefusal(session)
  const mayWarn = session.kind === 'presentation' && takesWarning({ session, overAsks: false })
  return personAnswers.filter((answer) => (answer !== 'went_on' || expectsRefusal) && (answer !== 'warned' || mayWarn))
}

/**
 * What should still be told of a session; empty for nothing. Once a wallet has presented where its provider may let it warn,
 * only a person knows whether it did. ARF3-RPRC_17, ARF3-RPA_07b
 */
export function answersWanted(evidence: SessionEvidence, state: SessionState): readonly PersonAnswer[] {
  const { inTime } = toItsEnding(evidence)
  const { session, events } = inTime
  if (state === 'open' || state === 'silent') return openAnswers(session)
  if (state === 'lapsed' || session.kind !== 'presentation') return []
  if (lastTold(events).told !== null) return []
  if (endedOnScreen({ session, events })) return ['error', 'went_on', 'nothing']
  return isWarningUntold({ session, events }) ? ['warned', 'went_on'] : []
}

/**
 * True for a presentation that was valid and got a response of ours that is unusual on purpose: only a person can tell what the
 * wallet made of that. OID4VP-1FINAL-8.2
 */
export const endedOnScreen = ({ session, events }: Pick<SessionEvidence, 'session' | 'events'>): boolean =>
  session.kind === 'presentation' &&
  endsOnScreen(session) &&
  events.some(({ detail }) => detail.presentation_valid === true)
