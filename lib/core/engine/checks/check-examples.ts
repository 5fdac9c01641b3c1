import { isObject, type Json } from '../../shared/values/json'
import { isWording, rendered } from '../../shared/values/wording'
import type { Check } from './check'
import type { Examples, ExamplesById } from './examples'

/** A place where two cases differ, with its value; without `value` if it is absent there. */
interface ExampleValue {
  readonly at: string
  readonly value?: Json
}

/** One case of a rule: its finding, and the values that make the difference. */
interface ExampleCase {
  readonly expected?: Json
  readonly seen?: Json
  readonly values: readonly ExampleValue[]
}

/** One case that keeps a rule and one that breaks it, as similar as possible. */
export interface CheckExample {
  readonly passes: ExampleCase
  readonly fails: ExampleCase
}

/** How many cases of each kind are compared: the first are the plainest. */
const casesMax = 4
/** How many differences are shown. */
const valuesMax = 3

/**
 * An example of each check that has cases of both kinds, by its id, taken from the readings that its tests judge. They
 * are made up and contain no secret.
 */
export function checkExamples(
  checks: readonly Check<never>[],
  examples: readonly ExamplesById<never>[],
): Readonly<Record<string, CheckExample>> {
  const byId = new Map(examples.flatMap((group) => Object.entries<Examples<never>>(group)))
  return Object.fromEntries(
    checks.flatMap((check) => {
      const pair = nearest(byId.get(check.id))
      return pair === undefined ? [] : [[check.id, exampleOf(check, pair)]]
    }),
  )
}

interface Pair {
  readonly kept: never
  readonly broken: never
  readonly differing: readonly Difference[]
}

interface Difference {
  readonly at: string
  readonly one: unknown
  readonly other: unknown
}

/** The two cases that differ in the fewest places; a wrong value is more instructive than a missing one. */
function nearest({ pass, violated }: Pick<Examples<never>, 'pass' | 'violated'> = { pass: [], violated: [] }) {
  return pass
    .slice(0, casesMax)
    .flatMap((kept) =>
      violated.slice(0, casesMax).map((broken): Pair => ({ kept, broken, differing: differences(kept, broken) })),
    )
    .sort((one, other) => one.differing.length - other.differing.length || missing(one) - missing(other))[0]
}

const missing = ({ differing }: Pair): number => differing.filter(({ other }) => (other ?? null) === null).length

function exampleOf(check: Check<never>, { kept, broken, differing }: Pair): CheckExample {
  const [good, bad] = [check.run(kept), check.run(broken)]
  // The contents of a presentation also occur in its answer.
  const shown = differing.filter(({ at }) => !at.startsWith('answer.')).slice(0, valuesMax)
  return {
    passes: {
      ...(good.result === 'pass' && good.actual !== undefined ? { seen: rendered(good.actual) } : {}),
      values: shown.map(({ at, one }) => ({ at: shortened(at), ...shownValue(one) })),
    },
    fails: {
      ...(bad.result === 'violated' && bad.expected !== undefined ? { expected: rendered(bad.expected) } : {}),
      ...(bad.result === 'violated' && bad.actual !== undefined ? { seen: rendered(bad.actual) } : {}),
      values: shown.map(({ at, other }) => ({ at: shortened(at), ...shownValue(other) })),
    },
  }
}

const shortened = (at: string): string =>
  at
    .replace(/^presented\./, '')
    .replace(/^reading\./, '')
    .replace(/\bjwt\.jwt\./, 'jwt.')

/** Places where two values differ. A value that exists on one side only counts as one place, however large it is. */
function differences(left: unknown, right: unknown, at = ''): Difference[] {
  // A reading may include the reason why it could not be read.
  const [one, other] = [left, right].map((value) => (isWording(value) ? value.toString() : value))
  if (isNested(one) && isNested(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return names.flatMap((name) =>
      differences(Reflect.get(one, name), Reflect.get(other, name), at === '' ? name : `${at}.${name}`),
    )
  }
  // Lookup functions of a reading are not part of the input.
  const isFunction = typeof one === 'function' || typeof other === 'function'
  return Object.is(one, other) || isFunction ? [] : [{ at, one, other }]
}

const isNested = (value: unknown): value is object => Array.isArray(value) || isObject(value)

function shownValue(value: unknown): { readonly value?: Json } {
  if (value === undefined || value === null) return {}
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { value }
  if (Array.isArray(value) && value.length === 0) return { value: [] }
  const text = isNested(value) ? JSON.stringify(value) : undefined
  return { value: text !== undefined && text.length <= 120 ? JSON.parse(text) : 'present' }
}
