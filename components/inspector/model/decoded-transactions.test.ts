import { expect, it } from 'vitest'
import { decodedTransactions } from './decoded-transactions'

it('shows transaction data as it decodes, and as it was sent where it does not', () => {
  const entry = { type: 'payment', credential_ids: ['pid'] }
  const encoded = Buffer.from(JSON.stringify(entry)).toString('base64url')
  expect(decodedTransactions([encoded, '%%%'])).toEqual([entry, '%%%'])
  expect(decodedTransactions(undefined)).toEqual([])
})
