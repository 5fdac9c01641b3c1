import { describe, expect, it } from 'vitest'
import { nearName } from './near-name'

const among = (...names: readonly string[]) => names.map((name) => ({ name }))

describe('nearName', () => {
  it.each([
    ['tx_code', ['user_pin'], 'user_pin', 'old_name', 'OpenID4VCI before 1.0'],
    ['tx_code', ['txCode'], 'txCode', 'spelling', null],
    ['tx_code', ['TX-CODE', 'x'], 'TX-CODE', 'spelling', null],
    ['transaction_id', ['trasnaction_id'], 'trasnaction_id', 'typo', null],
    ['transaction_id', ['acceptance_token', 'other'], 'acceptance_token', 'old_name', 'OpenID4VCI before 1.0'],
    ['code', ['coed'], 'coed', 'typo', null],
  ])('finds %s among %j', (due, names, name, by, draft) => {
    expect(nearName(due, among(...names))).toEqual({ name, by, draft })
  })

  it.each([
    ['tx_code', ['tx_code']],
    ['tx_code', ['pin_of_user']],
    ['code', ['coda', 'core']],
    ['state', ['st']],
    ['nonce', ['nnce1x']],
    ['tx_code', []],
    ['tx_code', [`user_pin${'x'.repeat(64)}`]],
  ])('finds nothing for %s among %j: it is far, or not the only one', (due, names) => {
    expect(nearName(due, among(...names))).toBeNull()
  })

  it('believes a fitting value more than any name', () => {
    const present = [{ name: 'transactionId' }, { name: 'handle', fits: true }]
    expect(nearName('transaction_id', present)).toEqual({ name: 'handle', by: 'value', draft: null })
    expect(nearName('transaction_id', [{ name: 'acceptance_token', fits: true }])).toEqual({
      name: 'acceptance_token',
      by: 'value',
      draft: 'OpenID4VCI before 1.0',
    })
  })

  it('compares names that others chose by their spelling only', () => {
    expect(nearName('pid', among('PID'), { exact: true })).toMatchObject({ by: 'spelling' })
    expect(nearName('pid', among('pit'), { exact: true })).toBeNull()
    expect(nearName('tx_code', among('user_pin'), { exact: true })).toBeNull()
  })

  it('looks at no more than 64 names', () => {
    const many = Array.from({ length: 64 }, (_, index) => ({ name: `name_${index}_of_many` }))
    expect(nearName('tx_code', [...many, { name: 'user_pin' }])).toBeNull()
  })
})
