import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { fileAddresses } from '@/lib/core/scoreboard/artifacts/artifact-address'
import { zNamedInRows } from '@/lib/core/scoreboard/rows/cache-response'
import type {
  Aggregation,
  AggregationRun,
  ResolvedNames,
  ScoreboardStore,
} from '@/lib/core/scoreboard/scoreboard-store'
import type { LedgerGroup } from '@/lib/core/scoreboard/statistics'
import { entityMembers } from '@/lib/core/scoreboard/z-statistics'
import { filterOf, toDateColumn } from '@/lib/core/shared/ports/filter'
import type { PocketBaseClient } from '../client/client'
import { listAll, listPage, requireOk } from '../client/list-records'
import { act, keepArtifacts, keepLogo } from './scoreboard-actions'

/** Rows per write outside the commit: few enough that evidence waits only briefly for the writing connection. */
const rowsPerWrite = 500

const zNames = z.array(z.string())
const zEntities = z.record(z.string(), zNames).nullable()
const zFiles = z
  .object({ id: z.string(), screenshots: zNames, videos: zNames, logs: zNames, report: zNames })
  .transform(({ id, ...names }) => ({ id, names }))
const zOwner = z.object({ id: z.string(), logo: z.string() })
const zKept = z.object({ execution: zFiles, organization: zOwner })
const zUsed = zKept.extend({ entities: zEntities })
const zGroup = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  zNames.nullable(),
  zNames.nullable(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number().nullable(),
  z.string(),
  z.string(),
  z.tuple([z.string(), z.string(), z.string(), zUsed.nullable()]).nullable(),
  z.tuple([z.string(), z.string(), z.string(), zEntities]).nullable(),
  z.number(),
])
const zStanding = z.object({ watermark: z.string(), workflows: z.array(z.tuple([z.string(), z.number()])) }).nullable()
const zStatistics = z.object({ found: z.boolean(), groups: z.array(zGroup) })
const zExecution = z
  .object({ pipeline_name: z.string(), workflow_id: z.string(), run_id: z.string(), used: zUsed })
  .nullable()
const zReport = z.object({
  rows: z.number(),
  skipped: z.number(),
  unresolved: z.array(z.object({ pipeline_id: z.string(), field: z.string(), name: z.string() })),
  orphans: z.array(z.unknown()),
  warnings: zNames,
})
const zAggregation = z
  .object({
    id: z.string(),
    seq: z.number(),
    state: z.enum(['open', 'staging', 'committed', 'rejected', 'failed']),
    parts_total: z.number(),
    parts: z.record(z.string(), z.string()),
    response: z.record(z.string(), z.unknown()).nullable(),
  })
  .transform(
    ({ parts, parts_total, ...rest }): Aggregation => ({
      ...rest,
      partsTotal: parts_total,
      parts: new Map(Object.entries(parts).map(([index, digest]): [number, string] => [Number(index), digest])),
    }),
  )
const zResolved = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.string())),
    claimed: z.record(z.string(), z.string()),
    pipelines: z.array(z.tuple([z.string(), zOwner, z.union([z.literal(0), z.literal(1)])])),
    results: z.array(z.tuple([z.string(), z.string(), z.string(), zFiles])),
  })
  .transform(
    ({ paths, claimed, pipelines, results }): ResolvedNames => ({
      claimed: new Map(Object.entries(claimed)),
      paths: Object.fromEntries(Object.entries(paths).map(([name, found]) => [name, new Map(Object.entries(found))])),
      pipelines: new Map(pipelines.map(([id, owner]) => [id, owner])),
      named: new Set(pipelines.flatMap(([id, , named]) => (named === 1 ? [id] : []))),
      results: new Map(results.map(([pipeline, workflow, run, files]) => [`${pipeline} ${workflow} ${run}`, files])),
    }),
  )
const zRun = z
  .object({
    id: z.string(),
    state: z.enum(['open', 'staging', 'committed', 'rejected', 'failed']),
    source: z.enum(['workflow', 'api']),
    started_at: z.string(),
    committed_at: z.string(),
    namespaces: zNames.nullable(),
    failed_namespaces: zNames.nullable(),
    carried: z.array(z.object({ namespace: z.string(), since: z.string() })).nullable(),
    response: z
      .object({
        records_count: z.number().default(0),
        unresolved: z.array(z.object({ pipeline_id: z.string(), field: z.string(), name: z.string() })).default([]),
        orphans: z.array(z.looseObject({ pipeline_id: z.string() })).default([]),
      })
      .nullable(),
  })
  .transform(
    ({ started_at, committed_at, namespaces, failed_namespaces, carried, response, ...rest }): AggregationRun => ({
      ...rest,
      startedAt: started_at.replace(' ', 'T'),
      committedAt: committed_at.replace(' ', 'T'),
      nobodyToAsk: namespaces?.length === 0,
      failedNamespaces: failed_namespaces ?? [],
      carried: carried ?? [],
      rows: response?.records_count ?? 0,
      unresolved: response?.unresolved ?? [],
      orphans: (response?.orphans ?? []).map(({ pipeline_id }) => pipeline_id),
    }),
  )
const zCommit = z.union([
  z.object({ status: z.enum(['committed', 'replayed']), response: z.record(z.string(), z.unknown()) }),
  z.object({ status: z.enum(['stale', 'empty']) }),
])
const zRecorded = z.union([z.object({ unknown: z.string() }), zKept.and(z.object({ pipeline_id: z.string() }))])
const zOrganization = z.object({ canonified_name: z.string() })

/** `last_execution` in the format of the API: every list is present, even if empty. */
const detailsOf = (execution: z.output<typeof zExecution> & object): Record<string, unknown> => ({
  pipeline_name: execution.pipeline_name,
  workflow_id: execution.workflow_id,
  run_id: execution.run_id,
  ...fileAddresses(execution.used),
  ...entitiesOf(execution.used.entities),
})

const entitiesOf = (entities: z.output<typeof zEntities>) =>
  Object.fromEntries(entityMembers.map((member) => [member, entities?.[member] ?? []]))

function groupOf(group: z.output<typeof zGroup>): LedgerGroup {
  const [
    pipelineId,
    name,
    path,
    runners,
    runnerTypes,
    runs,
    successes,
    scheduled,
    ci,
    minMillis,
    first,
    last,
    ...more
  ] = group
  const [success, latest, canceled] = more
  const [at = '', workflowId = '', runId = '', used = null] = success ?? []
  return {
    ...{ pipelineId, name, path, runs, successes, scheduled, ci, canceled, minMillis, first, last },
    runners: runners ?? [],
    runnerTypes: runnerTypes ?? [],
    success: success && {
      at,
      workflowId,
      runId,
      details: used && detailsOf({ pipeline_name: name, workflow_id: workflowId, run_id: runId, used }),
    },
    latest: latest && { at: latest[0], workflowId: latest[1], runId: latest[2], details: entitiesOf(latest[3]) },
  }
}

/** Stores the scoreboard through the hooks in pb_hooks/scoreboard. */
export function createScoreboardStore(client: PocketBaseClient): ScoreboardStore {
  const get = async (path: string): Promise<unknown> =>
    requireOk(await client.request({ method: 'GET', path: `/api/internal/scoreboard/${path}` }))
  return {
    async standing(namespace, workflows) {
      const answer = zStanding.parse(await act(client, 'standing', { namespace, workflows }))
      if (answer === null) return null
      return { ...answer, workflows: answer.workflows.map(([status, found]) => ({ status, hasPipeline: found === 1 })) }
    },
    async readyNamespaces() {
      const query = {
        collection: 'organizations',
        filter: filterOf(['namespace_state', '=', { word: 'ready' }]),
        sort: 'canonified_name',
        perPage: 1000,
      }
      return listAll(client, query, (record) => zOrganization.parse(record).canonified_name)
    },
    async statistics(namespace, withDetails) {
      const path = `statistics/${encodeURIComponent(namespace)}${withDetails ? '?details=1' : ''}`
      const { found, groups } = zStatistics.parse(await get(path))
      return found ? groups.map(groupOf) : null
    },
    async execution({ namespace, workflowId, runId }) {
      const query = new URLSearchParams({ namespace, workflow_id: workflowId, run_id: runId })
      const found = zExecution.parse(await get(`execution?${query}`))
      return found && detailsOf(found)
    },
    recordExecution: async (execution) => zRecorded.parse(await act(client, 'record', execution)),
    keepArtifacts: (id, files) => keepArtifacts(client, id, files),
    keepLogo: (id, logo) => keepLogo(client, { collection: 'organizations', id }, logo),
    revision: async () => z.string().parse(await get('revision')),
    namedInRows: async () => zNamedInRows.parse(await act(client, 'named-in-rows', {})),
    runs: async (count) =>
      (await listPage(client, { collection: 'scoreboard_aggregations', sort: '-seq', perPage: count }, 1)).map(
        (record) => zRun.parse(record),
      ),
    aggregation: async (id) => zAggregation.nullable().parse(await act(client, 'describe', { id })),
    begin: async ({ id, source, workflowId, runId, at }) =>
      zAggregation.parse(
        await act(client, 'begin', {
          id,
          source,
          workflow_id: workflowId,
          run_id: runId,
          started_at: toDateColumn(at),
        }),
      ),
    resolve: async (names) => zResolved.parse(await act(client, 'resolve', names)),
    reports: async (id) => z.array(zReport).parse(await act(client, 'reports', { id })),
    async stagePart({ id, index, total, rows, digest, report }) {
      const upload = { aggregation: id, part: index, upload: randomUUID() }
      for (let at = 0; at < rows.length; at += rowsPerWrite)
        await act(client, 'stage', { ...upload, rows: JSON.stringify(rows.slice(at, at + rowsPerWrite)) })
      const answer = await act(client, 'finish-part', { ...upload, total, digest, report: JSON.stringify(report) })
      return z.union([z.object({ duplicates: zNames }), zAggregation]).parse(answer)
    },
    commit: async ({ id, at, response, allowEmpty, failedNamespaces, carried }) =>
      zCommit.parse(
        await act(client, 'commit', {
          aggregation: id,
          at: toDateColumn(at),
          response,
          allow_empty: allowEmpty,
          failed_namespaces: failedNamespaces,
          carried,
        }),
      ),
  }
}
