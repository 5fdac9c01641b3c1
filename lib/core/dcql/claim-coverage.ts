import type { ClaimNode, ClaimPosition } from './claim-tree'
import type { Selection } from './select-claims'

/** A node that the holder chose to reveal, and which of the requested claims it serves. */
export interface CoveredNode {
  readonly position: ClaimPosition
  /** Numbers of the selections that select it, or something around it. */
  readonly selectedBy: ReadonlySet<number>
  /** Numbers of the selections that select something inside it. */
  readonly leadsTo: ReadonlySet<number>
}

/** Every node that the holder chose to reveal, in the order of the claims, with what it serves. */
export function coverage(root: ClaimNode, selections: readonly Selection[]): readonly CoveredNode[] {
  const selectedBy = new Map<string, Set<number>>()
  const leadsTo = new Map<string, Set<number>>()
  for (const [number, { selected }] of selections.entries())
    for (const { position } of selected) {
      addTo(selectedBy, position, number)
      for (let length = 0; length < position.length; length++) addTo(leadsTo, position.slice(0, length), number)
    }
  const covered: CoveredNode[] = []
  const visit = (node: ClaimNode, position: ClaimPosition, around: ReadonlySet<number>): void => {
    const key = keyOf(position)
    const own = selectedBy.get(key)
    const here = own === undefined ? around : new Set([...around, ...own])
    if (node.disclosed) covered.push({ position, selectedBy: here, leadsTo: leadsTo.get(key) ?? none })
    for (const [step, child] of childrenOf(node)) visit(child, [...position, step], here)
  }
  visit(root, [], none)
  return covered
}

/** Members of an object, or the elements of an array that were revealed, each with its name or place. */
export function childrenOf(node: ClaimNode): readonly (readonly [string | number, ClaimNode])[] {
  if (node.kind === 'object') return [...node.members]
  if (node.kind === 'value') return []
  return [...node.elements.entries()].flatMap(([place, element]) =>
    element === null ? [] : [[place, element] as const],
  )
}

const none: ReadonlySet<number> = new Set()

function addTo(sets: Map<string, Set<number>>, position: ClaimPosition, number: number): void {
  const key = keyOf(position)
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([number]))
  else set.add(number)
}

const keyOf = (position: ClaimPosition): string => JSON.stringify(position)
