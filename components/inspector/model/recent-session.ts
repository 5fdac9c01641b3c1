import { toneOf } from '@/lib/core/engine/evidence/outcomes'
import { causeOf, type RecentSession } from '../../start/recent-store'
import type { FlowModel, Inspected, SessionHead } from './flow-model'

/** Entry that this browser stores for an opened session. */
export function toRecentSession<Session extends SessionHead>(
  inspected: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'title' | 'program'>,
  kind: 'issuance' | 'presentation',
): RecentSession {
  const { session } = inspected
  const { outcome } = session
  const program = flow.program(session)
  return {
    sessionId: session.session_id,
    kind,
    title: flow.title(session),
    ...(session.name === null ? {} : { name: session.name }),
    ...(program === null ? {} : { wallet: { name: program } }),
    createdAt: session.created_at,
    tone: toneOf(outcome),
    words: outcome.sentence,
    ...causeOf(session),
  }
}
