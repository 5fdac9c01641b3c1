import type { CheckId } from '../../ground/ports/check-id'
import { type FindingSubject, subjectKey } from '../../ground/ports/finding-subject'
import type { Wording } from '../../ground/values/wording'
import type { Check } from './check'

/** The parts of a bound check that decide when it runs. */
interface Plannable {
  readonly check: Pick<Check<never>, 'id' | 'needs'>
  readonly subject?: FindingSubject
  readonly unjudged?: Wording
}

/** A check with what is known before anything is read. */
interface PlannedCheck<Bound> {
  readonly bound: Bound
  /** Its index in the list. */
  readonly place: number
  /** A number for its id and subject. */
  readonly key: number
  readonly needs: readonly Need[]
}

/** A check that another one needs, by id and key. */
interface Need {
  readonly id: CheckId
  readonly key: number
}

/** Caches plans by list; most lists serve every request of an endpoint. */
const plans = new WeakMap<readonly Plannable[], readonly PlannedCheck<Plannable>[]>()

/** The checks of a list, each after those that it needs. Throws if they need each other in a cycle. */
export function planOf<Bound extends Plannable>(checks: readonly Bound[]): readonly PlannedCheck<Bound>[] {
  const known = plans.get(checks) as readonly PlannedCheck<Bound>[] | undefined
  if (known !== undefined) return known
  const plan = inOrder(withNeeds(checks))
  plans.set(checks, plan)
  return plan
}

const noNeeds: readonly Need[] = []

/** Looks each needed check up for its own subject first, then among checks about no credential. */
function withNeeds<Bound extends Plannable>(checks: readonly Bound[]): readonly PlannedCheck<Bound>[] {
  const keys = createKeys()
  const own = checks.map(({ check, subject }) => keys.of(check.id, subject))
  return checks.map((bound, place) => ({ bound, place, key: own[place] ?? 0, needs: needsOf(bound, keys) }))
}

function needsOf({ check: { needs }, subject, unjudged }: Plannable, keys: Keys): readonly Need[] {
  if (unjudged !== undefined || needs === undefined) return noNeeds
  return needs.flatMap((id): Need[] => {
    const key = keys.known(id, subject) ?? keys.known(id)
    return key === undefined ? [] : [{ id, key }]
  })
}

/** Numbers for pairs of a check and its subject. */
interface Keys {
  of(id: CheckId, subject?: FindingSubject): number
  /** `undefined` for a pair that has no number yet. */
  known(id: CheckId, subject?: FindingSubject): number | undefined
}

function createKeys(): Keys {
  let count = 0
  const bySubject = new Map<string, Map<CheckId, number>>()
  // Checks of one subject usually follow each other.
  let last: FindingSubject | undefined
  const general = new Map<CheckId, number>()
  let ofLast = general
  const at = (subject: FindingSubject | undefined): Map<CheckId, number> => {
    if (subject === undefined) return general
    if (subject === last) return ofLast
    const name = subjectKey(subject)
    last = subject
    ofLast = bySubject.get(name) ?? new Map()
    bySubject.set(name, ofLast)
    return ofLast
  }
  return {
    of(id, subject) {
      const keys = at(subject)
      const key = keys.get(id) ?? count++
      keys.set(id, key)
      return key
    },
    known: (id, subject) => at(subject).get(id),
  }
}

/** `needs` may point forward, because the list is in the order of refusals, not of dependencies. */
function inOrder<Bound extends Plannable>(checks: readonly PlannedCheck<Bound>[]): readonly PlannedCheck<Bound>[] {
  const order: PlannedCheck<Bound>[] = []
  const settled = new Set<number>()
  let pending = checks
  while (pending.length > 0) {
    const blocked = pending.filter((planned) => {
      if (!planned.needs.every(({ key }) => settled.has(key))) return true
      settled.add(planned.key)
      order.push(planned)
      return false
    })
    if (blocked.length === pending.length)
      throw new Error(`Checks need each other in a circle: ${pending.map(({ bound }) => bound.check.id)}`)
    pending = blocked
  }
  return order
}
