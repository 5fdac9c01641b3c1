/** What is held of one client, with what it takes. */
export interface Held {
  readonly id: string
  /** Arrival, in milliseconds. */
  readonly at: number
  /** Whose share it counts towards. */
  readonly share: string
  /** Size of its JSON. */
  readonly characters: number
}

/** Entries of many clients within common bounds, see `createFairShare`. */
export interface FairShare<Entry extends Held> {
  /** Takes an entry, and drops what is too much; an id that is held already is left alone. */
  add(entry: Entry): void
  get(id: string): Entry | undefined
  /** All entries by arrival, oldest first; those of the same instant in the order in which they came. */
  entries(): Entry[]
}

interface Share<Entry> {
  /** By arrival, oldest first. */
  readonly queue: Queued<Entry>[]
  characters: number
  /** Counts changes, so that what a heap says of an earlier state is known as such. */
  version: number
}

interface Queued<Entry> {
  readonly entry: Entry
  /** Counts entries in the order in which they came. */
  readonly came: number
}

/** What a heap knows of a share: how much it held, and its oldest entry, at one version. */
interface Snapshot<Entry> {
  readonly share: Share<Entry>
  readonly version: number
  readonly held: number
  readonly at: number
  readonly came: number
}

/**
 * Holds at most `size` entries of at most `charactersMax` characters together. Beyond a bound, the oldest entry of the share
 * that holds most of what is bounded goes first, of two that hold as much the older one: so nobody pushes out what others
 * hold. One entry stays whatever its size. A step costs the logarithm of the number of shares.
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
      // Entries come nearly in the order of their arrival.
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
  /** The share that holds most now. */
  top(): Share<Entry> | undefined
}

/** Snapshots of earlier versions stay until they come to the top, or until most are such. */
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
