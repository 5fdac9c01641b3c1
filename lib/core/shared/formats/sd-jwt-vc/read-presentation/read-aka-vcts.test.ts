import { expect, it } from 'vitest'
import { readAkaVcts } from './read-aka-vcts'

const vct = 'urn:eudi:pid:de:1'
const read = (names: unknown) => readAkaVcts({ vct, aka_vcts: names } as never, { vct, aka_vcts: names } as never)

it('names the further types of a credential', () => {
  const names = ['urn:eudi:pid:1', 'https://types.example/pid']
  expect(read(names)).toEqual({ present: true, problem: null, names })
  expect(readAkaVcts({ vct }, { vct })).toEqual({ present: false, problem: null, names: [] })
  expect(readAkaVcts(null, {})).toEqual({ present: false, problem: null, names: [] })
})

it.each<[string, unknown, string]>([
  ['a text', 'urn:eudi:pid:1', 'no_array'],
  ['no name', [], 'empty'],
  ['its own type', ['urn:eudi:pid:1', vct], 'own'],
  ['a name twice', ['urn:eudi:pid:1', 'urn:eudi:pid:1'], 'repeated'],
  ['a name that anybody may use', ['pid'], 'text'],
  ['a number', [1], 'text'],
])('names nothing where it holds %s', (_name, names, problem) => {
  expect(read(names)).toEqual({ present: true, problem, names: [] })
})

it('names nothing where a Disclosure holds it, or one of its names', () => {
  const names = ['urn:eudi:pid:1']
  expect(readAkaVcts({ vct }, { vct, aka_vcts: names })).toMatchObject({ problem: 'disclosed', names: [] })
  const signed = { vct, aka_vcts: [{ '...': 'digest' }] }
  expect(readAkaVcts(signed, { vct, aka_vcts: names })).toMatchObject({ problem: 'disclosed', names: [] })
  expect(readAkaVcts(signed, { vct, aka_vcts: [] })).toMatchObject({ problem: 'disclosed', names: [] })
})
