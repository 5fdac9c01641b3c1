import { decidedBy, defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import type { SessionEvidence } from '../../../engine/sessions/session-evidence'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { endsTransaction } from '../../read/deferred/transaction'

export const deferredStops = defineCheck<SessionEvidence>('vci.deferred.stops', {
  title: 'Wallet stops coming back once its deferred credential was issued or denied',
  problem: 'The wallet came back for a deferred credential that was issued or denied',
  clauses: ['OID4VCI-1FINAL-9.3', 'OID4VCI-1FINAL-9.1'],
  level: 'should',
  impossibleIn: ['nothing_deferred'],
  why: 'A denial is final, and an issued credential is issued once.',
  hint: 'Send no further deferred credential request after the credentials came, or after credential_request_denied.',
  run: ({ events }) => {
    const first = events.find(endsTransaction)
    if (first === undefined) return notObserved(say`No deferred credential was issued or denied.`)
    for (const [index, event] of events.entries()) {
      if (!endsTransaction(event)) continue
      const again = events
        .slice(index + 1)
        .find(
          ({ type, detail }) =>
            type === 'deferred_polled' &&
            detail.transaction === event.detail.transaction &&
            detail.after_lost_response !== true,
        )
      if (again?.exchangeId)
        return decidedBy(
          { id: again.exchangeId },
          violated({ expected: bare.noFurtherRequest, actual: say`another deferred credential request` }),
        )
    }
    return first.exchangeId === null ? pass() : decidedBy({ id: first.exchangeId }, pass())
  },
})
