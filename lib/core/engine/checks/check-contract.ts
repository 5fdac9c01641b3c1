import { clause } from '../../shared/ports/clauses'
import type { Sha256 } from '../../shared/ports/ports'
import { toBase64url } from '../../shared/values/base64url'
import type { Check, Level, Profile } from './check'
import { groupName } from './check-groups'

/**
 * The part of a check that must not change unnoticed: `lib/core/shared/ports/checks.json` is generated from it, and
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

/** A check as `/checks.json` and the catalogue pages show it. */
export interface CheckView {
  readonly id: string
  readonly group: string
  readonly title: string
  readonly level: string
  readonly profile: string
  readonly clauses: ReadonlyArray<{
    readonly id: string
    readonly spec: string
    readonly section: string
    readonly url: string
  }>
  /** Error code of the response when violated; `null` = only recorded. */
  readonly rejects: string | null
  /** The profile that a session must claim for the check to refuse; `null` if every session or none refuses. */
  readonly rejects_only_under: Profile | null
  readonly why: string
  readonly hint: string
}

/** Error code of the answer if a check refuses, in sessions of any profile; `null` if it never does. */
export const rejectionOf = ({ rejects, rejectsUnderHaip }: Check<never>): string | null =>
  rejects ?? rejectsUnderHaip ?? null

/**
 * The profile without which a violation is only recorded. A presentation session states its profile; an issuer
 * configuration always enforces its own.
 */
export const rejectsOnlyUnder = (check: Check<never>): Profile | null =>
  check.rejectsUnderHaip !== undefined ||
  (check.rejects !== undefined && check.profile === 'haip' && check.id.startsWith('vp.'))
    ? 'haip'
    : null

/** Describes a check without its evaluator. */
export const describeCheck = (check: Check<never>): CheckView => ({
  id: check.id,
  group: groupName(check.group),
  title: check.title,
  level: check.level,
  profile: check.profile,
  clauses: check.clauses.map((id) => clause(id)),
  rejects: rejectionOf(check),
  rejects_only_under: rejectsOnlyUnder(check),
  why: check.why,
  hint: check.hint,
})
