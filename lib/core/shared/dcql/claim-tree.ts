/**
 * The claims of a presentation, including what was withheld, for JSON and mdoc alike: an mdoc is an object of
 * namespaces that hold objects of elements. Names are Map keys, so `__proto__` is a name like any other.
 */
export type ClaimNode = ObjectNode | ArrayNode | ValueNode

interface NodeBase {
  /**
   * True if the holder chose to reveal this very node: an SD-JWT Disclosure or an mdoc element. False for claims that
   * the issuer left in clear and for anything inside a revealed node.
   */
  readonly disclosed: boolean
}

export interface ObjectNode extends NodeBase {
  readonly kind: 'object'
  readonly members: ReadonlyMap<string, ClaimNode>
  /** Digests of this object without a Disclosure: withheld claims or decoys. */
  readonly concealed: number
}

export interface ArrayNode extends NodeBase {
  readonly kind: 'array'
  /** In the issuer's order; `null` is a withheld element or a decoy. */
  readonly elements: readonly (ClaimNode | null)[]
}

interface ValueNode extends NodeBase {
  readonly kind: 'value'
  readonly value: string | number | boolean | null
}

/** Path to a node: object keys and array indexes, as in `ArrayNode.elements`. */
export type ClaimPosition = readonly (string | number)[]

/** Members of an object, or revealed elements of an array, each with its name or index. */
export function childrenOf(node: ClaimNode): readonly (readonly [string | number, ClaimNode])[] {
  if (node.kind === 'object') return [...node.members]
  if (node.kind === 'value') return []
  return [...node.elements.entries()].flatMap(([place, element]) =>
    element === null ? [] : [[place, element] as const],
  )
}

/** Positions of all nodes that the holder chose to reveal, in claim order. */
export function disclosedIn(root: ClaimNode): ClaimPosition[] {
  const found: ClaimPosition[] = []
  const visit = (node: ClaimNode, position: ClaimPosition): void => {
    if (node.disclosed) found.push(position)
    for (const [step, child] of childrenOf(node)) visit(child, [...position, step])
  }
  visit(root, [])
  return found
}

/** True for a container of which everything was withheld. One that the issuer left empty is a value itself. */
export const isHollow = (node: ClaimNode): boolean => node.kind !== 'value' && !holdsValue(node) && conceals(node)

const below = (node: ClaimNode): ClaimNode[] =>
  node.kind === 'object'
    ? [...node.members.values()]
    : node.kind === 'array'
      ? node.elements.filter((element) => element !== null)
      : []

const holdsValue = (node: ClaimNode): boolean => node.kind === 'value' || below(node).some(holdsValue)

const conceals = (node: ClaimNode): boolean =>
  (node.kind === 'object' && node.concealed > 0) ||
  (node.kind === 'array' && node.elements.includes(null)) ||
  below(node).some(conceals)
