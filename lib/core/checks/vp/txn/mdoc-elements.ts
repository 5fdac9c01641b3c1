import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable } from '../../check'
import { onlyInSdJwt } from '../../judgements/presentation/on-transaction-hashes'
import { withoutTransactions } from '../../judgements/presentation/without-transactions'

export const vpTxnMdocElements = defineCheck<PresentedSubject>('vp.txn.mdoc_elements', {
  title: 'Element of an mdoc that its type of transaction data defines is signed by the device',
  clauses: ['OID4VP-1FINALA-B.2.1', 'OID4VP-1FINAL-8.4'],
  level: 'info',
  why: 'In an mdoc each type of transaction data says which device-signed element represents it.',
  hint: 'Sign the element that the type of transaction data defines.',
  run: ({ presented: { reading }, answer }) => {
    if (reading.format !== 'mso_mdoc') return notApplicable('The presentation is not an mdoc.')
    return notApplicable(withoutTransactions(answer.request) ?? onlyInSdJwt)
  },
})
