import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'

/** What a misbehaviour of either protocol tells of its way. */
interface Entry {
  readonly id: string
  readonly needs?: { readonly sessionOptions?: Readonly<Record<string, unknown>> }
}

/**
 * The kind of a misbehaviour: the check that it breaks, how it ends, and in which family of sessions that are wrong on purpose.
 * Those of one kind differ in the wrong value, or in the means that makes it: the examples of the check have each value, and
 * `npm run test:night` has each misbehaviour.
 */
export function kindOfMisbehaviour(entry: Entry, end: string): string {
  const { fault, negative_test } = entry.needs?.sessionOptions ?? {}
  return JSON.stringify([checkIdOf(entry), end, familyOf(fault), familyOf(negative_test)])
}

/** The first word of the name of a fault or refusal test, e.g. `authz` of `authz_iss_mismatch`. */
const familyOf = (name: unknown): string | undefined => (typeof name === 'string' ? name.split('_')[0] : undefined)
