import type { ArrayNode, ClaimNode, ClaimPosition } from './claim-tree'
import type { ClaimsPath } from './dcql-query'
import type { ArrayMatch, ClaimMatch } from './dcql-reading'

/** What a claims path pointer selects. */
export interface Selection extends Pick<ClaimMatch, 'missing' | 'followed' | 'arrays'> {
  /** Empty when the path selects nothing. */
  readonly selected: readonly SelectedNode[]
}

export interface SelectedNode {
  readonly position: ClaimPosition
  readonly node: ClaimNode
}

/**
 * Applies a claims path pointer to claims. Never throws. An element that was kept back cannot be told from a decoy, so
 * an index may mean any place that decoys before it allow; see `elementAt`. OID4VP-1FINAL-7.1.1
 */
export function selectClaims(root: ClaimNode, path: ClaimsPath): Selection {
  let selected: readonly SelectedNode[] = [{ position: [], node: root }]
  const arrays: ArrayMatch[] = []
  for (const [component, step] of path.entries()) {
    const nothing = (missing: Selection['missing']): Selection => ({
      selected: [],
      missing,
      followed: component,
      arrays,
    })
    if (typeof step === 'string') {
      if (selected.some(({ node }) => node.kind !== 'object')) return nothing('not_an_object')
      selected = selected.flatMap((one) => memberOf(one, step))
    } else {
      const met = selected.flatMap(({ position, node }) => (node.kind === 'array' ? [{ position, node }] : []))
      if (met.length < selected.length) return nothing('not_an_array')
      selected = met.flatMap(({ position, node }) =>
        (step === null ? revealedPlaces(node) : elementAt(node, step)).flatMap((place) => {
          const element = node.elements[place]
          return element ? [{ position: [...position, place], node: element }] : []
        }),
      )
      arrays.push(arrayMatch(component, { step, arrays: met.map(({ node }) => node), delivered: selected.length > 0 }))
    }
    if (selected.length === 0) return nothing('absent')
  }
  return { selected, missing: null, followed: path.length, arrays }
}

function memberOf({ position, node }: SelectedNode, name: string): SelectedNode[] {
  const found = node.kind === 'object' ? node.members.get(name) : undefined
  return found === undefined ? [] : [{ position: [...position, name], node: found }]
}

const revealedPlaces = (array: ArrayNode): number[] =>
  array.elements.flatMap((element, place) => (element === null ? [] : [place]))

/**
 * The place of the element that index `wanted` means, if it was revealed. Each concealed element before a revealed one
 * may be a decoy, which is not counted: with c of them, the element at place p has an index between p − c and p. The
 * place that needs no decoy comes first. RFC9901-4.2.5
 */
function elementAt(array: ArrayNode, wanted: number): number[] {
  if (array.elements[wanted]) return [wanted]
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
  const elements = arrays.flatMap((array) => array.elements)
  const revealed = elements.filter((element) => element !== null).length
  return {
    component,
    wanted: step ?? 'all',
    arrays: arrays.length,
    revealed,
    concealed: elements.length - revealed,
    delivered,
  }
}
