import type { StoredExchange } from '@/lib/core/shared/ports/store-types'

/** An entry with its owner's share and its size. */
export interface Held {
  readonly id: string
  /** Arrival time in milliseconds. */
  readonly at: number
  /** The share that it counts towards. */
  readonly share: string
  /** Size of its JSON. */
  readonly characters: number
}

/** The entries of many clients within common bounds, see `createFairShare`. */
export interface FairShare<Entry extends Held> {
  /** Adds an entry unless its id is already held, then evicts entries until the bounds hold. */
  add(entry: Entry): void
  get(id: string): Entry | undefined
  /** All entries, oldest first; entries of the same instant stay in the order in which they were added. */
  entries(): Entry[]
}

interface Share<Entry> {
  /** Sorted by arrival, oldest first. */
  readonly queue: Queued<Entry>[]
  characters: number
  /** Increases with each change, so that outdated heap snapshots are recognised. */
  version: number
}

interface Queued<Entry> {
  readonly entry: Entry
  /** Sequence number in the order of addition. */
  readonly came: number
}

/** A share as a heap sees it: its size and its oldest entry at one version. */
interface Snapshot<Entry> {
  readonly share: Share<Entry>
  readonly version: number
  readonly held: number
  readonly at: number
  readonly came: number
}

/**
 * Holds at most `size` entries of at most `charactersMax` characters in total. When a bound is exceeded, it evicts the
 * oldest entry of the share that uses most of that bound; between equal shares, the older entry. So no client can evict
 * the entries of others. A single entry stays whatever its size. Each step costs O(log n) for n shares.
 */
export function createFairShare<Entry extends Held>({
  size,
  charactersMax,
}: {
  readonly size: number
  readonly charactersMax: number
}): FairShare<Entry> {
  const byId = new Map<string, Queued<Entry>>()
  const shares = new Map<string, Share<Entry>>()
  const mostEntries = createHeap<Entry>()
  const mostCharacters = createHeap<Entry>()
  let characters = 0
  let came = 0

  const note = (share: Share<Entry>): void => {
    share.version += 1
    const [oldest] = share.queue
    if (oldest === undefined) return
    const at = { share, version: share.version, at: oldest.entry.at, came: oldest.came }
    mostEntries.push({ ...at, held: share.queue.length }, shares.size)
    mostCharacters.push({ ...at, held: share.characters }, shares.size)
  }

  const evict = (heap: Heap<Entry>): void => {
    const share = heap.top()
    const oldest = share?.queue.shift()
    if (share === undefined || oldest === undefined) return
    byId.delete(oldest.entry.id)
    characters -= oldest.entry.characters
    share.characters -= oldest.entry.characters
    if (share.queue.length === 0) shares.delete(oldest.entry.share)
    note(share)
  }

  return {
    get: (id) => byId.get(id)?.entry,
    add(entry) {
      if (byId.has(entry.id)) return
      const share = shares.get(entry.share) ?? { queue: [], characters: 0, version: 0 }
      shares.set(entry.share, share)
      const queued = { entry, came: came++ }
      // Entries are added almost in arrival order, so this search is short.
      let index = share.queue.length
      while (index > 0 && (share.queue[index - 1]?.entry.at ?? 0) > entry.at) index--
      share.queue.splice(index, 0, queued)
      byId.set(entry.id, queued)
      characters += entry.characters
      share.characters += entry.characters
      note(share)
      while (byId.size > size) evict(mostEntries)
      while (characters > charactersMax && byId.size > 1) evict(mostCharacters)
    },
    entries: () =>
      [...byId.values()].sort((a, b) => a.entry.at - b.entry.at || a.came - b.came).map(({ entry }) => entry),
  }
}

interface Heap<Entry> {
  push(snapshot: Snapshot<Entry>, sharesAlive: number): void
  /** The share that currently holds the most. */
  top(): Share<Entry> | undefined
}

/** A heap of snapshots. Outdated ones stay until they reach the top or make up most of the heap. */
function createHeap<Entry>(): Heap<Entry> {
  let heap: Snapshot<Entry>[] = []
  const isCurrent = ({ share, version }: Snapshot<Entry>): boolean => share.version === version
  const goesFirst = (a: Snapshot<Entry>, b: Snapshot<Entry>): boolean =>
    a.held !== b.held ? a.held > b.held : a.at !== b.at ? a.at < b.at : a.came < b.came
  const swap = (a: number, b: number): void => {
    const [one, other] = [heap[a], heap[b]]
    if (one === undefined || other === undefined) return
    heap[a] = other
    heap[b] = one
  }
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [heap[a], heap[b]]
    return one !== undefined && other !== undefined && goesFirst(one, other)
  }
  const sink = (start: number): void => {
    for (let at = start; ; ) {
      let first = at
      for (const child of [2 * at + 1, 2 * at + 2]) if (isBefore(child, first)) first = child
      if (first === at) return
      swap(at, first)
      at = first
    }
  }
  const rise = (start: number): void => {
    for (let at = start; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!isBefore(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }
  const removeTop = (): void => {
    const last = heap.pop()
    if (heap.length === 0 || last === undefined) return
    heap[0] = last
    sink(0)
  }
  return {
    push(snapshot, sharesAlive) {
      if (heap.length > 4 * sharesAlive + 64) {
        heap = heap.filter(isCurrent)
        for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(at)
      }
      heap.push(snapshot)
      rise(heap.length - 1)
    },
    top() {
      for (let [first] = heap; first !== undefined; [first] = heap) {
        if (isCurrent(first)) return first.share
        removeTop()
      }
      return undefined
    },
  }
}

/**
 * The share of the ledger that an exchange counts towards: the network of its client, which is the first part of
 * `client`. Older records have a single part that combines address and user agent.
 */
export const shareOf = ({ client }: Pick<StoredExchange, 'client'>): string => client.split('.', 1)[0] ?? client
