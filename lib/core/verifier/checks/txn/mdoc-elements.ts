import { defineCheck, notApplicable, pass } from '../../../engine/checks/check'
import { shownPaths } from '../../../engine/judgements/shown-path'
import { say } from '../../../ground/values/wording'
import { withoutTransactions } from '../../judgements/without-transactions'
import type { PresentedSubject } from '../../read/response/response-reading'

export const txnMdocElements = defineCheck<PresentedSubject>('vp.txn.mdoc_elements', {
  title: 'Elements signed by the device are listed with the transaction data',
  problem: 'An element that the device signed is not listed with the transaction data',
  clauses: ['OID4VP-1FINALA-B.2.1', 'OID4VP-1FINAL-8.4'],
  level: 'info',
  why: 'In an mdoc, each type of transaction data defines which device-signed element represents it, so only a person can judge.',
  hint: 'Check that the elements defined by your type of transaction data are among them.',
  run: ({ presented: { reading }, answer }) => {
    if (reading.format !== 'mso_mdoc') return notApplicable(say`The presentation is not an mdoc.`)
    const without = withoutTransactions(answer.request)
    if (without !== null) return notApplicable(without)
    if (reading.documents.length === 0) return notApplicable(say`No document could be read.`)
    const elements = reading.documents.flatMap(({ device }) => device.elements)
    return pass(
      elements.length === 0
        ? say`The device signed no elements.`
        : shownPaths(elements.map(({ namespace, name }) => [namespace, name])),
    )
  },
})
