import { selfAssessment } from '@/lib/core/campaigns/statement/statement-words'
import { summaryBlocks } from '@/lib/core/campaigns/statement/summary-words'
import type { Summary } from '@/lib/core/campaigns/statement/z-summary'

/** The summary of the example wallet, whose only case failed. */
export function summaryExample({
  base,
  edition,
  headline,
}: Pick<Summary, 'edition' | 'headline'> & { readonly base: string }): Summary {
  const summary: Omit<Summary, 'text'> = {
    summary_version: 1,
    service: { version: '0.1.0', base_url: base },
    wallet: { name: 'Quillfern', version: '2.4.1' },
    edition,
    first_run: '2026-11-14T09:41:30.480Z',
    last_run: '2026-11-14T09:41:30.480Z',
    headline,
    baselines: { issuance: null, presentation: null },
    sessions_left: 0,
    causes: [
      {
        check: 'vp.negative.rejected',
        says: 'The wallet presented although the request was wrong.',
        fix: 'Verify the signature of the request before anything else in it.',
        cases: 1,
      },
    ],
    more_causes: 0,
    not_run: { cases: 0, sessions: 0, minutes: 0, emulated: 0, elsewhere: 0 },
    claim: selfAssessment,
    statement: {
      url: `${base}/coverage/ics?wallet=Quillfern&version=2.4.1&edition=${edition.id}&format=csv`,
      sha256: '4f1d2c3b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f00f',
    },
  }
  return { ...summary, text: summaryBlocks(summary).map(({ text }) => text) }
}
