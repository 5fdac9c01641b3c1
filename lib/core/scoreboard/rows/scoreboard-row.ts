import { atOnce, type PausableWork } from '../../shared/time/pausable-work'
import { type EpochMillis, epochMillis, fromIso, toIso } from '../../shared/time/time'
import { writeRunningTime } from '../instants'
import type {
  CacheRow,
  CheckResponse,
  EntityResponse,
  NamedInRows,
  OrganizationResponse,
  PipelineResponse,
} from './cache-response'
import { byEntityKind, type CompactRow, type CompactScoreboard, type EntityKind } from './compact-scoreboard'
import { successRate } from './row-words'

/**
 * A record that a pipeline used, as in PocketBase's response, except that `logo` is its address below the origin (''
 * for none) instead of a file name.
 */
export type ScoreboardEntity = Readonly<Pick<EntityResponse, 'name' | 'path' | 'tag' | 'type' | 'logo'>>

/** A check of the catalogue; one that is not in it has only a path. */
export type ScoreboardCheck = Readonly<CheckResponse>

/**
 * Members of a cache row that are ids of other records. Rows on the wire refer to these by index, so pages have no ids.
 */
type Relations = 'pipeline' | 'aggregation' | 'conformance_checks' | 'latest_successful_execution' | EntityKind

/**
 * A row of the scoreboard for pages: the response type of `pipeline_scoreboard_cache` with its public relations
 * expanded. `expand.pipeline` is absent if the pipeline is private, and instants are then days. The compact form on the
 * wire decodes into it.
 */
export interface ScoreboardRow extends Readonly<Omit<CacheRow, Relations>> {
  /** The path of the pipeline, or a name of our own for a private one. */
  readonly id: string
  readonly success_rate: number
  readonly expand: ExpandedRelations
}

type ExpandedRelations = Readonly<Record<EntityKind, readonly ScoreboardEntity[]>> & {
  readonly conformance_checks: readonly ScoreboardCheck[]
  readonly pipeline?: Readonly<Pick<PipelineResponse, 'name' | 'canonified_name'>> & {
    readonly path: string
    readonly expand: { readonly owner: ScoreboardOwner }
  }
  readonly latest_successful_execution?: Readonly<LatestSuccess>
}

/** `logo`: as in ScoreboardEntity. */
type ScoreboardOwner = Readonly<Pick<OrganizationResponse, 'name' | 'canonified_name' | 'logo'>>
type LatestSuccess = NamedInRows['executions'][number]

/** Milliseconds since 1970 of an instant as PocketBase writes it; `null` for none. */
export const instantOf = (text: string): EpochMillis | null => fromIso(text.replace(' ', 'T'))

/** Seconds since 1970 as an instant in PocketBase's format; '' for 0, which means none. */
const instantText = (seconds: number): string =>
  seconds === 0 ? '' : toIso(epochMillis(seconds * 1000)).replace('T', ' ')

/** The shortest running time in milliseconds; `null` for none. PocketBase cannot store a missing number. */
export const shortestRunOf = (row: Pick<ScoreboardRow, 'minimum_running_time' | 'minimum_running_time_ms'>) =>
  row.minimum_running_time === '' ? null : row.minimum_running_time_ms

/** The response member for the detail of a compact record. */
const detailOf: Readonly<Partial<Record<EntityKind, 'tag' | 'type'>>> = {
  wallet_versions: 'tag',
  mobile_runners: 'type',
}

/** Rows decoded per step: a few milliseconds. */
export const rowsPerStep = 1000

/** Decodes a document's rows in order. Data shared by rows is a shared object. */
export const readCompactScoreboard = (document: CompactScoreboard): ScoreboardRow[] =>
  atOnce(readCompactInSteps(document))

/** Like `readCompactScoreboard`, in steps, so that the caller can let other requests run in between. */
export function* readCompactInSteps(document: CompactScoreboard): PausableWork<ScoreboardRow[]> {
  const owners = document.organizations.map(([name, canonified_name, logo]) => ({ name, canonified_name, logo }))
  const lists = byEntityKind((kind) =>
    document.entities[kind].map(([name, path, detail, logo]): ScoreboardEntity => {
      const member = detailOf[kind]
      return { name, path, ...(member === undefined ? {} : { [member]: detail }), logo }
    }),
  )
  const checks = document.checks.map(
    ([path, title, suite_title, url]): ScoreboardCheck => ({
      ...{ path, title, suite_title, url },
    }),
  )
  const checkSets = document.check_sets.map((places) => pick(checks, places))
  const read = (row: CompactRow, place: number): ScoreboardRow => {
    const [name, slug, organization, runs, successes, manual, scheduled, ci, minimum, first, last, stale] = row
    const [, , , , , , , , , , , , external, evidence, own, checkSet, canceled] = row
    const owner = owners[organization]
    return {
      id: name === null ? `private-${place}` : `${owner?.canonified_name ?? ''}/${slug}`,
      total_runs: runs,
      total_successes: successes,
      success_rate: successRate(runs, successes),
      manually_executed_runs: manual,
      scheduled_runs: scheduled,
      CI_runs: ci,
      canceled_runs: canceled,
      minimum_running_time: minimum === null ? '' : writeRunningTime(minimum),
      minimum_running_time_ms: minimum ?? 0,
      first_execution: instantText(first),
      last_execution_date: instantText(last),
      stale_since: instantText(stale),
      external_wallet_version: external === 1,
      expand: {
        ...byEntityKind((kind, index) => pick(lists[kind], own[index] ?? [])),
        conformance_checks: checkSets[checkSet] ?? [],
        ...(name === null || owner === undefined
          ? {}
          : {
              pipeline: {
                ...{ name, canonified_name: slug, path: `${owner.canonified_name}/${slug}` },
                expand: { owner },
              },
            }),
        ...(evidence === null
          ? {}
          : {
              latest_successful_execution: {
                ...{ id: evidence[0], screenshots: [...evidence[1]] },
                started_at: instantText(evidence[2]),
              },
            }),
      },
    }
  }
  const rows: ScoreboardRow[] = []
  for (const [place, row] of document.rows.entries()) {
    if (place % rowsPerStep === 0) yield
    rows.push(read(row, place))
  }
  return rows
}

const pick = <Value>(all: readonly Value[], places: readonly number[]): Value[] =>
  places.flatMap((place) => {
    const value = all[place]
    return value === undefined ? [] : [value]
  })
