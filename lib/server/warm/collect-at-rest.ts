import { Session } from 'node:inspector'
import { getHeapStatistics } from 'node:v8'

/** Milliseconds between two looks: so long a pause counts as rest. */
const lookMillis = 5000

/** Share of one processor that a process at rest may use, by polls of an open page. */
const restShare = 0.05

/** Bytes of new memory that make a collection worth its time. */
const worthBytes = 32 * 2 ** 20

/** So many looks in a row at rest are a long rest, for which less is worth it: it comes once in a while, not between two flows. */
const longRestLooks = 3
const worthBytesOfLongRest = 8 * 2 ** 20

interface Look {
  /** Processor time of the process so far, in milliseconds. */
  readonly cpuMillis: number
  /** Bytes of the heap that are in use, garbage included. */
  readonly heapBytes: number
}

/**
 * Decides at each look whether to collect now: the process was idle since the last look, and the heap grew by at least
 * `worthBytes` since the last collection, or by `worthBytesOfLongRest` after a long rest. A collection takes processor time
 * itself, so only the look after it shows what is left.
 */
export function createRest(): (look: Look) => boolean {
  let cpuMillis = Number.POSITIVE_INFINITY
  let leftBytes: number | null = 0
  let looksAtRest = 0
  return (look) => {
    const isAtRest = look.cpuMillis - cpuMillis < restShare * lookMillis && cpuMillis !== Number.POSITIVE_INFINITY
    cpuMillis = look.cpuMillis
    looksAtRest = isAtRest ? looksAtRest + 1 : 0
    if (leftBytes === null) {
      leftBytes = look.heapBytes
      return false
    }
    leftBytes = Math.min(leftBytes, look.heapBytes)
    const worth = looksAtRest < longRestLooks ? worthBytes : worthBytesOfLongRest
    if (!isAtRest || look.heapBytes - leftBytes < worth) return false
    leftBytes = null
    return true
  }
}

/**
 * Gives memory back to the operating system while the process is at rest. V8 collects when much has been allocated, the later the
 * more memory the machine has, and Node never tells it that nothing else is to be done: the garbage of the last requests would stay
 * until the next ones. Returns a function that ends it.
 */
export function collectAtRest(): () => void {
  const isTime = createRest()
  let session: Session | null = null
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (!isTime({ cpuMillis: (user + system) / 1000, heapBytes: getHeapStatistics().used_heap_size })) return
    // Asks the way developer tools do: `gc()` gives back half as much. The session stays open: ending it from its own callback
    // hangs the process for good.
    if (session === null) {
      session = new Session()
      session.connect()
    }
    session.post('HeapProfiler.collectGarbage')
  }, lookMillis)
  timer.unref()
  return () => clearInterval(timer)
}
