import { toneOf } from '@/lib/core/engine/evidence/outcomes'
import type { RecentSession } from '../../start/recent-store'
import { stripText } from '../../ui/strip-text'
import { countWords } from './count-words'
import type { FlowModel, Inspected, SessionHead } from './flow-model'
import type { JudgedCheck } from './judged-check'
import { misbehaviourOfRun } from './misbehaviour-run'

/** What this browser remembers about an opened session. */
export function recentOf<Session extends SessionHead>(
  inspected: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'title' | 'program'>,
  { kind, checks }: { readonly kind: 'issuance' | 'presentation'; readonly checks: readonly JudgedCheck[] },
): RecentSession {
  const { session } = inspected
  const { outcome } = session
  const { summary } = session.checks
  const misbehaviour = misbehaviourOfRun(session.events)
  const program = flow.program(session)
  const reached = session.contact.reached
  return {
    sessionId: session.session_id,
    kind,
    title: flow.title(session),
    ...(session.name === null ? {} : { name: session.name }),
    ...(program === null ? {} : { wallet: { name: program } }),
    createdAt: session.created_at,
    tone: toneOf(outcome),
    words: outcome.sentence,
    ...(reached ? { counts: countWords(summary.counts) } : {}),
    ...(reached ? { strip: stripText(checks.map(({ status }) => status)) } : {}),
    ...(misbehaviour === null ? {} : { fault: misbehaviour }),
  }
}
