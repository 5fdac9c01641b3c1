import { expect, it } from 'vitest'
import { decodedTransactions } from '../verifier/request-panels'

it('shows transaction data as it decodes, and as it was sent where it does not', () => {
  const entry = { type: 'payment', credential_ids: ['pid'] }
  const encoded = Buffer.from(JSON.stringify(entry)).toString('base64url')
  expect(decodedTransactions([encoded, '%%%'])).toEqual([entry, '%%%'])
  expect(decodedTransactions(undefined)).toEqual([])
})

it('entries stay as they were sent beyond what a page can draw', () => {
  const large = Buffer.from(JSON.stringify({ credential_ids: Array.from({ length: 100_000 }, () => 'x') }))
  const short = Buffer.from('{"type":"a"}').toString('base64url')
  const [first, second, third] = decodedTransactions([short, large.toString('base64url'), short])
  expect([first, typeof second, third]).toEqual([{ type: 'a' }, 'string', short])
})
