import { expect, it } from 'vitest'
import { parseTrust } from './sentence-select'

it('the remembered trust framework is one of ours, or none', () => {
  expect([parseTrust('eu'), parseTrust('test_root')]).toEqual(['eu', ''])
  for (const text of [null, '', 'EU', '{}']) expect(parseTrust(text)).toBeNull()
})
