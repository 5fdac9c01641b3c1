import type { CampaignProgress } from '@/lib/core/campaigns/campaign-progress'
import { failureHeadline } from '@/lib/core/engine/evidence/failures'
import { type OutcomeTone, toneOf, verdictWords } from '@/lib/core/engine/evidence/outcomes'
import { countedFindings, firstWarned, worstByCheck } from '@/lib/core/engine/evidence/summarise'
import { checkById } from '@/lib/core/issuer-and-verifier'
import type { Campaign } from '@/lib/core/shared/ports/store-types'
import { toIso } from '@/lib/core/shared/time/time'
import { visibleTexts } from '@/lib/core/shared/values/escape'
import { campaignTitle } from '@/lib/queries/campaigns'
import type { FlowModel, SessionHead } from '../inspector/model/flow-model'
import { causeOf, type RecentSession, type RunCause } from '../start/recent-store'

/** A session or campaign in a list. */
export type RunRow = RecentSession & {
  readonly over: boolean
  /** A placeholder: reading it takes longer than the list waits. */
  readonly isPending?: true
}

/** Row of a session. `wallet`: that of its campaign, if any. */
export function sessionRow<Session extends SessionHead>(
  session: Session,
  flow: Pick<FlowModel<Session>, 'title' | 'program'>,
  { kind, wallet }: { readonly kind: 'issuance' | 'presentation'; readonly wallet: Campaign['wallet'] | null },
): RunRow {
  const { outcome, name, exchanges } = session
  const program = flow.program(session)
  const shown = wallet ?? (program === null ? null : { name: program })
  return visibleTexts({
    sessionId: session.session_id,
    kind,
    title: flow.title(session),
    createdAt: session.created_at,
    tone: toneOf(outcome),
    words: outcome.sentence,
    ...(session.cause === null ? warningOf(session) : causeOf(session)),
    startedBy: session.started_by ?? '',
    ...tookOf(exchanges, session.created_at),
    over: outcome.over,
    ...(name === null ? {} : { name }),
    ...(shown === null ? {} : { wallet: shown }),
  })
}

/** The first warning of a session that has nothing else wrong. */
function warningOf({ outcome, checks }: Pick<SessionHead, 'outcome' | 'checks'>): { readonly cause?: RunCause } {
  if (outcome.id !== 'passed_with_warnings') return {}
  const first = firstWarned(worstByCheck(countedFindings(checks.conformance, checks.summary.mixed_traffic)))
  return first === undefined ? {} : { cause: { check: first.id, words: failureHeadline(first, checkById(first.id)) } }
}

/** How long a session took, up to the last request before its end. */
function tookOf(exchanges: SessionHead['exchanges'], createdAt: string): { readonly tookMillis?: number } {
  const ends = exchanges
    .filter((one) => one.after_end !== true)
    .map(({ at, duration_ms: took }) => Date.parse(at) + took)
  return ends.length === 0 ? {} : { tookMillis: Math.max(0, Math.max(...ends) - Date.parse(createdAt)) }
}

const tones: Readonly<Record<CampaignProgress['verdict'], OutcomeTone>> = {
  pass: 'pass',
  fail: 'fail',
  incomplete: 'open',
}

/** Row of a campaign, with the combined outcome of its sessions. */
export function campaignRow({ campaign, steps, next, verdict }: CampaignProgress): RunRow {
  const over = next.kind === 'finished'
  const done = steps.filter(({ newest }) => newest?.result.verdict != null).length
  return visibleTexts({
    sessionId: campaign.campaignId,
    kind: 'campaign' as const,
    title: campaignTitle(campaign),
    createdAt: toIso(campaign.createdAt),
    tone: tones[verdict],
    startedBy: campaign.startedBy ?? '',
    words: over || verdict === 'fail' ? verdictWords[verdict] : `${done} of ${steps.length} sessions done`,
    over,
    ...(campaign.name === undefined ? {} : { name: campaign.name }),
    wallet: campaign.wallet,
  })
}
