import { expect, it } from 'vitest'
import { paymentEntries, paymentRules } from './payment-rows'

const encoded = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64url')
const payload = {
  transaction_id: 'T-1',
  payee: { name: 'Bookshop', id: 'DE98' },
  currency: 'EUR',
  amount: 12.5,
  recurrence: { frequency: 'MNTH' },
  unknown: 'x',
}
const session = (sent: unknown, transactions: unknown = null, conformance: unknown[] = []) =>
  ({ authorization_request: { transaction_data: sent }, observed: { transactions }, checks: { conformance } }) as never

it('shows the members of a payment by how prominently a wallet shows them', () => {
  const sent = [encoded({ type: 'com.example.payment' }), encoded({ type: 'urn:eudi:sca:payment:1', payload })]
  const seen = [null, { expected: 'refusal', confirmed_by: 'dc+sd-jwt' }]
  const [entry, ...others] = paymentEntries(session(sent, seen))
  expect(others).toEqual([])
  expect(entry).toMatchObject({ title: 'Payment', expected: 'refusal', confirmedBy: 'dc+sd-jwt' })
  expect(entry?.levels.map(({ level, members }) => [level, members.map(({ path, value }) => [path, value])])).toEqual([
    [
      1,
      [
        ['payee.name', 'Bookshop'],
        ['currency', 'EUR'],
        ['amount', '12.5'],
      ],
    ],
    [
      3,
      [
        ['payee.id', 'DE98'],
        ['recurrence.frequency', 'MNTH'],
      ],
    ],
    [4, [['transaction_id', 'T-1']]],
  ])
})

it('shows nothing of a request without such an entry, whatever it holds', () => {
  for (const sent of [undefined, 'x', [], ['%'], [encoded([1])], [null, 3], [encoded({ type: 'urn:eudi:sca:gift:1' })]])
    expect(paymentEntries(session(sent))).toEqual([])
  expect(paymentEntries(session([encoded({ type: 'urn:eudi:sca:payment:1', payload: null })]))[0]?.levels).toEqual([])
})

it('says what the proof has, beside each rule, and nothing where nothing was judged', () => {
  const found = paymentRules(
    session([], null, [
      { id: 'vp.sca.jti', status: 'not_applicable', actual: null },
      { id: 'vp.sca.amr', status: 'fail', actual: 'one category' },
      { id: 'vp.txn.pid_key', status: 'pass', actual: null },
    ]),
  )
  const of = (check: string) => found.find((one) => one.check === check)
  expect(of('vp.sca.amr')).toMatchObject({ came: 'one category', status: 'fail' })
  expect(of('vp.txn.pid_key')).toMatchObject({ came: null, status: 'pass' })
  expect(of('vp.sca.jti')).toMatchObject({ came: null, status: null })
})
