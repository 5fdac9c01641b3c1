import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { clockTime } from '../../../engine/evidence/clock-time'
import type { IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { type EpochMillis, epochMillis } from '../../../ground/time/time'
import { say } from '../../../ground/values/wording'

export const refreshInTime = defineCheck<IssuanceEvidence>('vci.refresh.in_time', {
  title: 'Wallet comes back for new credentials before the old ones end',
  problem: 'The wallet came back for new credentials only after the old ones had ended',
  clauses: ['ARF-ISSU_50', 'ARF-ISSU_54'],
  level: 'should',
  impossibleIn: ['no_refresh', 'no_reuse_policy'],
  why: 'In between, the user had no credential that is valid.',
  hint: 'Refresh once no more than reissue_trigger_lifetime_left is left of the validity, and before it is over.',
  run: ({ events }) => {
    let until: EpochMillis | null = null
    let latest: IssuanceEvidence['events'][number] | null = null
    for (const event of events) {
      const { type, detail, exchangeId } = event
      if (type === 'credential_issued' && typeof detail.valid_until === 'number')
        until = epochMillis(detail.valid_until * 1000)
      if (type !== 'token_refreshed' || until === null || exchangeId === null) continue
      if (event.at >= until)
        return decidedBy(
          { id: exchangeId },
          violated({ expected: say`before ${clockTime(until)}`, actual: say`later` }),
        )
      latest = event
    }
    return latest === null ? notObserved(say`The wallet did not come back for new credentials.`) : pass()
  },
})
