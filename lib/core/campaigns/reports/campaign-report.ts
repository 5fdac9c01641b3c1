import { verdictWords } from '../../engine/evidence/outcomes'
import type { SessionReport } from '../../engine/reports/session-report'
import { catalogueOf } from '../../issuer-and-verifier'
import type { Sha256 } from '../../shared/ports/ports'
import { brokenRules } from '../broken-rules'
import type { CampaignProgress } from '../campaign-progress'
import { campaignView } from '../campaign-view'
import type { CampaignStepView, CampaignView } from '../z-campaign'
import { toldNumbers } from './step-outcome'

/** A rule that the wallet broke, and the presets in which it did. */
type BrokenInPresets = CampaignStepView['broken'][number] & { readonly presets: readonly string[] }

/** The data behind every format of a campaign's report. The same evidence gives the same report, byte for byte. */
export interface CampaignReport {
  readonly report_version: 1
  readonly kind: 'campaign'
  readonly service: { readonly version: string }
  readonly catalogue: SessionReport['catalogue']
  /** What to fix first comes first. */
  readonly broken: readonly BrokenInPresets[]
  readonly campaign: CampaignView
}

/** Builds the report of a campaign. It contains no links that open a wallet. */
export function buildCampaignReport(
  progress: CampaignProgress,
  { baseUrl, version, sha256 }: { readonly baseUrl: string; readonly version: string; readonly sha256: Sha256 },
): CampaignReport {
  const campaign = campaignView(progress, baseUrl)
  return {
    report_version: 1,
    kind: 'campaign',
    service: { version },
    catalogue: catalogueOf(sha256),
    broken: brokenRules(campaign.steps).map(({ rule, steps }) => ({
      ...rule,
      presets: steps.map(({ preset }) => preset),
    })),
    campaign,
  }
}

/** What the report is about, in one line. */
export const campaignHeading = ({ campaign: { title, wallet } }: CampaignReport): string =>
  `${title}: ${wallet.name} ${wallet.version}`

/** The verdict as a sentence. */
export function campaignSentence({ campaign: { counts, verdict, status, stopped } }: CampaignReport): string {
  const numbers = `${counts.passed} of ${counts.steps} sessions passed, ${counts.failed} failed, ${counts.incomplete} without a verdict`
  const left = counts.steps - counts.done
  const open = left === 0 ? '' : `, ${left} not done`
  const word = verdict === 'incomplete' && status !== 'finished' ? 'Not finished' : verdictWords[verdict]
  const told = toldNumbers(counts)
  return [`${word}: ${numbers}${open}.`, told === '' ? '' : `${told}.`, stopped?.sentence ?? '']
    .filter(Boolean)
    .join(' ')
}
