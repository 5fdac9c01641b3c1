import type { SessionEvidence } from '../engine/sessions/session-evidence'
import type { Session, StoredEvent } from '../ground/ports/store-types'
import { expectsRefusal as issuerExpectsRefusal } from '../issuer/deviations'
import { expectsRefusal as verifierExpectsRefusal } from '../verifier/deviations'
import { endsOnScreen } from '../verifier/deviations/our-responses'
import { isWarningUntold } from '../verifier/judgements/warning-untold'
import { takesWarning } from '../verifier/judgements/what-to-tell'
import { type SessionState, toItsEnding } from './session-state'

/** What a person may tell that a wallet showed in a session of a campaign. */
export const personAnswers = ['error', 'went_on', 'warned', 'nothing'] as const
export type PersonAnswer = (typeof personAnswers)[number]

const reports: readonly string[] = [
  'vp_refusal_reported',
  'refusal_reported',
  'vp_screen_reported',
  'campaign_session_ended',
]

/** What a person told last of a session; `null` for nothing. */
export function lastTold(events: readonly StoredEvent[]): PersonAnswer | null {
  const shown = events.findLast(({ type }) => reports.includes(type))?.detail.shown
  return personAnswers.find((answer) => answer === shown) ?? null
}

/** What may be told while a session waits for its wallet, or for a person after silence. */
export function openAnswers(session: Session): readonly PersonAnswer[] {
  const expectsRefusal = session.kind === 'issuance' ? issuerExpectsRefusal(session) : verifierExpectsRefusal(session)
  const mayWarn = session.kind === 'presentation' && takesWarning({ session, overAsks: false })
  return personAnswers.filter((answer) => (answer !== 'went_on' || expectsRefusal) && (answer !== 'warned' || mayWarn))
}

/**
 * What a person should still tell of a session; empty for nothing. Once a wallet has presented where its provider may let it warn,
 * only a person knows whether it did. ARF3-RPRC_17, ARF3-RPA_07b
 */
export function answersWanted(evidence: SessionEvidence, state: SessionState): readonly PersonAnswer[] {
  const { inTime } = toItsEnding(evidence)
  const { session, events } = inTime
  if (state === 'open' || state === 'silent') return openAnswers(session)
  if (state === 'lapsed' || session.kind !== 'presentation') return []
  if (lastTold(events) !== null) return []
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
