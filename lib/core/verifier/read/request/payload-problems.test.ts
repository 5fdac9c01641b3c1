import { describe, expect, it } from 'vitest'
import { fromIso } from '../../../shared/time/time'
import type { Json, JsonObject } from '../../../shared/values/json'
import { payloadProblems } from './payload-problems'

const now = fromIso('2026-11-30T12:00:00Z') ?? undefined
const payee = { name: 'Bookshop', id: 'DE98' }
const payment = { transaction_id: '8D8AC610', payee, currency: 'EUR', amount: 12.5 }
const login = { transaction_id: '1', action: 'Log in' }

const found = (type: string, payload: Json | undefined, more: JsonObject = {}) =>
  [
    ...payloadProblems(
      [
        {
          at: '/0',
          data: {
            type: `urn:eudi:sca:${type}:1`,
            credential_ids: ['card'],
            transaction_data_hashes_alg: ['sha-256'],
            ...(payload === undefined ? {} : { payload }),
            ...more,
          },
        },
      ],
      now,
    ),
  ].map(({ pointer }) => pointer)

describe('an entry of a type of TS12', () => {
  it.each<[string, Json]>([
    ['payment', payment],
    ['payment', { ...payment, date_time: '2026-11-30T11:00:00Z', execution_date: '2026-12-01', sct_inst: true }],
    ['payment', { ...payment, recurrence: { frequency: 'MNTH', number: 12, mit_options: { amount_variable: true } } }],
    ['payment', { ...payment, payee: { ...payee, website: 'https://shop.example', note: 'x' } }],
    ['login_risk_transaction', login],
    ['account_access', { transaction_id: '1', description: 'x'.repeat(140) }],
    ['emandate', { transaction_id: '1', purpose: 'Pay the monthly bill' }],
    ['emandate', { transaction_id: '1', payment_payload: payment }],
  ])('that is right has no problem: %s', (type, payload) => {
    expect(found(type, payload)).toEqual([])
  })

  it.each<[string, string, Json | undefined, string[], JsonObject?]>([
    ['no payload', 'payment', undefined, ['/0/payload']],
    ['a text as payload', 'payment', 'x', ['/0/payload']],
    ['no payee', 'payment', { transaction_id: '1', currency: 'EUR', amount: 1 }, ['/0/payload/payee']],
    ['a payee without id', 'payment', { ...payment, payee: { name: 'x' } }, ['/0/payload/payee/id']],
    ['an amount in text', 'payment', { ...payment, amount: '12.50' }, ['/0/payload/amount']],
    ['a currency in words', 'payment', { ...payment, currency: 'euros' }, ['/0/payload/currency']],
    ['an unknown member', 'payment', { ...payment, 'a/b': 1 }, ['/0/payload/a~1b']],
    ['a long id', 'payment', { ...payment, transaction_id: 'x'.repeat(37) }, ['/0/payload/transaction_id']],
    ['an empty id', 'payment', { ...payment, transaction_id: '' }, ['/0/payload/transaction_id']],
    [
      'another frequency',
      'payment',
      { ...payment, recurrence: { frequency: 'ADHO' } },
      ['/0/payload/recurrence/frequency'],
    ],
    ['no frequency', 'payment', { ...payment, recurrence: {} }, ['/0/payload/recurrence/frequency']],
    [
      'a date beside a recurrence',
      'payment',
      { ...payment, execution_date: '2026-12-01', recurrence: { frequency: 'WEEK' } },
      ['/0/payload/execution_date'],
    ],
    ['a date of the past', 'payment', { ...payment, execution_date: '2026-11-28' }, ['/0/payload/execution_date']],
    ['no date', 'payment', { ...payment, execution_date: 'tomorrow' }, ['/0/payload/execution_date']],
    ['no action', 'login_risk_transaction', { transaction_id: '1' }, ['/0/payload/action']],
    ['a long service', 'login_risk_transaction', { ...login, service: 'x'.repeat(101) }, ['/0/payload/service']],
    ['a mandate about nothing', 'emandate', { transaction_id: '1' }, ['/0/payload']],
    [
      'a mandate with a wrong payment',
      'emandate',
      { transaction_id: '1', payment_payload: { ...payment, amount: null } },
      ['/0/payload/payment_payload/amount'],
    ],
    ['a member beside the payload', 'payment', payment, ['/0/note'], { note: 'x' }],
  ])('has a problem with %s', (_words, type, payload, pointers, more) => {
    expect(found(type, payload, more)).toEqual(pointers)
  })

  it('names the hash algorithms, which other types may leave out', () => {
    const entry = { type: 'urn:eudi:sca:payment:1', credential_ids: ['card'], payload: payment }
    expect([...payloadProblems([{ at: '', data: entry }], now)]).toMatchObject([
      { pointer: '/transaction_data_hashes_alg', code: 'invalid_transaction_data', severity: 'violation' },
    ])
    expect([...payloadProblems([{ at: '', data: { ...entry, type: 'payment' } }], now)]).toEqual([])
    expect([...payloadProblems([{ at: '', data: null }], now)]).toEqual([])
  })
})
