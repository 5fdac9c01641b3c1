import { type ArrayNode, type ClaimNode, type ClaimPosition, childrenOf } from './claim-tree'
import type { ClaimsPath } from './dcql-query'
import type { ArrayMatch, ClaimMatch, ClaimSetsMatch } from './dcql-reading'
import { type MatchBudget, takeSteps } from './match-budget'

/** The nodes that a claims path pointer selects. */
export interface Selection extends Pick<ClaimMatch, 'missing' | 'followed' | 'arrays'> {
  /** Empty when the path selects nothing. */
  readonly selected: readonly SelectedNode[]
}

/** A selected node with the path to it. Its position is computed on demand, because most are never needed. */
export interface SelectedNode {
  readonly node: ClaimNode
  /** Parent node, with the name or index below it; `null` for the root. */
  readonly from: { readonly parent: SelectedNode; readonly step: string | number } | null
}

/** Position of a selected node. */
export function positionOf(selected: SelectedNode): ClaimPosition {
  const steps: (string | number)[] = []
  for (let { from } = selected; from !== null; from = from.parent.from) steps.push(from.step)
  return steps.reverse()
}

/**
 * Applies a claims path pointer to claims. A withheld element is indistinguishable from a decoy, so an index may mean
 * any place that the decoys before it allow; see `elementAt`. Throws ComparisonStopped. OID4VP-1FINAL-7.1.1
 */
export function selectClaims(root: ClaimNode, path: ClaimsPath, budget: MatchBudget): Selection {
  let selected: readonly SelectedNode[] = [{ node: root, from: null }]
  const arrays: ArrayMatch[] = []
  for (const [component, step] of path.entries()) {
    const nothing = (missing: Selection['missing']): Selection => ({
      selected: [],
      missing,
      followed: component,
      arrays,
    })
    takeSteps(budget, selected.length)
    const next: SelectedNode[] = []
    if (typeof step === 'string') {
      if (selected.some(({ node }) => node.kind !== 'object')) return nothing('not_an_object')
      for (const parent of selected) addMember(next, parent, step)
    } else {
      const met = selected.flatMap(({ node }) => (node.kind === 'array' ? [node] : []))
      if (met.length < selected.length) return nothing('not_an_array')
      for (const parent of selected) addElements(next, parent, step, budget)
      arrays.push(arrayMatch(component, { step, arrays: met, delivered: next.length > 0 }))
    }
    selected = next
    if (selected.length === 0) return nothing('absent')
  }
  return { selected, missing: null, followed: path.length, arrays }
}

function addMember(next: SelectedNode[], parent: SelectedNode, name: string): void {
  const node = parent.node.kind === 'object' ? parent.node.members.get(name) : undefined
  if (node !== undefined) next.push({ node, from: { parent, step: name } })
}

function addElements(next: SelectedNode[], parent: SelectedNode, step: number | null, budget: MatchBudget): void {
  if (parent.node.kind !== 'array') return
  const { elements } = parent.node
  if (step === null) takeSteps(budget, elements.length)
  const places = step === null ? elements.keys() : elementAt(parent.node, step, budget)
  for (const place of places) {
    const node = elements[place]
    if (node) next.push({ node, from: { parent, step: place } })
  }
}

/**
 * The index of the element that `wanted` means, if it was revealed. Each concealed element before a revealed one may be
 * a decoy, which does not count: with c of them, the element at place p has an index between p − c and p. The place
 * that needs no decoy comes first. RFC9901-4.2.5
 */
function elementAt(array: ArrayNode, wanted: number, budget: MatchBudget): number[] {
  if (array.elements[wanted]) return [wanted]
  if (revealedIn(array) === array.elements.length) return []
  takeSteps(budget, array.elements.length)
  let concealed = 0
  for (const [place, element] of array.elements.entries()) {
    if (element === null) concealed += 1
    else if (place - concealed <= wanted && wanted <= place) return [place]
  }
  return []
}

function arrayMatch(
  component: number,
  {
    step,
    arrays,
    delivered,
  }: { readonly step: number | null; readonly arrays: readonly ArrayNode[]; readonly delivered: boolean },
): ArrayMatch {
  let [elements, revealed] = [0, 0]
  for (const array of arrays) {
    elements += array.elements.length
    revealed += revealedIn(array)
  }
  return {
    component,
    wanted: step ?? 'all',
    arrays: arrays.length,
    revealed,
    concealed: elements - revealed,
    delivered,
  }
}

/** Cached per array: arrays never change, and many paths may meet one. */
const revealedCounts = new WeakMap<ArrayNode, number>()

function revealedIn(array: ArrayNode): number {
  const known = revealedCounts.get(array)
  if (known !== undefined) return known
  const count = array.elements.reduce((sum, element) => (element === null ? sum : sum + 1), 0)
  revealedCounts.set(array, count)
  return count
}

/** A node that the holder revealed, with the requested claims that it serves. */
export interface CoveredNode {
  readonly position: ClaimPosition
  /** Shared by all nodes that serve the same claims, so that each combination is examined once. */
  readonly served: ServedClaims
}

/** Requested claims, by selection number. */
export interface ServedClaims {
  /** Claims that select the node or one of its ancestors. */
  readonly selectedBy: ReadonlySet<number>
  /** Claims that select something inside the node. */
  readonly leadsTo: ReadonlySet<number>
}

/** Every node that the holder revealed, in claim order, with what it serves. Throws ComparisonStopped. */
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

/**
 * Marks the ancestors of a selected node. Stops at one that is marked, because its own ancestors are then marked too.
 */
function markParents(
  leadsTo: Map<ClaimNode, number[]>,
  { from }: SelectedNode,
  number: number,
  budget: MatchBudget,
): void {
  for (let up = from; up !== null && addTo(leadsTo, up.parent.node, number); up = up.parent.from) takeSteps(budget, 1)
}

/** Interns sets of numbers: thousands of elements may serve the same hundreds of claims. */
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

/** The value of a key, created on first use. */
function within<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const none: ReadonlySet<number> = new Set()

/** Numbers arrive in ascending order. False if this one is already in the list. */
function addTo(lists: Map<ClaimNode, number[]>, node: ClaimNode, number: number): boolean {
  const list = lists.get(node)
  if (list?.at(-1) === number) return false
  if (list === undefined) lists.set(node, [number])
  else list.push(number)
  return true
}

/**
 * Determines which option of `claim_sets` was answered. `options` and the sets of a covered node refer to claims by
 * their index in `claims`. Throws ComparisonStopped. OID4VP-1FINAL-6.4.1
 */
export function matchClaimSets({
  options,
  claims,
  covered,
  budget,
}: {
  readonly options: readonly (readonly number[])[]
  readonly claims: readonly ClaimMatch[]
  readonly covered: readonly CoveredNode[]
  readonly budget: MatchBudget
}): ClaimSetsMatch {
  const judged = options.map((option) => {
    takeSteps(budget, option.length)
    const missing = option.filter((place) => claims[place]?.found !== true)
    return {
      option,
      satisfied: missing.length === 0,
      missing: missing.map((place) => claims[place]?.index ?? place),
    }
  })
  const first = judged.findIndex(({ satisfied }) => satisfied)
  const unexplained = unexplainedBy(covered, budget)
  const cost = ({ missing, option }: (typeof judged)[number]): number =>
    first >= 0 ? unexplained(option) : missing.length
  const best = judged.reduce(
    (chosen, option, index) => {
      if (first >= 0 && !option.satisfied) return chosen
      const own = cost(option)
      return chosen.cost <= own ? chosen : { index, cost: own }
    },
    { index: 0, cost: Number.POSITIVE_INFINITY },
  ).index
  return {
    options: judged.map(({ satisfied, missing }) => ({ satisfied, missing })),
    first: first >= 0 ? first : null,
    best,
  }
}

/** Counts the nodes that no claim of an option explains. Nodes that serve the same claims are counted together. */
function unexplainedBy(covered: readonly CoveredNode[], budget: MatchBudget): (option: readonly number[]) => number {
  const counts = new Map<ServedClaims, number>()
  for (const { served } of covered) counts.set(served, (counts.get(served) ?? 0) + 1)
  const serving = new Map<number, ServedClaims[]>()
  for (const served of counts.keys())
    for (const place of placesOf(served)) {
      const others = serving.get(place)
      if (others === undefined) serving.set(place, [served])
      else others.push(served)
    }
  return (option) => {
    const explaining = new Set<ServedClaims>()
    let explained = 0
    for (const place of option) {
      const groups = serving.get(place) ?? []
      takeSteps(budget, groups.length)
      for (const served of groups) {
        if (explaining.has(served)) continue
        explaining.add(served)
        explained += counts.get(served) ?? 0
      }
    }
    return covered.length - explained
  }
}

/** Claims that select a node or something inside it; one may appear twice. */
export const placesOf = ({ selectedBy, leadsTo }: ServedClaims): number[] => [...selectedBy, ...leadsTo]
