/**
 * The worker process that serves a namespace: the highest-ranked one. Every process computes the same without
 * coordination, and if one disappears, only its own namespaces move. (Rendezvous hashing: Thaler and Ravishankar,
 * 1998.)
 */
export function holderOf(namespace: string, workerIds: readonly string[]): string | null {
  let [holder, highest]: [string | null, number] = [null, -1]
  for (const id of [...workerIds].sort()) {
    const rank = hash(`${id} ${namespace}`)
    if (rank > highest) [holder, highest] = [id, rank]
  }
  return holder
}

/** FNV-1a in 32 bits with MurmurHash3's finalizer, so that similar names rank differently. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** A namespace in which this process has a worker. */
export interface LiveNamespace {
  readonly namespace: string
  /** When it was last requested or had a run, in milliseconds. */
  readonly usedAt: number
}

/** What a process has to do. */
export interface NamespacePlan {
  /** Namespaces that get a worker now. */
  readonly start: readonly string[]
  /** Namespaces unused for so long that their worker may stop, unless a run is open there. */
  readonly idle: readonly string[]
  /**
   * How many more find no room, and which workers may stop to make room if they have no open run, least recently used
   * first.
   */
  readonly waiting: number
  readonly evictable: readonly string[]
}

/**
 * Decides which namespaces get a worker. `wanted`: those of this process that need one, longest waiting first. A wanted
 * worker does not make room for another.
 */
export function planNamespaces({
  wanted,
  live,
  max,
  now,
  idleMillis,
}: {
  readonly wanted: readonly string[]
  readonly live: readonly LiveNamespace[]
  readonly max: number
  readonly now: number
  readonly idleMillis: number
}): NamespacePlan {
  const isLive = new Set(live.map(({ namespace }) => namespace))
  const isWanted = new Set(wanted)
  const missing = [...isWanted].filter((namespace) => !isLive.has(namespace))
  const room = Math.max(0, max - isLive.size)
  const unused = live.filter(({ namespace }) => !isWanted.has(namespace)).sort((a, b) => a.usedAt - b.usedAt)
  return {
    start: missing.slice(0, room),
    idle: unused.filter(({ usedAt }) => now - usedAt >= idleMillis).map(({ namespace }) => namespace),
    waiting: Math.max(0, missing.length - room),
    evictable: unused.map(({ namespace }) => namespace),
  }
}
