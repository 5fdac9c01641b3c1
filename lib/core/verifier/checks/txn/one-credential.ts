import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onAnswer } from '../../judgements/on-answer'
import { withoutTransactions } from '../../judgements/without-transactions'
import type { ResponseReading } from '../../read/response/response-reading'
import { matchedEntries } from '../../read/transaction/transaction-hashes'

export const txnOneCredential = defineCheck<ResponseReading>('vp.txn.one_credential', {
  title: 'One credential authorises each entry of transaction data',
  problem: 'An entry of transaction data was authorised by several credentials',
  clauses: ['OID4VP-1FINAL-5.1'],
  level: 'must',
  why: 'A transaction is authorised once: where an entry names several credentials, the wallet uses one of them.',
  hint: 'Where credential_ids names several credentials, put the hash into the Key Binding JWT of one of them.',
  run: onAnswer((_parameters, { request, presentations }) => {
    const without = withoutTransactions(request)
    if (without !== null) return notApplicable(without)
    const several = request.transactions.filter(({ credentialIds }) => credentialIds.length > 1)
    if (several.length === 0) return notApplicable(say`Each entry names one credential.`)
    const authorised = several.map(({ index }) => ({
      index,
      by: presentations.filter(({ transaction }) => matchedEntries(transaction).has(index)),
    }))
    const twice = authorised.filter(({ by }) => by.length > 1)
    if (twice.length > 0)
      return violated({
        expected: say`one credential`,
        actual: twice.map(({ index, by }) => say`entry ${index} by ${by.length} credentials`),
      })
    return authorised.some(({ by }) => by.length === 1)
      ? pass()
      : notApplicable(say`No credential authorises such an entry; see vp.txn.represented.`)
  }),
})
