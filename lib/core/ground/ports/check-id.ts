import type checks from './checks.json'

/** Ids of all checks, as `npm run generate` wrote them down. */
export type CheckId = keyof typeof checks
