import { clause } from '../clauses'
import type { Check } from './check'
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
  readonly why: string
  readonly hint: string
}

/** Describes a check without its evaluator. */
export const describeCheck = (check: Check<never>): CheckView => ({
  id: check.id,
  group: groupName(check.group),
  title: check.title,
  level: check.level,
  profile: check.profile,
  clauses: check.clauses.map((id) => clause(id)),
  rejects: check.rejects ?? null,
  why: check.why,
  hint: check.hint,
})
