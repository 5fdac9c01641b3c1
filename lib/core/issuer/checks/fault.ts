import { area, of } from '../../engine/checks/area'
import { notObserved } from '../../engine/checks/check'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { say } from '../../shared/values/wording'
import { deviationOf, expectsRefusal } from '../deviations'
import { deviationReasons, judgeDeviation } from '../judgements/judge-deviation'

export const fault = area(
  'vci.fault',
  { subject: of<IssuanceEvidence>() },
  {
    refused: {
      title: 'Wallet stops at a deliberately wrong response',
      reasons: deviationReasons('refusal'),
      clauses: ['OID4VCI-1FINAL-8.3', 'RFC9207-2.4', 'RFC6749-10.12'],
      level: 'must',
      impossibleIn: ['reported_alone', 'no_refusal_expected'],
      why: "A wallet that accepts anything can be led to another server, into someone else's session, or to a forged credential.",
      run: (evidence) => {
        const deviation = deviationOf(evidence.session)
        if (deviation === null || !expectsRefusal(evidence.session))
          return notObserved(say`No response in this session requires the wallet to stop.`)
        return judgeDeviation(deviation, evidence)
      },
    },
    goes_on: {
      title: 'Wallet continues after a response that is only unusual, or that asks for a retry',
      reasons: deviationReasons('going_on'),
      clauses: ['OID4VCI-1FINAL-8.3', 'RFC6749-5.1'],
      level: 'must',
      impossibleIn: ['reported_alone', 'no_oddity'],
      why: 'Issuers may add members, leave optional ones out, and ask for a fresh nonce. A wallet that stops there works with few issuers.',
      run: (evidence) => {
        const deviation = deviationOf(evidence.session)
        if (deviation?.expects !== 'going_on') return notObserved(say`No response in this session is merely unusual.`)
        return judgeDeviation(deviation, evidence)
      },
    },
  },
)
