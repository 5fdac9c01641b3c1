import { expect, it } from 'vitest'
import { createRequestPlaces } from './first-requests'

it('gives each kind of request its places, simultaneous ones and those on record included', () => {
  const places = createRequestPlaces()
  const take = (kind: string, onRecord: number) => places.take({ kind, onRecord, max: 3 })
  expect([0, 0, 0, 0].map((onRecord) => take('one', onRecord))).toEqual([true, true, true, false])
  // After a restart, storage knows of two.
  expect([2, 2].map((onRecord) => take('other', onRecord))).toEqual([true, false])
  expect(take('one', 0)).toBe(false)
})
