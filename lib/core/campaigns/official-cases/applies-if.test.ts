import { describe, expect, it } from 'vitest'
import { holds, nothingDeclared, readCondition } from './applies-if'
import { officialCases } from './cases'
import type { DeclaredValues, ItemName } from './declared-items'

const given = (values: DeclaredValues, contradicted: readonly ItemName[] = []) => ({
  values,
  contradicted: new Set(contradicted),
})

describe('a condition', () => {
  it.each<[string, DeclaredValues, boolean | null]>([
    ['mdoc', {}, null],
    ['mdoc', { mdoc: true }, true],
    ['mdoc', { mdoc: false }, false],
    ['!mdoc', { mdoc: false }, true],
    ['!mdoc', {}, null],
    ['sd_jwt_vc and mdoc', { mdoc: false }, false],
    ['sd_jwt_vc and mdoc', { mdoc: true }, null],
    ['sd_jwt_vc and !mdoc', { sd_jwt_vc: true, mdoc: false }, true],
    ['transaction_types', { transaction_types: [] }, false],
    ['transaction_types', { transaction_types: ['urn:x'] }, true],
    ['!transaction_types', { transaction_types: [] }, true],
    ['enc_values:A128GCM', { enc_values: ['A256GCM'] }, false],
    ['enc_values:A128GCM', { enc_values: ['A256GCM', 'A128GCM'] }, true],
    ['enc_values=A256GCM', { enc_values: ['A256GCM', 'A128GCM'] }, false],
    ['digest_algs=sha-256', { digest_algs: ['SHA-256', 'sha-256'] }, true],
    ['!digest_algs=sha-256', { digest_algs: ['sha-256', 'sha-512'] }, true],
    ['digest_algs=sha-256', { digest_algs: [] }, false],
    ['!digest_algs=sha-256', { digest_algs: [] }, false],
  ])('%s with %j is %j', (condition, values, expected) => {
    expect(holds(condition, given(values))).toBe(expected)
  })

  it('on what the wire contradicts holds, so that its case is judged', () => {
    expect(holds('mdoc', given({ mdoc: false }, ['mdoc']))).toBe(true)
    expect(holds('mdoc and sd_jwt_vc', given({ mdoc: false }, ['sd_jwt_vc']))).toBe(true)
    expect(holds('mdoc', given({ mdoc: false }, ['scope']))).toBe(false)
  })

  it.each(['', 'weather', 'mdoc:x', 'mdoc and ', '!!mdoc', 'enc_values:', 'mdoc or scope'])('is not %j', (text) => {
    expect(() => readCondition(text)).toThrow()
  })

  it('of each case can be read, and none holds by nothing', () => {
    const conditions = officialCases.flatMap(({ applies_if }) => applies_if ?? [])
    expect(conditions.length).toBeGreaterThan(250)
    for (const condition of conditions)
      expect([condition, holds(condition, nothingDeclared)]).toEqual([condition, null])
  })
})
