import { Session } from 'node:inspector'
import { getHeapStatistics } from 'node:v8'

/** Milliseconds between two samples. A process idle for this long is at rest. */
const lookMillis = 5000

/** Maximum share of one processor that a process at rest may use, because open pages keep polling. */
const restShare = 0.05

/** Heap growth in bytes that justifies a collection. */
const worthBytes = 32 * 2 ** 20

/**
 * Consecutive samples at rest that make a long rest. Less growth justifies a collection then, because a long rest is
 * rare and does not fall between two flows.
 */
const longRestLooks = 3
const worthBytesOfLongRest = 8 * 2 ** 20

interface Look {
  /** Processor time that the process has used, in milliseconds. */
  readonly cpuMillis: number
  /** Bytes of heap in use, garbage included. */
  readonly heapBytes: number
}

/**
 * Decides whether to collect now: the process was idle since the last sample and the heap grew by at least `worthBytes`
 * since the last collection, or by `worthBytesOfLongRest` after a long rest. Collecting uses processor time, so the
 * heap that remains is measured at the next sample.
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
 * Returns memory to the operating system while the process is at rest. V8 collects after a certain amount of
 * allocation, which grows with the machine's memory, and Node never tells V8 that the process is idle: without this,
 * garbage stays until the next requests. Returns a function that stops it.
 */
export function collectAtRest(): () => void {
  const isTime = createRest()
  let session: Session | null = null
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (!isTime({ cpuMillis: (user + system) / 1000, heapBytes: getHeapStatistics().used_heap_size })) return
    // Collects through the inspector, as developer tools do: `gc()` returns half as much. The session stays open,
    // because closing it from its own callback hangs the process.
    if (session === null) {
      session = new Session()
      session.connect()
    }
    session.post('HeapProfiler.collectGarbage')
  }, lookMillis)
  timer.unref()
  return () => clearInterval(timer)
}
