import { z } from 'zod'

/*
 * What PocketBase answers of the public collections: the members that the scoreboard reads. Pages take the types alone, so that
 * no parser reaches the browser.
 */

const zIds = z.array(z.string())
const zTexts = zIds.nullish().transform((list) => list ?? [])

/** A row of `pipeline_scoreboard_cache`. Instants are as PocketBase writes them, '' for none. */
export const zCacheRow = z.object({
  pipeline: z.string(),
  total_runs: z.number(),
  total_successes: z.number(),
  manually_executed_runs: z.number(),
  scheduled_runs: z.number(),
  CI_runs: z.number(),
  canceled_runs: z.number(),
  minimum_running_time: z.string(),
  minimum_running_time_ms: z.number(),
  first_execution: z.string(),
  last_execution_date: z.string(),
  stale_since: z.string(),
  external_wallet_version: z.boolean(),
  aggregation: z.string(),
  conformance_checks: zTexts,
  wallets: zIds,
  wallet_versions: zIds,
  issuers: zIds,
  credentials: zIds,
  verifiers: zIds,
  use_case_verifications: zIds,
  custom_integrations: zIds,
  mobile_runners: zIds,
  latest_successful_execution: z.string(),
})
export type CacheRow = z.output<typeof zCacheRow>

const zPipeline = z.object({ id: z.string(), name: z.string(), canonified_name: z.string(), owner: z.string() })
export type PipelineResponse = z.output<typeof zPipeline>

/** The public pipelines of the rows, and their latest successes that have pictures. */
export const zNamedInRows = z.object({
  pipelines: z.array(zPipeline),
  executions: z.array(z.object({ id: z.string(), screenshots: z.array(z.string()), started_at: z.string() })),
})
export type NamedInRows = z.output<typeof zNamedInRows>

export const zOrganization = z.object({
  ...{ id: z.string(), name: z.string(), canonified_name: z.string() },
  logo: z.string(),
})
export type OrganizationResponse = z.output<typeof zOrganization>

/** A record that rows refer to, from any collection. Versions have a `tag`, runners a `type`. */
export const zEntity = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  tag: z.string().optional(),
  type: z.string().optional(),
  logo: z.string(),
})
export type EntityResponse = z.output<typeof zEntity>

export const zCheck = z.object({ path: z.string(), title: z.string(), suite_title: z.string(), url: z.string() })
export type CheckResponse = z.output<typeof zCheck>
