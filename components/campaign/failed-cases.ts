import { brokenRules } from '@/lib/core/campaigns/broken-rules'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { checkById } from '@/lib/core/issuer-and-verifier'

/** An official case that failed, though the session that decided it did not. */
export interface FailedCase {
  readonly id: string
  readonly objective: string
  readonly url: string
  /** `null` where no check decided. */
  readonly check: string | null
  /** What does not hold, as a sentence without its full stop. */
  readonly title: string
  /** Path of the session that decided it. */
  readonly page: string
}

/** Whether a campaign is over and names nothing to fix, so that only a case can still say that something is wrong. */
export const mayHideFailures = ({ status, steps }: Pick<CampaignView, 'status' | 'steps'>): boolean =>
  status === 'finished' && brokenRules(steps).length === 0

/** The cases of a baseline that failed by a session of the campaign. Leaves out what the headline leaves out. */
export function failedCasesOf(
  { steps }: Pick<CampaignView, 'steps'>,
  coverage: Pick<CoverageView, 'cases'> | null,
): readonly FailedCase[] {
  const own = new Set(steps.flatMap(({ session }) => session?.session_id ?? []))
  return (coverage?.cases ?? []).flatMap((one) => {
    const { id, objective, url, session, failed_check: check } = one
    if (one.verdict !== 'failed' || !one.baseline || session === null || !own.has(session.session_id)) return []
    if (one.remark === 'stricter' || one.contradicted_by.length > 0) return []
    const title = check === null ? '' : (checkById(check)?.title ?? check)
    return [{ id, objective, url, check, title, page: new URL(session.inspector_url).pathname }]
  })
}
