import 'server-only'

import type { Check, Level, Profile } from '@/lib/core/engine/checks/check'
import { describeCheck, rejectionOf, rejectsOnlyUnder } from '@/lib/core/engine/checks/check-contract'
import type { CheckExample } from '@/lib/core/engine/checks/check-examples'
import type { CheckGroup } from '@/lib/core/engine/checks/check-groups'
import { fixHeading } from '@/lib/core/engine/evidence/fix-heading'
import examples from '@/lib/core/shared/ports/check-examples.json'
import { clauseReference } from '@/lib/core/shared/ports/clauses'
import { shared } from '@/lib/server/pages/shared'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { allMisbehaviours } from './misbehaviours'
import { allVerifierMisbehaviours } from './verifier-misbehaviours'

/** The version of the catalogue, as reports name it. */
export const catalogueVersion = (): string => shared().catalogueVersion()

/** A clause as pages show it: a name, a section and a link. */
export interface ClauseReference {
  readonly spec: string
  readonly section: string
  readonly url: string
}

/** A check of the catalogue without its code. */
export interface CatalogueCheck {
  readonly id: string
  readonly group: CheckGroup
  readonly title: string
  readonly level: Level
  readonly profile: Profile
  readonly clauses: readonly ClauseReference[]
  /** Error code of the response when violated; `null` = only recorded. */
  readonly rejects: string | null
  /** The profile that a session has to claim for it to refuse; `null` where every session does, or none. */
  readonly rejectsOnlyUnder: Profile | null
  /** The error_description of that response. */
  readonly refusal: string | null
  readonly needs: readonly string[]
  readonly why: string
  /** Ways to break the rule, the most usual first. */
  readonly reasons: readonly CatalogueReason[]
  /** How many misbehaviours of the reference wallet break it. */
  readonly misbehaviours: number
}

/** One way to break a rule, and how to fix it. */
export interface CatalogueReason {
  /** Its permanent name. */
  readonly name: string
  /** The end of its name: its place on the page of the check. */
  readonly key: string
  /** What is wrong, with an ellipsis for what was received. */
  readonly says: string
  readonly fix: string
  /** Whose part the fix is, as everywhere. */
  readonly heading: string
  readonly isHouseRule: boolean
  /** Where it differs from the first clause of the check. */
  readonly clause: ClauseReference | null
  /** The draft that does so; `null` for none. */
  readonly draft: string | null
  /** What fails because of it. */
  readonly explains: readonly { readonly name: string; readonly id: string; readonly reason: string | null }[]
}

const entry = (check: Check<never>, misbehaviours: number): CatalogueCheck => ({
  id: check.id,
  group: check.group,
  title: check.title,
  level: check.level,
  profile: check.profile,
  clauses: check.clauses.map(clauseReference),
  rejects: rejectionOf(check),
  rejectsOnlyUnder: rejectsOnlyUnder(check),
  refusal: check.refusal ?? null,
  needs: check.needs ?? [],
  why: check.why,
  reasons: describeCheck(check).reasons.map(({ reason, says, fix, acts, rule, clause, draft, explains }) => ({
    name: reason,
    key: reason.slice(check.id.length + 1),
    says: says.replaceAll(/\{[a-z_]+\}/g, '…'),
    fix,
    heading: fixHeading(acts),
    isHouseRule: rule === 'house',
    clause: clause === check.clauses[0] ? null : clauseReference(clause),
    draft,
    explains: explains.map((name) => ({
      name,
      id: name.split('#')[0] ?? name,
      reason: name.includes('#') ? name : null,
    })),
  })),
  misbehaviours,
})

let catalogue: readonly CatalogueCheck[] | null = null

/** Every check, in the order of the registry. */
export const checkCatalogue = (): readonly CatalogueCheck[] => {
  if (catalogue === null) {
    const counts = new Map<string, number>()
    for (const { id } of everyMisbehaviour()) counts.set(checkIdOf({ id }), (counts.get(checkIdOf({ id })) ?? 0) + 1)
    catalogue = shared().checks.checkRegistry.map((check) => entry(check, counts.get(check.id) ?? 0))
  }
  return catalogue
}

/** Every misbehaviour of the reference wallet that one session can show, of both halves. */
const everyMisbehaviour = () => [...allMisbehaviours(), ...allVerifierMisbehaviours()]

/** How many there are. */
export const misbehaviourCount = (): number => everyMisbehaviour().length

/** Ids of the checks with a reason that cites this rule of the service. */
export const checksOfRule = (rule: string): readonly string[] =>
  shared()
    .checks.checkRegistry.filter(({ clauses, reasons }) =>
      [...clauses, ...Object.values(reasons).map((reason) => reason.clause)].some((id) => id === rule),
    )
    .map(({ id }) => id)

/** One check by its id; `null` if there is none. */
export const checkById = (id: string): CatalogueCheck | null =>
  checkCatalogue().find((check) => check.id === id) ?? null

const exampleById: ReadonlyMap<string, CheckExample> = new Map(Object.entries<CheckExample>(examples))

/** An example that passes a check and one that violates it; `null` when there are none. */
export const checkExample = (id: string): CheckExample | null => exampleById.get(id) ?? null
