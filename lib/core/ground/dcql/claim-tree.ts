/**
 * The claims of a presentation with what was kept back, for JSON and mdoc alike: an mdoc is an object of namespaces that
 * hold objects of elements. Names are keys of a Map, so that `__proto__` is a name like any other.
 */
export type ClaimNode = ObjectNode | ArrayNode | ValueNode

interface NodeBase {
  /**
   * True when the holder chose to reveal this very node: an SD-JWT Disclosure, or an element of an mdoc. False for what
   * the issuer left in the clear and for what came inside a revealed node.
   */
  readonly disclosed: boolean
}

export interface ObjectNode extends NodeBase {
  readonly kind: 'object'
  readonly members: ReadonlyMap<string, ClaimNode>
  /** Digests of this object without a Disclosure: claims that were kept back, or decoys. */
  readonly concealed: number
}

export interface ArrayNode extends NodeBase {
  readonly kind: 'array'
  /** In the places that the issuer gave them; `null` is an element that was kept back, or a decoy. */
  readonly elements: readonly (ClaimNode | null)[]
}

interface ValueNode extends NodeBase {
  readonly kind: 'value'
  readonly value: string | number | boolean | null
}

/** Where a node is: keys of objects and places in arrays, as in `ArrayNode.elements`. */
export type ClaimPosition = readonly (string | number)[]

/** Members of an object, or the elements of an array that were revealed, each with its name or place. */
export function childrenOf(node: ClaimNode): readonly (readonly [string | number, ClaimNode])[] {
  if (node.kind === 'object') return [...node.members]
  if (node.kind === 'value') return []
  return [...node.elements.entries()].flatMap(([place, element]) =>
    element === null ? [] : [[place, element] as const],
  )
}

/** Where everything stands that the holder chose to reveal, in the order of the claims. */
export function disclosedIn(root: ClaimNode): ClaimPosition[] {
  const found: ClaimPosition[] = []
  const visit = (node: ClaimNode, position: ClaimPosition): void => {
    if (node.disclosed) found.push(position)
    for (const [step, child] of childrenOf(node)) visit(child, [...position, step])
  }
  visit(root, [])
  return found
}
