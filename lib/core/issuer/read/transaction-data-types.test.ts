import { describe, expect, it } from 'vitest'
import { transactionTypeNames } from '../../shared/payments/transaction-types'
import { transactionDataTypes, zTransactionDataTypes } from './transaction-data-types'

const all = transactionDataTypes(transactionTypeNames)
const levelOf = (urn: string, ...path: string[]) =>
  all[urn]?.claims.find((claim) => claim.path.join() === ['payload', ...path].join())?.visualisation

describe('the transaction types of a hosted type', () => {
  it('are legal, each under the URN of its schema, in the order in which they were asked for', () => {
    expect(zTransactionDataTypes.parse(all)).toEqual(all)
    expect(Object.entries(all).map(([urn, { schema }]) => [urn, schema])).toEqual(
      transactionTypeNames.map((name) => [`urn:eudi:sca:${name}:1`, `urn:eudi:sca:${name}:1`]),
    )
    expect(Object.keys(transactionDataTypes(['emandate', 'payment']))).toEqual([
      'urn:eudi:sca:emandate:1',
      'urn:eudi:sca:payment:1',
    ])
  })

  it('describe every member from the payload on, once, parents before children', () => {
    for (const { claims } of Object.values(all)) {
      const paths = claims.map(({ path }) => path.join('.'))
      expect(new Set(paths).size).toBe(paths.length)
      for (const { path } of claims) {
        expect(path[0]).toBe('payload')
        const above = path.slice(0, -1).join('.')
        expect(above === 'payload' || paths.indexOf(above) < paths.indexOf(path.join('.'))).toBe(true)
      }
    }
    const counted = Object.values(all).map(({ claims }) => claims.length)
    expect(counted).toEqual([30, 4, 7, 8 + 30])
  })

  it('show the amount, its currency and the payee most, the id of the transaction least', () => {
    const payment = 'urn:eudi:sca:payment:1'
    expect(levelOf(payment, 'amount')).toBe(1)
    expect(levelOf(payment, 'currency')).toBe(1)
    expect(levelOf(payment, 'payee', 'name')).toBe(1)
    expect(levelOf(payment, 'payee', 'id')).toBe(3)
    expect(levelOf(payment, 'recurrence', 'mit_options', 'total_amount')).toBe(3)
    expect(levelOf(payment, 'transaction_id')).toBe(4)
    expect(levelOf('urn:eudi:sca:login_risk_transaction:1', 'action')).toBe(1)
    expect(levelOf('urn:eudi:sca:emandate:1', 'payment_payload', 'payee', 'name')).toBe(1)
    expect(levelOf('urn:eudi:sca:emandate:1', 'payment_payload')).toBe(3)
  })
})
