import type { SessionEvidence } from '../engine/sessions/session-evidence'
import { expectsRefusal as issuerExpectsRefusal } from '../issuer/deviations'
import { type Reporter, reporterOf } from '../shared/ports/reporter'
import type { Session, StoredEvent } from '../shared/ports/store-types'
import { expectsRefusal as verifierExpectsRefusal } from '../verifier/deviations'
import { endsOnScreen } from '../verifier/deviations/our-responses'
import { lacksWarningReport, takesWarning } from '../verifier/judgements/warnings'
import { evidenceAtEnding, type SessionState } from './session-state'

/** What can be reported about the wallet in a session of a campaign. */
export const personAnswers = ['error', 'went_on', 'warned', 'nothing'] as const
export type PersonAnswer = (typeof personAnswers)[number]

const reports: readonly string[] = [
  'vp_refusal_reported',
  'refusal_reported',
  'vp_screen_reported',
  'campaign_session_ended',
]

/** The last report about a session and its reporter; `null` if there is none, or the reporter is not recorded. */
export function lastTold(events: readonly StoredEvent[]): {
  readonly told: PersonAnswer | null
  readonly toldBy: Reporter | null
} {
  const last = events.findLast(({ type }) => reports.includes(type))
  const told = personAnswers.find((answer) => answer === last?.detail.shown) ?? null
  return { told, toldBy: told === null || last === undefined ? null : reporterOf(last) }
}

/** What can be reported while a session waits for its wallet, or for a person after silence. */
export function openAnswers(session: Session): readonly PersonAnswer[] {
  const expectsRefusal = session.kind === 'issuance' ? issuerExpectsRefusal(session) : verifierExpectsRefusal(session)
  const mayWarn = session.kind === 'presentation' && takesWarning({ session, overAsks: false })
  return personAnswers.filter((answer) => (answer !== 'went_on' || expectsRefusal) && (answer !== 'warned' || mayWarn))
}

/**
 * What should still be reported about a session; empty for nothing. If the wallet presented where its provider may let
 * it warn, only a person knows whether it warned. ARF3-RPRC_17, ARF3-RPA_07b
 */
export function answersWanted(evidence: SessionEvidence, state: SessionState): readonly PersonAnswer[] {
  const { inTime } = evidenceAtEnding(evidence)
  const { session, events } = inTime
  if (state === 'open' || state === 'silent') return openAnswers(session)
  if (state === 'lapsed' || session.kind !== 'presentation') return []
  if (lastTold(events).told !== null) return []
  if (endedOnScreen({ session, events })) return ['error', 'went_on', 'nothing']
  return lacksWarningReport({ session, events }) ? ['warned', 'went_on'] : []
}

/**
 * Whether a valid presentation got an unusual response of ours, so that only a person can see what the wallet made of
 * it. OID4VP-1FINAL-8.2
 */
export const endedOnScreen = ({ session, events }: Pick<SessionEvidence, 'session' | 'events'>): boolean =>
  session.kind === 'presentation' &&
  endsOnScreen(session) &&
  events.some(({ detail }) => detail.presentation_valid === true)
