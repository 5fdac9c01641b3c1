/** The fraction of a full table to evict at once: finding the smallest counts means scanning the whole table. */
const part = 0.1

/**
 * Makes room in a table of counts: removes the tenth with the smallest counts, so that a flood of small ones cannot
 * evict a large one. Returns the largest count removed, 0 for an empty table.
 */
export function evictSmallest<Value>(table: Map<string, Value>, countOf: (value: Value) => number): number {
  const smallest = [...table]
    .map(([key, value]) => ({ key, count: countOf(value) }))
    .sort((a, b) => a.count - b.count)
    .slice(0, Math.ceil(table.size * part))
  for (const { key } of smallest) table.delete(key)
  return smallest.at(-1)?.count ?? 0
}
