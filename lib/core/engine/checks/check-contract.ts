import { checkRegistry } from '../../registry'
import type { Level, Profile } from './check'

/**
 * The part of a check that must not change unnoticed: `lib/core/ground/ports/checks.json` is generated from it, and reviews look at
 * its diff.
 */
export type CheckContract = Readonly<
  Record<string, { readonly level: Level; readonly profile: Profile; readonly rejects: string | null }>
>

/** The contract of every check by id, in catalogue order. */
export const checkContract = (): CheckContract =>
  Object.fromEntries(
    checkRegistry.map(({ id, level, profile, rejects }) => [id, { level, profile, rejects: rejects ?? null }]),
  )
