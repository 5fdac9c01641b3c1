import { describe, expect, it } from 'vitest'
import type { EventView } from '@/lib/core/engine/evidence/session-view'
import { exchangeNumbers, numberedCount, transactionAttempts } from './exchanges'

const exchanges = [
  { id: 'metadata', correlation: 'inferred' },
  { id: 'token', correlation: 'exact' },
  { id: 'nonce', correlation: 'inferred' },
  { id: 'credential', correlation: 'exact' },
] as const

describe('exchangeNumbers', () => {
  it('counts every exchange of a client that had this session alone', () => {
    expect([...exchangeNumbers(exchanges, false).values()]).toEqual([1, 2, 3, 4])
  })

  it('neither counts nor is moved by what may belong to another session of the client', () => {
    const numbers = exchangeNumbers(exchanges, true)
    expect(Object.fromEntries(numbers)).toEqual({ token: 1, credential: 2 })
    expect(exchangeNumbers([exchanges[1], exchanges[3]], true)).toEqual(numbers)
  })

  it('goes on with what is expected next, whatever has no number', () => {
    const numbers = exchangeNumbers(exchanges, true)
    const shown = exchanges.map(({ id }) => ({ number: numbers.get(id) ?? null }))
    expect(numberedCount(4, shown)).toBe(2)
    expect(numberedCount(104, shown)).toBe(102)
  })
})

const at = '2026-11-21T09:00:00.000Z'

const wrong = (detail: EventView['detail']): EventView => ({
  at,
  type: 'token_rejected',
  detail: { wrong_tx_code: true, ...detail },
})

const sent = (length: number, digits = true) => wrong({ sent_length: length, sent_digits: digits })

it('says how many attempts a person has', () => {
  expect(transactionAttempts('123456', [])).toBe('Type it in the wallet. 5 attempts left.')
  const four = Array.from({ length: 4 }, () => sent(6))
  expect(transactionAttempts('123456', four)).toContain('Attempt 4 of 5: six digits, but other ones. 1 attempt left.')
})

it.each([
  ['123456', sent(4), ': four digits instead of six. 4'],
  ['123456', sent(1), ': one digit instead of six. 4'],
  ['123456', sent(6), ': six digits, but other ones. 4'],
  ['123456', sent(7, false), ': seven characters, where the code has six digits. 4'],
  ['123456', sent(6, false), ': six characters, where the code has six digits. 4'],
  ['AB3DEF', sent(6, false), ': six characters, but other ones. 4'],
  ['AB3DEF', sent(40), ': 40 digits instead of six. 4'],
  ['123456', wrong({}), ': a wrong code. 4'],
])('says of %s in what a wrong one differs, and not what came', (code, event, said) => {
  expect(transactionAttempts(code, [event])).toContain(said)
})

it('counts nothing of a later offer, which has a code of its own, and no other refusal', () => {
  const others = [wrong({ code_id: 'abc' }), { at, type: 'token_rejected', detail: { error: 'invalid_grant' } }]
  expect(transactionAttempts('123456', others)).toBe('Type it in the wallet. 5 attempts left.')
})
