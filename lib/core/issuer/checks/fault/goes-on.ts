import { defineCheck, notObserved } from '../../../engine/checks/check'
import type { IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import { judgeDeviation } from '../../judgements/judge-deviation'

export const faultGoesOn = defineCheck<IssuanceEvidence>('vci.fault.goes_on', {
  title: 'Wallet continues after a response that is only unusual, or that asks for a retry',
  problem: 'The wallet stopped at a response that is only unusual, or that asks for a retry',
  clauses: ['OID4VCI-1FINAL-8.3', 'RFC6749-5.1'],
  level: 'must',
  impossibleIn: ['reported_alone', 'no_oddity'],
  why: 'Issuers may add members, leave optional ones out, and ask for a fresh nonce. A wallet that stops there works with few issuers.',
  hint: 'Ignore unknown members, use the defaults for absent ones, and do what an error asks for.',
  run: (evidence) => {
    const deviation = deviationOf(evidence.session)
    if (deviation?.expects !== 'going_on') return notObserved(say`No response in this session is merely unusual.`)
    return judgeDeviation(deviation, evidence)
  },
})
