import reviewNeeded from './review-needed.json'

/** Ids of cases whose text changed after review, as written by `scripts/compare-cases.mjs --mark`. */
const unreviewed: ReadonlySet<string> = new Set(reviewNeeded)

/** True for a case whose text the framework changed, and that nobody has judged since. */
export const isUnreviewed = (id: string): boolean => unreviewed.has(id)
