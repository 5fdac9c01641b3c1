import type { Level, Profile } from './check'
import { checkRegistry } from './registry'

/** What nobody may change unseen: `lib/core/checks.json` is written from it, and a review reads its diff. */
export type CheckContract = Readonly<
  Record<string, { readonly level: Level; readonly profile: Profile; readonly rejects: string | null }>
>

/** The contract of every check by its id, in the order of the catalogue. */
export const checkContract = (): CheckContract =>
  Object.fromEntries(
    checkRegistry.map(({ id, level, profile, rejects }) => [id, { level, profile, rejects: rejects ?? null }]),
  )
