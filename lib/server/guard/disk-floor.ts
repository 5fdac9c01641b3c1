import { statfs } from 'node:fs/promises'
import type { Clock } from '@/lib/core/ground/ports/ports'

const mib = 1024 * 1024
/** Milliseconds for which a look at the disk is good. */
const freshMillis = 5000

/** How many bytes are free for the data directory. May reject. */
export type FreeBytes = () => Promise<number>

/** The bytes that are free for this process on the file system that holds a directory. */
export const freeBytesOf =
  (directory: string): FreeBytes =>
  async () => {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  }

/**
 * True while less is free than `floorMib`; 0 = never. It looks at most once every few seconds. If that fails, the
 * service goes on as if there were enough, and the first failure calls `onFailure`.
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
