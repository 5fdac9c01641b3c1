import { toneOf } from '@/lib/core/engine/evidence/outcomes'
import type { SummaryView } from '@/lib/core/engine/evidence/session-view'
import type { RecentSession } from '../../start/recent-store'
import { stripText } from '../../ui/strip-text'
import type { FlowModel, Inspected, SessionHead } from './flow-model'
import type { JudgedCheck } from './judged-check'
import { misbehaviourOfRun } from './misbehaviour-run'

/** Entry that this browser stores for an opened session. */
export function toRecentSession<Session extends SessionHead>(
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

/** Counts of a session in the same form on every page, without zeros, e.g. `3 failed, 1 warning, 169 passed`. */
function countWords({ fail, warn, pass, not_observed }: SummaryView['counts']): string {
  const told = [
    [fail, 'failed'],
    [warn, warn === 1 ? 'warning' : 'warnings'],
    [pass, 'passed'],
    [not_observed, 'not observed'],
  ] as const
  return told
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ')
}
