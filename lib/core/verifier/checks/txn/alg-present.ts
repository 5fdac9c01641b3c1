import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onTransactionHashes } from '../../judgements/on-transaction-hashes'
import type { PresentedSubject } from '../../read/response/response-reading'

export const txnAlgPresent = defineCheck<PresentedSubject>('vp.txn.alg_present', {
  title: 'Key Binding JWT names the algorithm of the hashes',
  problem: 'The Key Binding JWT lacks transaction_data_hashes_alg, although the transaction data names algorithms',
  clauses: ['OID4VP-1FINALA-B.3.3.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes_alg' },
  why: 'Where the request offers algorithms, the verifier has to know which one was used.',
  hint: 'Send transaction_data_hashes_alg whenever an entry of the request has it.',
  run: onTransactionHashes(({ found: { alg }, own }) => {
    if (own.every(({ algorithms }) => algorithms === null))
      return notApplicable(say`No entry for this credential names an algorithm.`)
    return alg.type === 'absent'
      ? violated({ expected: say`transaction_data_hashes_alg`, actual: null })
      : pass(shown(alg.value))
  }),
})
