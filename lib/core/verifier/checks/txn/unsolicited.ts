import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const txnUnsolicited = defineCheck<PresentedSubject>('vp.txn.unsolicited', {
  title: 'Key Binding JWT has no hashes where no transaction data was sent',
  problem: 'The Key Binding JWT has hashes although no transaction data was sent',
  clauses: ['OID4VP-1FINAL-8.4'],
  level: 'should',
  why: 'Unsolicited hashes may belong to another transaction.',
  hint: 'Send transaction_data_hashes only if the request has transaction_data.',
  run: onKbJwt(({ transactionData: { hashes, alg }, jws }, _sdJwt, { answer }) => {
    if (answer.request.transactionData !== null) return notApplicable(say`The request holds transaction data.`)
    if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
    const sent = Object.entries({ transaction_data_hashes: hashes, transaction_data_hashes_alg: alg }).flatMap(
      ([name, value]) => (value === undefined ? [] : [name]),
    )
    return sent.length === 0 ? pass() : violated({ expected: say`neither`, actual: sent.map(quote) })
  }),
})
