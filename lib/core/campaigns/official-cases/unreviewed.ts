import reviewNeeded from './review-needed.json'

/** Ids of cases whose text changed after review, as written by `scripts/compare-cases.mjs --mark`. */
const unreviewed: ReadonlySet<string> = new Set(reviewNeeded)

/** Whether the framework changed a case's text and nobody has reviewed it since. */
export const isUnreviewed = (id: string): boolean => unreviewed.has(id)
