/** Maximum number of workbenches that are counted; more than live at a time. */
const workbenchesMax = 10_000

/** Counts scans that limits refused, since this process started. */
export interface RefusedScans {
  /** @param doorDigest of the workbench */
  count(doorDigest: string): void
  of(doorDigest: string): number
}

/** What nobody stores: a refusal is not to cost what the limit saves. */
export function createRefusedScans(): RefusedScans {
  const counts = new Map<string, number>()
  const of = (doorDigest: string): number => counts.get(doorDigest) ?? 0
  return {
    of,
    count(doorDigest) {
      const before = of(doorDigest)
      // The one that was refused last stands last, and the first makes room.
      counts.delete(doorDigest)
      counts.set(doorDigest, before + 1)
      const [oldest] = counts.keys()
      if (counts.size > workbenchesMax && oldest !== undefined) counts.delete(oldest)
    },
  }
}
