import { type ClauseId, clauseFrom } from '../../shared/ports/clauses'
import type { Sha256 } from '../../shared/ports/ports'
import { toBase64url } from '../../shared/values/base64url'
import {
  type Actor,
  broken,
  type Check,
  type Level,
  type Problem,
  type Profile,
  type ReasonId,
  reasonId,
} from './check'
import { groupName } from './check-groups'

/**
 * The part of a check that must not change unnoticed: `lib/core/shared/ports/checks.json` is generated from it, and
 * reviews look at its diff.
 */
export type CheckContract = Readonly<
  Record<
    string,
    {
      readonly level: Level
      readonly profile: Profile
      readonly rejects: string | null
      /** Keys of its reasons, which are permanent; absent for a check with `broken` alone. */
      readonly reasons?: readonly string[]
    }
  >
>

/** The contract of checks by id, in their order. */
export const contractOf = (checks: readonly Check<never>[]): CheckContract =>
  Object.fromEntries(
    checks.map(({ id, level, profile, rejects, reasons }) => [
      id,
      { level, profile, rejects: rejects ?? null, ...namedReasons(Object.keys(reasons)) },
    ]),
  )

const namedReasons = (keys: readonly string[]): { readonly reasons?: readonly string[] } =>
  keys.length === 1 && keys[0] === broken ? {} : { reasons: keys }

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
  /** Whether sessions from before the check are judged by it, from what is on record, or need a new run. */
  readonly judges_from: 'record' | 'wire'
  /** The ways to break it, the most usual first. */
  readonly reasons: readonly ReasonView[]
}

/** A reason as `/checks.json` shows it. */
interface ReasonView {
  /** Permanent name, e.g. `vci.credential.one_identifier#both_members`. */
  readonly reason: ReasonId
  readonly says: string
  readonly fix: string
  readonly acts: Actor
  readonly rule: 'specification' | 'house'
  /** Id of the clause that it breaks. */
  readonly clause: ClauseId
  /** The draft that does so; `null` for none. */
  readonly draft: string | null
  /** Checks, or single reasons, that fail because of it. */
  readonly explains: readonly string[]
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

/**
 * Describes a check without its evaluator. `baseUrl`: for links to rules of this service. `ofSession`: it is derived from
 * the whole record at each read.
 */
export const describeCheck = (check: Check<never>, baseUrl = '', ofSession = false): CheckView => ({
  id: check.id,
  group: groupName(check.group),
  title: check.title,
  level: check.level,
  profile: check.profile,
  clauses: check.clauses.map((id) => clauseFrom(baseUrl, id)),
  rejects: rejectionOf(check),
  rejects_only_under: rejectsOnlyUnder(check),
  why: check.why,
  judges_from: ofSession || check.fromRecord !== undefined ? 'record' : 'wire',
  reasons: Object.entries(check.reasons).map(([key, reason]) => ({
    reason: reasonId(check.id, key),
    says: wordsOf(reason.says),
    fix: reason.fix,
    acts: reason.acts ?? 'wallet',
    rule: reason.rule ?? 'specification',
    clause: reason.clause ?? check.clauses[0],
    draft: reason.draft ?? null,
    explains: reason.explains ?? [],
  })),
})

const wordsOf = (says: Problem): string => (typeof says === 'string' ? says : `${says.subject} must ${says.must}`)
