import type { CheckId } from '../../shared/ports/check-id'
import type { ErrorCode } from '../../shared/ports/errors'
import { type Check, defineCheck, type Rule, type Words } from './check'
import type { CheckGroup } from './check-groups'

/** What the checks of a table have in common. A check that says otherwise in its entry wins. */
interface Shared<Subject>
  extends Partial<Pick<Check<never>, 'rejects' | 'needs' | 'concerns' | 'profile' | 'impossibleIn'>> {
  readonly subject: SubjectOf<Subject>
}

declare const judged: unique symbol
/** Names the type that the checks of a table judge; there is no such value. */
interface SubjectOf<Subject> {
  readonly [judged]?: Subject
}

/** The subject of a table: `of<DpopReading>()`. */
export const of = <Subject>(): SubjectOf<Subject> => ({})

/** An entry may take back what its table says: `rejects: null`, `needs: []`. */
type Entry<Subject> = Omit<Rule<Subject>, 'rejects'> & Words & { readonly rejects?: ErrorCode | null }

/**
 * Declares checks of one area as a table. Each key is the last part of the public, permanent id; the order of the keys
 * is the order in which a refusal is chosen. Throws if no group has the area.
 */
export function area<Subject, Key extends string>(
  name: CheckGroup | 'vci.proof.jwt',
  { subject: _, ...shared }: Shared<Subject>,
  entries: Readonly<Record<Key, Entry<Subject>>>,
): Readonly<Record<Key, Check<Subject>>> {
  return Object.fromEntries(
    Object.entries<Entry<Subject>>(entries).map(([key, entry]) => {
      const { rejects, ...definition } = { ...shared, ...entry }
      const check = { ...definition, ...(rejects === null || rejects === undefined ? {} : { rejects }) }
      return [key, defineCheck<Subject>(`${name}.${key}` as CheckId, check)]
    }),
  ) as Record<Key, Check<Subject>>
}
