import { atOnce, type Steps } from '../../ground/time/steps'
import { successRate } from '../success-rate'
import { byEntityKind, type CompactRow, type CompactScoreboard, type EntityKind } from './compact-scoreboard'

/** An entity that a pipeline used. */
export interface ScoreboardEntity {
  readonly name: string
  readonly path: string
  /** The type of a runner, the tag of a version. */
  readonly detail: string
  /** Its address below the origin; '' for none. */
  readonly logo: string
}

export interface ScoreboardCheck {
  readonly path: string
  /** '' if the catalogue does not have it. */
  readonly title: string
  readonly suite: string
  readonly url: string
}

/**
 * A row for pages: the members of the cache row that they show, with public relations expanded. If the pipeline is
 * private, `expand.pipeline` is absent and instants are days.
 */
export interface ScoreboardRow {
  readonly id: string
  readonly total_runs: number
  readonly total_successes: number
  readonly success_rate: number
  readonly manually_executed_runs: number
  readonly scheduled_runs: number
  readonly CI_runs: number
  /** Runs that somebody cancelled before they had a result; not part of `total_runs`. */
  readonly canceled_runs: number
  readonly minimum_running_time_ms: number | null
  /** Seconds since 1970, 0 for none; the following too. */
  readonly first_execution: number
  readonly last_execution_date: number
  readonly stale_since: number
  readonly external_wallet_version: boolean
  /** How many of each relation are not public. */
  readonly not_public: Readonly<Record<EntityKind, number>>
  readonly expand: Readonly<Record<EntityKind, readonly ScoreboardEntity[]>> & {
    readonly conformance_checks: readonly ScoreboardCheck[]
    readonly pipeline?: ScoreboardPipeline
    readonly latest_successful_execution?: ScoreboardEvidence
  }
}

interface ScoreboardPipeline {
  readonly name: string
  readonly path: string
  readonly owner: { readonly name: string; readonly canonified_name: string; readonly logo: string }
}

interface ScoreboardEvidence {
  readonly id: string
  readonly screenshots: readonly string[]
  /** Seconds since 1970. */
  readonly started_at: number
}

/** Rows to process before yielding to other requests: a few milliseconds. */
export const rowsPerStep = 1000

/** The rows of a document, in its order. Rows share the objects they have in common. */
export const readCompactScoreboard = (document: CompactScoreboard): ScoreboardRow[] =>
  atOnce(readCompactInSteps(document))

/** The same in steps, so that the caller can yield to other requests in between. */
export function* readCompactInSteps(document: CompactScoreboard): Steps<ScoreboardRow[]> {
  const owners = document.organizations.map(([name, canonified_name, logo]) => ({ name, canonified_name, logo }))
  const lists = byEntityKind((kind) =>
    document.entities[kind].map(([name, path, detail, logo]): ScoreboardEntity => ({ name, path, detail, logo })),
  )
  const checks = document.checks.map(([path, title, suite, url]): ScoreboardCheck => ({ path, title, suite, url }))
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
      minimum_running_time_ms: minimum,
      first_execution: first,
      last_execution_date: last,
      stale_since: stale,
      external_wallet_version: external === 1,
      not_public: byEntityKind((_kind, index) => own[index]?.[1] ?? 0),
      expand: {
        ...byEntityKind((kind, index) => pick(lists[kind], own[index]?.[0] ?? [])),
        conformance_checks: checkSets[checkSet] ?? [],
        ...(name === null || owner === undefined
          ? {}
          : { pipeline: { name, path: `${owner.canonified_name}/${slug}`, owner } }),
        ...(evidence === null
          ? {}
          : {
              latest_successful_execution: { id: evidence[0], screenshots: evidence[1], started_at: evidence[2] },
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
