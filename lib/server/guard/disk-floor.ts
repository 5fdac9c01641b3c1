import { statfs } from 'node:fs/promises'
import type { Clock } from '@/lib/core/shared/ports/ports'

const mib = 1024 * 1024
/** Milliseconds for which a measurement of the disk is reused. */
const freshMillis = 5000

/** How many bytes are free for the data directory. May reject. */
export type FreeBytes = () => Promise<number>

/** Free bytes for this process on the file system that holds the directory. */
export const freeBytesOf =
  (directory: string): FreeBytes =>
  async () => {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  }

/**
 * True while less than `floorMib` is free; 0 disables the check. The disk is measured at most once every few seconds.
 * If measuring fails, the service continues as if there were enough space, and the first failure calls `onFailure`.
 */
export function createDiskFloor(
  floorMib: number,
  ports: { readonly freeBytes: FreeBytes; readonly now: Clock; readonly onFailure: (error: unknown) => void },
): { readonly isLow: () => Promise<boolean> } {
  let looked: { readonly at: number; readonly low: Promise<boolean> } | null = null
  let hasFailed = false

  const look = async (): Promise<boolean> => {
    try {
      return (await ports.freeBytes()) < floorMib * mib
    } catch (error) {
      if (!hasFailed) ports.onFailure(error)
      hasFailed = true
      return false
    }
  }

  return {
    async isLow() {
      if (floorMib === 0) return false
      const at = ports.now()
      if (looked === null || Math.abs(at - looked.at) >= freshMillis) looked = { at, low: look() }
      return looked.low
    },
  }
}
