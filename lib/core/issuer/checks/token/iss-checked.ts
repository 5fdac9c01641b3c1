import { defineCheck, notObserved } from '../../../engine/checks/check'
import type { IssuanceEvidence } from '../../../engine/sessions/session-evidence'
import { say } from '../../../ground/values/wording'
import { deviationOf } from '../../deviations'
import { judgeDeviation } from '../../judgements/judge-deviation'

export const tokenIssChecked = defineCheck<IssuanceEvidence>('vci.token.iss_checked', {
  title: 'Wallet compares the iss of the authorization response before it redeems the code',
  problem: 'The wallet redeemed the code although the iss of the authorization response was wrong',
  clauses: ['RFC9207-2.4', 'FAPI2-SP-FINAL-5.3.3.2'],
  level: 'info',
  impossibleIn: ['iss_as_ever'],
  why: 'Without it, a malicious server can make a wallet send it the code of another server.',
  hint: 'Compare iss with the issuer of the authorization server that was asked, character by character.',
  run: (evidence) => {
    const deviation = deviationOf(evidence.session)
    if (deviation?.id !== 'authz_iss_mismatch')
      return notObserved(say`The iss of the authorization response is correct.`)
    return judgeDeviation(deviation, evidence)
  },
})
