import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'

/** Part of a misbehaviour of either protocol. */
interface Entry {
  readonly id: string
  readonly needs?: { readonly sessionOptions?: Readonly<Record<string, unknown>> }
}

/**
 * The kind of a misbehaviour: the check it breaks, how it ends, and its family of deviations. Misbehaviours of one kind
 * differ in the wrong value or how it is made: the check's examples have each value, and `npm run test:night` runs each
 * misbehaviour.
 */
export function kindOfMisbehaviour(entry: Entry, end: string): string {
  const { fault, negative_test } = entry.needs?.sessionOptions ?? {}
  return JSON.stringify([checkIdOf(entry), end, familyOf(fault), familyOf(negative_test)])
}

/** The first word of a fault or refusal test, e.g. `authz` of `authz_iss_mismatch`. */
const familyOf = (name: unknown): string | undefined => (typeof name === 'string' ? name.split('_')[0] : undefined)
