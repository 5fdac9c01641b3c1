import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onTransactionHashes } from '../../judgements/on-transaction-hashes'
import type { PresentedSubject } from '../../read/response/response-reading'
import { matchedEntries } from '../../read/transaction/transaction-hashes'

export const txnRightCredential = defineCheck<PresentedSubject>('vp.txn.right_credential', {
  title: 'Transaction data is authorised by a credential that it names',
  problem: 'A credential authorises transaction data that does not name it',
  clauses: ['OID4VP-1FINAL-5.1'],
  level: 'must',
  rejects: 'invalid_presentation',
  needs: ['vp.txn.hashes_type'],
  why: 'The verifier says which credentials may authorise a transaction.',
  hint: 'Put the hash of an entry only into the Key Binding JWT of a credential that its credential_ids name.',
  run: onTransactionHashes(({ found, own }) => {
    const named = new Set(own.map(({ index }) => index))
    const wrong = [...matchedEntries(found)].filter((index) => !named.has(index))
    return wrong.length === 0
      ? pass()
      : violated({
          expected: say`entries that name this credential`,
          actual: wrong.map((index) => say`entry ${index}`),
        })
  }),
})
