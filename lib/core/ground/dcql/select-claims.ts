import type { ArrayNode, ClaimNode, ClaimPosition } from './claim-tree'
import type { ClaimsPath } from './dcql-query'
import type { ArrayMatch, ClaimMatch } from './dcql-reading'
import { type MatchBudget, takeSteps } from './match-budget'

/** What a claims path pointer selects. */
export interface Selection extends Pick<ClaimMatch, 'missing' | 'followed' | 'arrays'> {
  /** Empty when the path selects nothing. */
  readonly selected: readonly SelectedNode[]
}

/** A node with the way to it. Its position is made where it is asked for: most are not. */
export interface SelectedNode {
  readonly node: ClaimNode
  /** The node that it is a member or an element of, and under which name or at which place; `null` for the root. */
  readonly from: { readonly parent: SelectedNode; readonly step: string | number } | null
}

/** Where a selected node is. */
export function positionOf(selected: SelectedNode): ClaimPosition {
  const steps: (string | number)[] = []
  for (let { from } = selected; from !== null; from = from.parent.from) steps.push(from.step)
  return steps.reverse()
}

/**
 * Applies a claims path pointer to claims. An element that was kept back cannot be told from a decoy, so an index may mean
 * any place that decoys before it allow; see `elementAt`. Throws ComparisonStopped. OID4VP-1FINAL-7.1.1
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
 * The place of the element that index `wanted` means, if it was revealed. Each concealed element before a revealed one
 * may be a decoy, which is not counted: with c of them, the element at place p has an index between p − c and p. The
 * place that needs no decoy comes first. RFC9901-4.2.5
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

/** Counted once of each array, however many paths meet it: no array changes. */
const revealedCounts = new WeakMap<ArrayNode, number>()

function revealedIn(array: ArrayNode): number {
  const known = revealedCounts.get(array)
  if (known !== undefined) return known
  const count = array.elements.reduce((sum, element) => (element === null ? sum : sum + 1), 0)
  revealedCounts.set(array, count)
  return count
}
