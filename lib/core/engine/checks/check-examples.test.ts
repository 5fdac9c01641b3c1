import { describe, expect, it } from 'vitest'
import { checkRegistry } from '../../issuer-and-verifier'
import written from '../../shared/ports/check-examples.json'
import { quote, say, word } from '../../shared/values/wording'
import { type Check, defineCheck, pass, violated } from './check'
import { type CheckExample, checkExamples } from './check-examples'

const isExact: Check<{ readonly header: { readonly typ?: string; readonly alg: string } }> = defineCheck(
  'vci.dpop.typ',
  {
    title: 'The proof is typed dpop+jwt',
    problem: { subject: 'The typ of the proof', must: 'be dpop+jwt' },
    clauses: ['RFC9449-4.2'],
    level: 'must',
    why: 'Why.',
    hint: 'How.',
    run: ({ header }) =>
      header.typ === 'dpop+jwt'
        ? pass(word(header.typ))
        : violated({ expected: say`dpop+jwt`, actual: quote(header.typ) }),
  },
)
const good = { header: { typ: 'dpop+jwt', alg: 'ES256' } }
const gather = (violations: readonly object[]) =>
  checkExamples([isExact as Check<never>], [
    { 'vci.dpop.typ': { pass: [good], violated: violations as never[], notApplicable: [] } },
  ] as never)['vci.dpop.typ']

describe('the example of a check', () => {
  it('is the pair of cases that differs least, with what makes the difference', () => {
    expect(gather([{ header: { alg: 'none', typ: 'JWT' } }, { header: { alg: 'ES256', typ: 'JWT' } }])).toEqual({
      passes: { seen: 'dpop+jwt', values: [{ at: 'header.typ', value: 'dpop+jwt' }] },
      fails: { expected: 'dpop+jwt', seen: 'JWT', values: [{ at: 'header.typ', value: 'JWT' }] },
    })
  })

  it('says of what is missing that nothing is there, once for all that is in it', () => {
    expect(gather([{ header: { alg: 'ES256' } }])?.fails.values).toEqual([{ at: 'header.typ' }])
    expect(gather([{ header: { typ: { deep: { down: 'x' } }, alg: 'ES256' } }])?.fails.values).toEqual([
      { at: 'header.typ', value: { deep: { down: 'x' } } },
    ])
  })

  it('is left out where no case breaks the rule', () => {
    expect(gather([])).toBeUndefined()
  })

  it('is there for every check that refuses, and shows something of the case that fails', () => {
    const examples = new Map(Object.entries<CheckExample>(written))
    const ids = checkRegistry.map(({ id }): string => id)
    expect([...examples.keys()]).toEqual(ids.filter((id) => examples.has(id)))
    expect(checkRegistry.filter(({ id, rejects }) => rejects !== undefined && !examples.has(id))).toEqual([])
    for (const [id, { fails }] of examples)
      expect([id, fails.expected ?? fails.seen ?? fails.values[0]]).not.toEqual([id, undefined])
  })
})
