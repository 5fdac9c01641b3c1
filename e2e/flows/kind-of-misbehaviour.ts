import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'

/** What a misbehaviour of either protocol tells of its way. */
interface Entry {
  readonly id: string
  readonly needs?: { readonly profile?: object; readonly sessionOptions?: Readonly<Record<string, unknown>> }
}

/** Members that describe a misbehaviour and what follows from it, but not how the wallet does it. */
const described = new Set(['id', 'title', 'expect', 'ends', 'needs', 'alsoFails', 'decidedBy'])

/**
 * The kind of a misbehaviour: the check that it breaks, how it ends, by what means, and in which session that is wrong on
 * purpose. Those of one kind differ in the wrong value alone: the examples of the check have each value, and
 * `npm run test:night` has each misbehaviour.
 */
export function kindOfMisbehaviour(entry: Entry, end: string): string {
  const means = Object.entries(entry).filter(([name]) => !described.has(name))
  const { fault, negative_test } = entry.needs?.sessionOptions ?? {}
  const settings = Object.keys(entry.needs?.profile ?? {})
  return JSON.stringify([
    checkIdOf(entry),
    end,
    means.map(([name, how]) => [name, placeOf(how)]),
    settings,
    fault,
    negative_test,
  ])
}

/** The step that a means applies to, e.g. `patchProof: { at: 'credential' }`; otherwise the means itself. */
function placeOf(how: unknown): unknown {
  if (typeof how !== 'object' || how === null) return how
  const { at, when, step, after } = how as Readonly<Record<string, unknown>>
  return [at, when, step, after]
}
