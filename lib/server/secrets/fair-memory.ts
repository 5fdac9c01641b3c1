/** Items by key, of which only so many are kept. */
export interface FairMemory<Item> {
  get(key: string): Item | undefined
  /** Keeps an item, and returns those that are no longer kept: what had this key, and what there is no room for. */
  add(key: string, item: Item, owner: string): Item[]
}

/** What stands in a chain, between two others. */
interface Linked<Node> {
  before: Node | null
  after: Node | null
}

interface Chain<Node> {
  first: Node | null
  last: Node | null
}

interface Held<Item> extends Linked<Held<Item>> {
  readonly key: string
  readonly item: Item
  readonly owner: Owner<Item>
}

/** Stands in the chain of those who have as many. */
interface Owner<Item> extends Linked<Owner<Item>> {
  readonly name: string
  /** From the oldest on. */
  readonly items: Chain<Held<Item>>
  count: number
}

/**
 * Where all room is taken, whoever has most loses its own oldest: nobody pushes out what others have, who have less. Costs the same
 * however many owners there are: a set of them all would pass what was deleted, whether it is asked for its first or for one that
 * comes and goes.
 */
export function createFairMemory<Item>(max: number): FairMemory<Item> {
  const held = new Map<string, Held<Item>>()
  const owners = new Map<string, Owner<Item>>()
  /** The owners of so many items, and how many the one with most has. A count changes by one at a time. */
  const ofCount = new Map<number, Chain<Owner<Item>>>()
  let most = 0

  const count = (owner: Owner<Item>, by: 1 | -1): void => {
    const those = ofCount.get(owner.count)
    if (those !== undefined) {
      unlink(those, owner)
      if (those.first === null) ofCount.delete(owner.count)
    }
    owner.count += by
    if (owner.count === 0) owners.delete(owner.name)
    else {
      const others = ofCount.get(owner.count) ?? { first: null, last: null }
      ofCount.set(owner.count, others)
      append(others, owner)
    }
    if (owner.count > most) most = owner.count
    else if (!ofCount.has(most)) most -= 1
  }

  const release = (one: Held<Item>): Item => {
    unlink(one.owner.items, one)
    count(one.owner, -1)
    return one.item
  }

  const newOwner = (name: string): Owner<Item> => {
    const owner: Owner<Item> = { name, items: { first: null, last: null }, count: 0, before: null, after: null }
    owners.set(name, owner)
    return owner
  }

  return {
    get: (key) => held.get(key)?.item,
    add(key, item, name) {
      const known = held.get(key)
      const dropped = known === undefined ? [] : [release(known)]
      const owner = owners.get(name) ?? newOwner(name)
      const one: Held<Item> = { key, item, owner, before: null, after: null }
      held.set(key, one)
      append(owner.items, one)
      count(owner, 1)
      while (held.size > max) {
        const oldest = ofCount.get(most)?.first?.items.first ?? one
        held.delete(oldest.key)
        dropped.push(release(oldest))
      }
      return dropped
    },
  }
}

function append<Node extends Linked<Node>>(chain: Chain<Node>, node: Node): void {
  node.before = chain.last
  node.after = null
  if (chain.last === null) chain.first = node
  else chain.last.after = node
  chain.last = node
}

function unlink<Node extends Linked<Node>>(chain: Chain<Node>, { before, after }: Node): void {
  if (before === null) chain.first = after
  else before.after = after
  if (after === null) chain.last = before
  else after.before = before
}
