import { expect, it } from 'vitest'
import { goodDocument } from '../checks/fixtures/mdoc-reading'
import { mdocDocument } from '../checks/fixtures/response'
import { transactionComparison } from './transaction-comparison'

const digest = () => new Uint8Array(32)
const entry = { index: 0, sent: 'e', type: 'payment', credentialIds: ['pid'], algorithms: null }
const device = {
  ...goodDocument.device,
  elements: [
    { namespace: 'org.example.payment', name: 'amount', authorized: true },
    { namespace: 'org.example.payment', name: 'erika@example.com', authorized: true },
  ],
}
const { presented } = mdocDocument({ device })

it('transaction data in an mdoc is told with the elements that the device signed', () => {
  expect(transactionComparison(presented, { transactions: [entry] }, digest)).toEqual({
    entries: [{ index: 0, type: 'payment' }],
    device_signed: [
      { namespace: 'org.example.payment', element: 'amount' },
      { namespace: 'org.example.payment', element: 'a name of 17 characters' },
    ],
  })
})

it('nothing is told where no entry is for this credential', () => {
  const other = { ...entry, credentialIds: ['another'] }
  expect(transactionComparison(presented, { transactions: [] }, digest)).toBeNull()
  expect(transactionComparison({ ...presented, transaction: null }, { transactions: [other] }, digest)).toBeNull()
})
