import { defineCheck, notApplicable, pass, tolerated, violated } from '../../../engine/checks/check'
import { listed, say } from '../../../ground/values/wording'
import { onAnswer } from '../../judgements/on-answer'
import { representationOf } from '../../judgements/representation-of'
import { withoutTransactions } from '../../judgements/without-transactions'
import type { ResponseReading } from '../../read/response/response-reading'

export const txnRepresented = defineCheck<ResponseReading>('vp.txn.represented', {
  title: 'Response represents all transaction data of the request',
  problem: 'The response does not represent the transaction data',
  clauses: ['OID4VP-1FINAL-8.4', 'OID4VP-1FINAL-5.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: (problem) => `${problem}: put transaction_data_hashes into the Key Binding JWT.`,
  why: 'Without a representation, nothing shows that the user authorised the transaction.',
  hint: 'Put transaction_data_hashes into the Key Binding JWT of a credential that the entry names, or sign the element that its type defines for an mdoc, or send an error.',
  run: onAnswer((_parameters, { request, presentations }) => {
    const without = withoutTransactions(request)
    if (without !== null) return notApplicable(without)
    if (presentations.length === 0) return notApplicable(say`The response holds no presentation that can be read.`)
    const found = request.transactions.map((entry) => representationOf(entry, presentations))
    const missing = request.transactions.filter((_, place) => found[place] === 'missing')
    if (missing.length > 0)
      return violated({
        expected: say`a hash of each entry, or an element that the device signed`,
        actual: say`none of ${listed(
          missing.map(({ index }) => say`entry ${index}`),
          ', ',
        )}`,
      })
    if (found.includes('by_type'))
      return tolerated({
        expected: say`transaction_data_hashes, or an element that the device signed`,
        actual: say`elements that the device signed`,
        hint: say`The type of transaction data says which element represents it: they were not judged. See vp.txn.mdoc_elements.`,
      })
    if (found.includes('perhaps'))
      return tolerated({
        expected: say`transaction_data_hashes`,
        actual: say`other claims`,
        hint: say`The Key Binding JWT has claims that the type of transaction data may define: they were not judged.`,
      })
    return pass()
  }),
})
