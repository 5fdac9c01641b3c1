import type { Sha256 } from '../../ground/ports/ports'
import { toBase64url } from '../../ground/values/base64url'
import type { Check, Level, Profile } from './check'

/**
 * The part of a check that must not change unnoticed: `lib/core/ground/ports/checks.json` is generated from it, and
 * reviews look at its diff.
 */
export type CheckContract = Readonly<
  Record<string, { readonly level: Level; readonly profile: Profile; readonly rejects: string | null }>
>

/** The contract of checks by id, in their order. */
export const contractOf = (checks: readonly Check<never>[]): CheckContract =>
  Object.fromEntries(
    checks.map(({ id, level, profile, rejects }) => [id, { level, profile, rejects: rejects ?? null }]),
  )

/** Identifies a state of the catalogue. */
export interface CatalogueVersion {
  /** Changes when a check is added or its level, profile or error changes. */
  readonly version: string
  readonly checks: number
}

/** Computes the version of a contract: its digest. */
export const versionOf = (contract: CheckContract, sha256: Sha256): CatalogueVersion => ({
  version: toBase64url(sha256(JSON.stringify(contract))).slice(0, 12),
  checks: Object.keys(contract).length,
})
