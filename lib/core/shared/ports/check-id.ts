import type checks from './checks.json'

/** Ids of all checks, from the file that `npm run generate` writes. */
export type CheckId = keyof typeof checks
