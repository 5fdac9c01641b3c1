import type { CampaignProgress } from '@/lib/core/campaigns/campaign-progress'
import { type OutcomeTone, toneOf, verdictWords } from '@/lib/core/engine/evidence/outcomes'
import type { Campaign } from '@/lib/core/shared/ports/store-types'
import { toIso } from '@/lib/core/shared/time/time'
import { visibleTexts } from '@/lib/core/shared/values/escape'
import { campaignTitle } from '@/lib/queries/campaigns'
import type { FlowModel, SessionHead } from '../inspector/model/flow-model'
import { causeOf, type RecentSession } from '../start/recent-store'

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
  const { outcome, name } = session
  const program = flow.program(session)
  const shown = wallet ?? (program === null ? null : { name: program })
  return visibleTexts({
    sessionId: session.session_id,
    kind,
    title: flow.title(session),
    createdAt: session.created_at,
    tone: toneOf(outcome),
    words: outcome.sentence,
    ...causeOf(session),
    over: outcome.over,
    ...(name === null ? {} : { name }),
    ...(shown === null ? {} : { wallet: shown }),
  })
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
    words: over || verdict === 'fail' ? verdictWords[verdict] : `${done} of ${steps.length} sessions done`,
    over,
    ...(campaign.name === undefined ? {} : { name: campaign.name }),
    wallet: campaign.wallet,
  })
}
