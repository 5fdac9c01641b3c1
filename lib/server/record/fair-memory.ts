/** Items by key, of which only so many are kept. */
export interface FairMemory<Item> {
  get(key: string): Item | undefined
  /** Keeps an item, and returns those that are no longer kept: what had this key, and what there is no room for. */
  add(key: string, item: Item, owner: string): Item[]
}

interface Owner {
  readonly keys: Set<string>
  /** Goes on where it stopped: a new one would first pass all that was dropped since the set was last made tight. */
  oldest: SetIterator<string> | null
}

/**
 * Where all room is taken, whoever has most loses its own oldest: nobody pushes out what others have, who have less. Costs the same
 * however many owners there are.
 */
export function createFairMemory<Item>(max: number): FairMemory<Item> {
  const items = new Map<string, { readonly item: Item; readonly owner: string }>()
  const owners = new Map<string, Owner>()
  /** The owners of so many items, and how many the one with most has. A count changes by one at a time. */
  const ofCount = new Map<number, Set<string>>()
  let most = 0

  const counted = (owner: string, before: number, after: number): void => {
    const those = ofCount.get(before)
    those?.delete(owner)
    if (those?.size === 0) ofCount.delete(before)
    if (after > 0) {
      const others = ofCount.get(after)
      if (others === undefined) ofCount.set(after, new Set([owner]))
      else others.add(owner)
    }
    if (after > most) most = after
    else if (!ofCount.has(most)) most -= 1
  }

  const drop = (key: string): Item[] => {
    const known = items.get(key)
    const keys = known && owners.get(known.owner)?.keys
    if (known === undefined || keys === undefined) return []
    items.delete(key)
    keys.delete(key)
    counted(known.owner, keys.size + 1, keys.size)
    if (keys.size === 0) owners.delete(known.owner)
    return [known.item]
  }

  const oldestOfMost = (): string | undefined => {
    const [name = ''] = ofCount.get(most) ?? []
    const owner = owners.get(name)
    if (owner === undefined) return undefined
    owner.oldest ??= owner.keys.values()
    const { value } = owner.oldest.next()
    if (value !== undefined) return value
    owner.oldest = owner.keys.values()
    return owner.oldest.next().value
  }

  return {
    get: (key) => items.get(key)?.item,
    add(key, item, name) {
      const dropped = drop(key)
      items.set(key, { item, owner: name })
      const owner = owners.get(name) ?? { keys: new Set(), oldest: null }
      owners.set(name, owner)
      owner.keys.add(key)
      counted(name, owner.keys.size - 1, owner.keys.size)
      while (items.size > max) dropped.push(...drop(oldestOfMost() ?? key))
      return dropped
    },
  }
}
