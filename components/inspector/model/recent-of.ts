import type { RecentSession } from '../../start/recent-store'
import { stripText } from '../../ui/strip-text'
import { countWords } from './count-words'
import type { FlowModel, Inspected, SessionHead } from './flow-model'
import type { JudgedCheck } from './judged-check'
import { misbehaviourOfRun } from './misbehaviour-run'
import { tabWords } from './pill-words'

/** What this browser remembers about an opened session. */
export function recentOf<Session extends SessionHead>(
  inspected: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'states' | 'doneWithFailures' | 'title'>,
  { kind, checks }: { readonly kind: 'issuance' | 'presentation'; readonly checks: readonly JudgedCheck[] },
): RecentSession {
  const { session, verdict } = inspected
  const { summary } = session.checks
  const misbehaviour = misbehaviourOfRun(session.events)
  const reached = session.contact.reached
  return {
    sessionId: session.session_id,
    kind,
    title: flow.title(session),
    createdAt: session.created_at,
    tone: verdict.tone,
    words: tabWords(inspected, flow),
    ...(reached ? { counts: countWords(summary.counts) } : {}),
    ...(reached ? { strip: stripText(checks.map(({ status }) => status)) } : {}),
    ...(misbehaviour === null ? {} : { fault: misbehaviour }),
  }
}
