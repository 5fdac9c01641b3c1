import type { CatalogueCheck } from '@/lib/queries/checks'
import type { RecentSession } from '../../start/recent-store'
import { stripText } from '../../ui/strip-text'
import { countWords } from './count-words'
import { faultOfRun } from './fault-run'
import type { FlowModel, Inspected, SessionHead } from './flow-model'
import { judgeChecks } from './judged-check'
import { tabWords } from './pill-words'

/** What this browser remembers about a session it has opened. */
export function recentOf<Session extends SessionHead>(
  inspected: Inspected<Session>,
  flow: Pick<FlowModel<Session>, 'states' | 'doneWithFailures' | 'title'>,
  { kind, catalogue }: { readonly kind: 'issuance' | 'presentation'; readonly catalogue: readonly CatalogueCheck[] },
): RecentSession {
  const { session, verdict } = inspected
  const { conformance, summary } = session.checks
  const fault = faultOfRun(session.events)
  const reached = session.contact.reached
  return {
    sessionId: session.session_id,
    kind,
    title: flow.title(session),
    createdAt: session.created_at,
    tone: verdict.tone,
    words: tabWords(inspected, flow),
    ...(reached ? { counts: countWords(summary.counts) } : {}),
    ...(reached
      ? { strip: stripText(judgeChecks(conformance, catalogue, summary.mixed_traffic).map(({ status }) => status)) }
      : {}),
    ...(fault === null ? {} : { fault }),
  }
}
