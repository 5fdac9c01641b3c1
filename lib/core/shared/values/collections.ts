/** Groups items by key, keeping their order. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Moves the names in `first` to the front; the others keep their order. */
export const inOrder = (names: readonly string[], first: readonly string[]): string[] => [
  ...first,
  ...names.filter((name) => !first.includes(name)),
]
