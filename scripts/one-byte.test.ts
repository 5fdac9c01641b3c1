import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { oneByte } from './one-byte.mjs'
import { runs } from './thorough.mjs'

const evaluated = (source: string): unknown => runInThisContext(`(${source}\n)`)

it('leaves a script without such characters as it is', () => {
  const source = `/* é */ const a = 'naïve \\\\ \\n', b = /\\u2019|\\d/u // ÿ`
  expect(oneByte(source)).toBe(source)
})

it('writes a script that means the same, in Latin-1', () => {
  for (const [source, value] of [
    [`'client’s'`, 'client’s'],
    [`\`“\${1 + 1}”\``, '“2”'],
    [`((texts) => texts[0])\`“\``, '“'],
    [`'a\\’b'`, 'a’b'],
    [`'\\\\’'`, '\\’'],
    [`'\\\\\\’'`, '\\’'],
    [`'😀'`, '😀'],
    [`/^[“”😀]$/u.test('😀')`, true],
    [`/\\’/.test('’')`, true],
    [`(() => { const größe = 1, Ω = 2; return größe + Ω })()`, 3],
    [`1 // ’ \\`, 1],
    [`JSON.parse('{"’":"“"}')`, { '’': '“' }],
  ] as const) {
    const written = oneByte(source)
    expect([source, /[\u0100-\uffff]/.test(written)]).toEqual([source, false])
    expect([source, evaluated(written)]).toEqual([source, value])
  }
})

it('keeps every text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(evaluated(oneByte(JSON.stringify(text)))).toBe(text)
    }),
    runs(200),
  )
})
