import { expect, it } from 'vitest'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { CampaignView } from '@/lib/core/campaigns/z-campaign'
import { failedCasesOf } from './failed-cases'

const session = (id: string) => ({ session_id: id, inspector_url: `https://capture.example/inspect/${id}` })
const one = (change: Partial<CoverageView['cases'][number]>) =>
  ({
    ...{
      id: 'WS_RP_IA_ProtocolFlow_003b_UF',
      objective: 'An answer that is not encrypted is refused',
      url: 'https://a.example',
    },
    ...{ verdict: 'failed', baseline: true, remark: null, contradicted_by: [], session: session('one') },
    ...{ failed_check: 'vp.negative.rejected', ...change },
  }) as CoverageView['cases'][number]
const campaign = { steps: [{ session: session('one') }, { session: null }] } as unknown as CampaignView

it('names the cases of a baseline that failed by a session of the campaign, with what does not hold', () => {
  const cases = [
    one({}),
    one({ verdict: 'passed' }),
    one({ baseline: false }),
    one({ session: session('of another campaign') as never }),
    one({ remark: 'stricter' }),
    one({ contradicted_by: ['WS_RP_MS_ProtocolMessages_004'] }),
  ]
  expect(failedCasesOf(campaign, { cases })).toEqual([
    {
      ...{ id: 'WS_RP_IA_ProtocolFlow_003b_UF', objective: 'An answer that is not encrypted is refused' },
      ...{ url: 'https://a.example', check: 'vp.negative.rejected', title: expect.stringMatching(/refuse/) },
      page: '/inspect/one',
    },
  ])
  expect(failedCasesOf(campaign, null)).toEqual([])
})
