import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/core/shared/values/json'
import { runs } from '@/scripts/thorough.mjs'
import { problemOfClaims } from '../configurations/laboratory/own-claims'
import { claimShapes, exampleClaims } from './own-claims'

const secret = 'Xylophone-4711'
const claims: JsonObject = {
  degree: secret,
  holder: { given_name: secret, age: 47111, adult: false, nothing: null },
  modules: [{ title: secret }, secret, []],
  empty: '',
  more: {},
  // Names chosen by a tester.
  redacted: true,
  shape: { redacted: true, present: true, length: 3, type: 'string' },
}

describe('the claims of a tester', () => {
  it('are shown with their names, and their values with presence and length', () => {
    const shapes = claimShapes(claims)
    expect(JSON.stringify(shapes)).not.toMatch(/Xylo|4711/)
    expect(shapes).toMatchObject({
      degree: { redacted: true, present: true, length: 14, type: 'string' },
      holder: { age: { type: 'number', length: 5 }, nothing: { type: 'null' } },
      modules: [{ title: { length: 14 } }, { type: 'string' }, []],
      empty: { present: false, length: 0 },
      more: {},
      redacted: { redacted: true, type: 'boolean' },
    })
  })

  it('are asked for again with values made up here, of the same kind', () => {
    expect(exampleClaims(claimShapes(claims))).toEqual({
      degree: 'Example',
      holder: { given_name: 'Example', age: 1, adult: true, nothing: null },
      modules: [{ title: 'Example' }, 'Example', []],
      empty: 'Example',
      more: {},
      redacted: true,
      shape: { redacted: true, present: true, length: 1, type: 'Example' },
    })
    const elements = { birth_date: { $date: '1990-04-12' }, list: [{ portrait: { $bytes: 'AQIDBA' } }] }
    expect(exampleClaims(claimShapes(elements))).toEqual({
      birth_date: { $date: '2001-02-03' },
      list: [{ portrait: { $bytes: 'AQID' } }],
    })
  })

  it('keep their structure, whatever it is, and can be issued again', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 8 })
      .filter((text) => !text.startsWith('$') && text !== '__proto__')
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>(null, true, 7.5, 'text', 'data:image/png;base64,AAAA'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(name, tie('tree'), { maxKeys: 3 }),
      ),
    }))
    const structureOf = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(structureOf)
        : typeof value === 'object' && value !== null
          ? Object.entries(value).map(([key, one]) => [key, structureOf(one)])
          : value === null
            ? 'null'
            : typeof value
    fc.assert(
      fc.property(fc.dictionary(name, tree, { minKeys: 1, maxKeys: 4 }), (written) => {
        const again = exampleClaims(claimShapes(written))
        expect(structureOf(again)).toEqual(structureOf(written))
        for (const format of ['dc+sd-jwt', 'mso_mdoc'] as const)
          if (problemOfClaims(written, format) === null) expect(problemOfClaims(again, format)).toBeNull()
      }),
      runs(300),
    )
  })
})
