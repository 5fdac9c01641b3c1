import { expect, it } from 'vitest'
import { mayRegisterAPerson } from './registration'

it.each([
  [{ sub: 'NTRDE-HRB1' }, false],
  [{ sub: 'x', sub_ln: 'A Company' }, false],
  [{ sub: { id: 'LEIXG-1' } }, false],
  [{ sub: { legal_name: 'A Company' } }, false],
  [{ sub: 'PNODE-1' }, true],
  [{ sub: 'x', sub_ln: '' }, true],
  [{ sub: 'NTRDE-HRB1', sub_gn: 'Erika' }, true],
  [{ sub: { id: 'NTRDE-HRB1', family_name: 'Mustermann' } }, true],
  [{}, true],
])('tells of %j whether it may name a person: %s', (claims, may) => {
  expect(mayRegisterAPerson(claims)).toBe(may)
})
