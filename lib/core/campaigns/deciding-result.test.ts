import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { checkRegistry } from '../issuer-and-verifier'
import { findingStatuses } from '../shared/ports/finding'
import { reporters } from '../shared/ports/reporter'
import { type DecidingResult, packResult, unpackResult } from './deciding-result'
import { personAnswers } from './person-answers'

const ids = checkRegistry.map(({ id }) => id)

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null })

const subject = fc.record({ query_id: fc.string(), index: fc.nat(9) })

const found = fc.dictionary(
  fc.constantFrom(...ids),
  fc.record(
    {
      status: fc.constantFrom(...findingStatuses),
      named: orNull(fc.array(fc.string(), { maxLength: 3 })),
      place: fc.record({ exchangeId: orNull(fc.uuid()), subject: orNull(subject) }),
    },
    { requiredKeys: ['status', 'named'] },
  ),
)

const members = {
  state: fc.constantFrom('silent', 'decided', 'lapsed'),
  status: orNull(fc.string()),
  reason: orNull(fc.string()),
  told: orNull(fc.constantFrom(...personAnswers)),
  toldBy: orNull(fc.constantFrom(...reporters)),
  silenceCounted: fc.constant(true),
  carrier: fc.constantFrom('browser', 'emulated'),
  refusedBy: fc.array(fc.constantFrom(...ids), { maxLength: 2 }),
  found,
  presented: fc.array(
    fc.record({ subject, iss: orNull(fc.string()), authority: orNull(fc.string()), found: orNull(found) }),
    { maxLength: 2 },
  ),
} as const satisfies Readonly<Record<keyof DecidingResult, fc.Arbitrary<unknown>>>

const result: fc.Arbitrary<DecidingResult> = fc.record(members, {
  requiredKeys: ['state', 'status', 'reason', 'told', 'toldBy', 'refusedBy', 'found', 'presented'],
})

it('a packed result is the same result, and equal ones have equal texts', () => {
  fc.assert(
    fc.property(result, (one) => {
      const text = packResult(one)
      const again = unpackResult(text)
      expect(again).toEqual(one)
      expect(packResult(again)).toBe(text)
    }),
    runs(50),
  )
})

it('a packed result holds what official cases are judged by, and nothing else', () => {
  const plain = { state: 'decided', status: 'presentation_validated', reason: null, told: null, toldBy: null } as const
  const all = {
    ...plain,
    refusedBy: [],
    presented: [],
    found: { [ids[3] ?? '']: { status: 'pass', named: null } },
  } as const
  expect(packResult({ ...all, verdict: 'pass', broken: [] } as DecidingResult)).toBe(packResult(all))
  // The format before reporters were recorded.
  const before = JSON.stringify(JSON.parse(packResult({ ...all, told: 'error', toldBy: 'driver' })).slice(0, 8))
  expect(unpackResult(before)).toMatchObject({ told: 'error', toldBy: null })
  expect(packResult(all)).toContain(`"---2${'-'.repeat(ids.length - 4)}"`)
})
