import { type ClaimNode, type ClaimPosition, childrenOf } from './claim-tree'
import { type MatchBudget, takeSteps } from './match-budget'
import type { SelectedNode, Selection } from './select-claims'

/** A node that the holder chose to reveal, and which of the requested claims it serves. */
export interface CoveredNode {
  readonly position: ClaimPosition
  /** The very same object for nodes that serve the same claims, so that these are looked at once. */
  readonly served: ServedClaims
}

/** Requested claims, by the numbers of their selections. */
export interface ServedClaims {
  /** Those that select the node, or something around it. */
  readonly selectedBy: ReadonlySet<number>
  /** Those that select something inside it. */
  readonly leadsTo: ReadonlySet<number>
}

/**
 * Every node that the holder chose to reveal, in the order of the claims, with what it serves. Throws ComparisonStopped.
 */
export function coverage(
  root: ClaimNode,
  selections: readonly Selection[],
  budget: MatchBudget,
): readonly CoveredNode[] {
  const selectedBy = new Map<ClaimNode, number[]>()
  const leadsTo = new Map<ClaimNode, number[]>()
  for (const [number, { selected }] of selections.entries())
    for (const one of selected) {
      takeSteps(budget, 1)
      addTo(selectedBy, one.node, number)
      markParents(leadsTo, one, number, budget)
    }
  const sets = new SharedSets(budget)
  const covered: CoveredNode[] = []
  const visit = (node: ClaimNode, position: ClaimPosition, around: ReadonlySet<number>): void => {
    const own = selectedBy.get(node)
    const here = own === undefined ? around : sets.union(around, own)
    if (node.disclosed) covered.push({ position, served: sets.served(here, leadsTo.get(node)) })
    for (const [step, child] of childrenOf(node)) visit(child, [...position, step], here)
  }
  visit(root, [], none)
  return covered
}

/** Where a selection marked a node, it marked what is around it before. */
function markParents(
  leadsTo: Map<ClaimNode, number[]>,
  { from }: SelectedNode,
  number: number,
  budget: MatchBudget,
): void {
  for (let up = from; up !== null && addTo(leadsTo, up.parent.node, number); up = up.parent.from) takeSteps(budget, 1)
}

/** Sets of numbers, each made once: thousands of elements may serve the same hundreds of claims. */
class SharedSets {
  private readonly unions = new Map<ReadonlySet<number>, Map<string, ReadonlySet<number>>>()
  private readonly pairs = new Map<ReadonlySet<number>, Map<ReadonlySet<number>, ServedClaims>>()

  constructor(private readonly budget: MatchBudget) {}

  union(one: ReadonlySet<number>, other: readonly number[]): ReadonlySet<number> {
    return within(
      within(this.unions, one, () => new Map()),
      other.join(),
      () => {
        takeSteps(this.budget, one.size + other.length)
        return new Set([...one, ...other])
      },
    )
  }

  served(selectedBy: ReadonlySet<number>, leadsTo: readonly number[] = []): ServedClaims {
    const shared = leadsTo.length === 0 ? none : this.union(none, leadsTo)
    return within(
      within(this.pairs, selectedBy, () => new Map()),
      shared,
      () => {
        takeSteps(this.budget, selectedBy.size + shared.size)
        return { selectedBy, leadsTo: shared }
      },
    )
  }
}

/** The value of a key, made where there is none. */
function within<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const none: ReadonlySet<number> = new Set()

/** Numbers come in their order. False when this one was in there. */
function addTo(lists: Map<ClaimNode, number[]>, node: ClaimNode, number: number): boolean {
  const list = lists.get(node)
  if (list?.at(-1) === number) return false
  if (list === undefined) lists.set(node, [number])
  else list.push(number)
  return true
}
