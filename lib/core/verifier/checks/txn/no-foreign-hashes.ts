import { defineCheck, notObserved, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { mistakeWords } from '../../judgements/mistake-words'
import { onTransactionHashes } from '../../judgements/on-transaction-hashes'
import type { PresentedSubject } from '../../read/response/response-reading'
import { transactionHashesMax } from '../../read/transaction/read-transaction-hashes'

export const txnNoForeignHashes = defineCheck<PresentedSubject>('vp.txn.no_foreign_hashes', {
  title: 'Every hash belongs to an entry of the transaction data',
  problem: 'A hash in transaction_data_hashes belongs to no entry of the request',
  clauses: ['OID4VP-1FINALA-B.3.3.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  needs: ['vp.txn.hashes_type'],
  judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes' },
  why: 'A hash of something else would mean that a different transaction was authorised.',
  hint: 'Send one hash for each entry of the request and no other.',
  run: onTransactionHashes(({ found }) => {
    if (!found.alg.supported)
      return notObserved(say`The named algorithm cannot be computed here; see vp.txn.alg_allowed.`)
    const foreign = found.hashes.flatMap(({ entries }, place) => (entries.length === 0 ? [`/${place}`] : []))
    // With more hashes than were read, some belong to the same entry or to none.
    if (foreign.length === 0 && found.total > found.hashes.length)
      return violated({
        expected: say`at most ${transactionHashesMax} hashes (transactionHashesMax)`,
        actual: say`${found.total}: those after the first ${found.hashes.length} were not compared`,
      })
    if (foreign.length === 0) return pass()
    return violated({
      expected: say`hashes of entries of the request`,
      actual: foreign.map(quote),
      ...mistakeWords(found),
    })
  }),
})
