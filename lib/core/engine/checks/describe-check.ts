import { clause } from '../../ground/ports/clauses'
import type { Check, Profile } from './check'
import { groupName } from './check-groups'

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
