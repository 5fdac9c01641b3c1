import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import type { JsonObject } from '../../../shared/values/json'
import { changeItems, changeMembers, setMember } from './own-members'

const names = fc.constantFrom('a', 'b', 'c', '__proto__', '1')
const values = fc.constantFrom<string | number | null>('x', 'y', 0, null)
const objects = fc.array(fc.tuple(names, values)).map((members) => {
  const object: JsonObject = {}
  for (const [name, value] of members) setMember(object, name, value)
  return object
})

describe('members that are changed', () => {
  it('make a new object from all of them, and the same object where none is another', () => {
    fc.assert(
      fc.property(objects, names, names, values, values, (object, from, to, old, other) => {
        const nameOf = (name: string) => (name === from ? to : name)
        const memberOf = (_: string, value: JsonObject[string]) => (value === old ? other : value)
        const built: JsonObject = {}
        for (const [name, value] of Object.entries(object)) setMember(built, nameOf(name), memberOf(name, value))
        const before = JSON.stringify(object)
        const changed = changeMembers(object, nameOf, memberOf)
        expect(JSON.stringify(changed)).toBe(JSON.stringify(built))
        expect(JSON.stringify(object)).toBe(before)
        if (JSON.stringify(built) === before) expect(changed).toBe(object)
      }),
      runs(),
    )
  })

  it('are told apart from the same in lists too', () => {
    const list = ['x', null, 1]
    expect(changeItems(list, (item) => item)).toBe(list)
    expect(changeItems(list, (item) => item ?? 'y')).toEqual(['x', 'y', 1])
    expect(list).toEqual(['x', null, 1])
  })
})
