/** A map that evicts its oldest entries to stay within a bound. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  /** The same, and makes the entry the newest, so that it is evicted last. */
  use(key: Key): Value | undefined
  /**
   * Adds an entry as the newest. `size` is in the unit of the bound; an entry larger than the whole bound is not kept.
   */
  set(key: Key, value: Value, size?: number): void
  delete(key: Key): void
  clear(): void
  entries(): IterableIterator<[Key, Value]>
}

/** Makes a map whose entries together never exceed `sizeMax`. Without sizes, that is the number of entries. */
export function createBoundedMap<Key, Value>(sizeMax: number): BoundedMap<Key, Value> {
  const values = new Map<Key, Value>()
  const sizes = new Map<Key, number>()
  let total = 0
  const forget = (key: Key): void => {
    total -= sizes.get(key) ?? 0
    sizes.delete(key)
    values.delete(key)
  }
  return {
    get: (key) => values.get(key),
    use(key) {
      const value = values.get(key)
      if (value !== undefined && values.delete(key)) values.set(key, value)
      return value
    },
    set(key, value, size = 1) {
      forget(key)
      if (size > sizeMax) return
      values.set(key, value)
      sizes.set(key, size)
      total += size
      for (const oldest of values.keys()) {
        if (total <= sizeMax) break
        forget(oldest)
      }
    },
    delete: forget,
    clear() {
      values.clear()
      sizes.clear()
      total = 0
    },
    entries: () => values.entries(),
  }
}
