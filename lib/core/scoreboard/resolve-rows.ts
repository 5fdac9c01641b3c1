import { attachedPart, isKept, namedFiles } from './artifacts/artifact-address'
import { instantKey, readRunningTime, toStoredDate, writeRunningTime } from './instants'
import { successRate } from './rows/row-words'
import type { NameRequest, ResolvedNames, StagedRow, UnresolvedName } from './scoreboard-store'
import type { SaveRow } from './z-save-results'
import type { EntityMember } from './z-statistics'

/** A version installed from elsewhere; no record has this name. */
const externalVersion = 'installed_from_external_source'

/** The collection in which each member's names are looked up, and the row's column for their records. */
const members = {
  wallet_used: ['wallets', 'wallets'],
  wallet_version_used: ['wallet_versions', 'wallet_versions'],
  maestro_scripts: ['wallet_actions', 'wallet_actions'],
  issuers: ['credential_issuers', 'issuers'],
  credentials: ['credentials', 'credentials'],
  use_case_verifications: ['use_cases_verifications', 'use_case_verifications'],
  verifiers: ['verifiers', 'verifiers'],
  custom_checks: ['custom_checks', 'custom_integrations'],
  conformance_tests: ['conformance_checks', 'conformance_check_refs'],
  runners: ['mobile_runners', 'mobile_runners'],
} as const
type Member = keyof typeof members
const memberNames = Object.keys(members) as Member[]

/** The kind of records that a member names; `null` for members that name none. */
export const kindNamedBy = (member: string): (typeof members)[Member][0] | null =>
  Object.hasOwn(members, member) ? members[member as Member][0] : null

/** What one execution used, by path. */
export interface UsedNames {
  readonly entities: Readonly<Partial<Record<EntityMember, readonly string[]>>>
  readonly runners: readonly string[]
}

/** Every name in the rows, including those of parents. */
export const namesOf = (rows: readonly SaveRow[]): NameRequest => ({
  paths: pathsOf(rows.map((row) => namedInRun(usedBy(row)))),
  pipelines: rows.map(({ pipeline_id }) => pipeline_id),
  results: rows.flatMap((row) => {
    const run = runOf(row)
    return run === null ? [] : [[row.pipeline_id, ...run] as const]
  }),
})

/** Every name that executions of a pipeline used, including those of parents. */
export const namesUsed = (used: readonly UsedNames[], pipelineId: string): NameRequest => ({
  paths: pathsOf(used.map(namedInRun)),
  pipelines: [pipelineId],
  results: [],
})

/** Names in the report of an execution that no record has. A parent that it did not name is not among them. */
export const unknownNames = (used: UsedNames, pipelineId: string, found: ResolvedNames) =>
  lookUp(namedInRun(used), pipelineId, found).unknown.filter(isSentIn(used))

/** The same, with the parents of unknown names that have no record either: what has to be made for all to be known. */
export const missingNames = (used: UsedNames, pipelineId: string, found: ResolvedNames) =>
  lookUp(namedInRun(used), pipelineId, found).unknown

/** Whether a name was sent under its member, and not derived from that of a child. */
function isSentIn({ entities, runners }: UsedNames) {
  const sent = (member: Member): readonly string[] => (member === 'runners' ? runners : (entities[member] ?? []))
  const sets = new Map(memberNames.map((member) => [member, new Set(sent(member))]))
  return ({ field, name }: { readonly field: Member; readonly name: string }): boolean =>
    sets.get(field)?.has(name) === true
}

function pathsOf(all: readonly Record<Member, string[]>[]): NameRequest['paths'] {
  const paths: Record<string, Set<string>> = {}
  for (const named of all)
    for (const member of memberNames) {
      const [collection] = members[member]
      const wanted = paths[collection] ?? new Set()
      for (const name of named[member]) wanted.add(name)
      paths[collection] = wanted
    }
  return Object.fromEntries(Object.entries(paths).map(([collection, names]) => [collection, [...names]]))
}

/** Ids of the named records, by row column, and the names that no record has. */
function lookUp(named: Record<Member, string[]>, pipelineId: string, found: ResolvedNames) {
  const lists: Record<string, string[]> = {}
  const unknown: { readonly field: Member; readonly name: string }[] = []
  const owner = found.pipelines.get(pipelineId)?.id
  for (const member of memberNames) {
    const [collection, column] = members[member]
    const ids = new Set<string>()
    for (const name of named[member]) {
      const id = found.paths[collection]?.get(name)
      if (id !== undefined) ids.add(id)
      // A check named by a public row is added to the catalogue when the rows are written, unless its name is another's.
      else if (
        member !== 'conformance_tests' ||
        !found.named.has(pipelineId) ||
        (found.claimed.get(name) ?? owner) !== owner
      )
        unknown.push({ field: member, name })
    }
    lists[column] = [...ids]
  }
  return { lists, unknown }
}

/**
 * Turns rows into rows of the cache. An unknown name, or a file that is not stored with the row's execution, is
 * reported and left out; the row itself is kept. An attached file is not reported if it can be stored.
 */
export function resolveRows(rows: readonly SaveRow[], found: ResolvedNames, baseUrl: string) {
  const staged: StagedRow[] = []
  const unresolved: UnresolvedName[] = []
  const orphans: SaveRow[] = []
  for (const row of rows) {
    const organization = found.pipelines.get(row.pipeline_id)
    if (organization === undefined) {
      orphans.push(row)
      continue
    }
    const used = usedBy(row)
    const { lists, unknown } = lookUp(namedInRun(used), row.pipeline_id, found)
    const missing: UnresolvedName[] = unknown
      .filter(isSentIn(used))
      .map((one) => ({ pipeline_id: row.pipeline_id, ...one }))
    const run = runOf(row)
    const execution = executionOf(row, found)
    if (run !== null && execution === null)
      missing.push({ pipeline_id: row.pipeline_id, field: 'last_execution', name: run.join(' ') })
    const kept = { execution, organization }
    for (const { member, address } of namedFiles(row.last_execution ?? {})) {
      const comesAlong = attachedPart(address) !== null && (execution !== null || member === 'org_logo')
      if (!comesAlong && !isKept(member, address, kept, baseUrl))
        missing.push({ pipeline_id: row.pipeline_id, field: member, name: address })
    }
    staged.push({ ...numbersOf(row), ...lists, latest_successful_execution: execution?.id ?? '', unresolved: missing })
    unresolved.push(...missing)
  }
  return { staged, unresolved, orphans }
}

/** The execution that a row names as its latest success, with its files; `null` if the ledger does not have it. */
export function executionOf(row: SaveRow, found: ResolvedNames) {
  const run = runOf(row)
  return (run === null ? undefined : found.results.get([row.pipeline_id, ...run].join(' '))) ?? null
}

function numbersOf(row: SaveRow) {
  const date = (text: string | undefined): string => toStoredDate(instantKey(text ?? '') ?? '')
  const millis = row.min_execution_time_ms ?? readRunningTime(row.min_execution_time)
  return {
    pipeline: row.pipeline_id,
    total_runs: row.total_runs,
    total_successes: row.total_successes,
    success_rate: successRate(row.total_runs, row.total_successes),
    manually_executed_runs: row.manual_executions,
    scheduled_runs: row.scheduled_executions,
    CI_runs: row.ci_executions,
    canceled_runs: row.canceled_runs,
    // A sender that also sends milliseconds may have rounded the text.
    minimum_running_time:
      typeof row.min_execution_time_ms === 'number'
        ? writeRunningTime(row.min_execution_time_ms)
        : row.min_execution_time,
    minimum_running_time_ms: Math.round(millis ?? 0),
    first_execution: date(row.first_execution_date),
    last_execution_date: date(row.last_execution_date),
    namespaces_count: row.namespaces_count ?? 0,
    stale_since: date(row.stale_since),
    external_wallet_version: (row.last_execution?.wallet_version_used ?? []).some(isExternal),
    conformance_checks: row.last_execution?.conformance_tests ?? [],
    runner_types: [...new Set(row.runner_types)].sort(),
  }
}

/**
 * The names of each member. The path of a child includes its parent, all but the last segment, so an unnamed parent is
 * derived from it.
 */
function namedInRun({ entities: used, runners }: UsedNames): Record<Member, string[]> {
  const versions = (used.wallet_version_used ?? []).filter((name) => !isExternal(name))
  const list = (...names: readonly (readonly string[] | undefined)[]): string[] => [
    ...new Set(names.flatMap((part) => part ?? []).filter((name) => name !== '')),
  ]
  const parents = (names: readonly string[] | undefined): string[] =>
    (names ?? []).flatMap((name) => (name.includes('/') ? [name.slice(0, name.lastIndexOf('/'))] : []))
  return {
    wallet_used: list(used.wallet_used, parents(versions), parents(used.maestro_scripts)),
    wallet_version_used: list(versions),
    maestro_scripts: list(used.maestro_scripts),
    issuers: list(used.issuers, parents(used.credentials)),
    credentials: list(used.credentials),
    use_case_verifications: list(used.use_case_verifications),
    verifiers: list(used.verifiers, parents(used.use_case_verifications)),
    custom_checks: list(used.custom_checks),
    conformance_tests: list(used.conformance_tests),
    runners: list(runners),
  }
}

const usedBy = ({ last_execution, runners }: SaveRow): UsedNames => ({ entities: last_execution ?? {}, runners })

const isExternal = (name: string): boolean => name === externalVersion || name.endsWith(`/${externalVersion}`)

function runOf({ last_execution }: SaveRow): [workflowId: string, runId: string] | null {
  const { workflow_id, run_id } = last_execution ?? {}
  return workflow_id && run_id ? [workflow_id, run_id] : null
}
