import { z } from 'zod'
import { instantKey } from './instants'

const count = z
  .int()
  .min(0)
  .max(2 ** 31)
/**
 * The name of something that exists, of so many characters at most. In Unicode's normal form C, as paths are made: the
 * same letters may be sent in another form. Unicode Standard Annex 15
 */
export const zNamed = (max: number) => z.string().max(max).normalize('NFC')

/** A list that some callers omit or send as null. */
const zList = (itemMax: number) =>
  z
    .array(zNamed(itemMax))
    .max(999)
    .nullish()
    .transform((list) => list ?? [])
    .pipe(z.array(z.string()))

/** An RFC 3339 instant, or '' for none. */
export const zInstant = z
  .string()
  .max(64)
  .refine((text) => text === '' || instantKey(text) !== null, 'must be an RFC 3339 date and time, or empty')

/** The members of `last_execution` that hold names, in the order in which they are resolved. */
export const entityMembers = [
  'wallet_used',
  'wallet_version_used',
  'maestro_scripts',
  'credentials',
  'issuers',
  'use_case_verifications',
  'verifiers',
  'conformance_tests',
  'custom_checks',
] as const
export type EntityMember = (typeof entityMembers)[number]

const optionalText = z.string().max(2000).nullish()

/** What one execution used; everything is named by path. Unknown members are ignored. */
export const zLastExecution = z
  .object({
    pipeline_name: optionalText,
    workflow_id: optionalText,
    run_id: optionalText,
    org_logo: optionalText,
    video: optionalText,
    video_results: optionalText,
    screenshots: optionalText,
    logs: optionalText,
    wallet_used: zList(600),
    wallet_version_used: zList(600),
    maestro_scripts: zList(600),
    credentials: zList(600),
    issuers: zList(600),
    use_case_verifications: zList(600),
    verifiers: zList(600),
    conformance_tests: zList(600),
    custom_checks: zList(600),
  })
  .meta({ id: 'PipelineExecutionDetails' })
export type LastExecution = z.output<typeof zLastExecution>

/** The numbers shared by the statistics of a namespace and a row to save. */
export const zNumbers = z.object({
  pipeline_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  pipeline_name: z.string().max(200).default(''),
  runner_types: zList(600),
  runners: zList(600),
  total_runs: count,
  total_successes: count,
  /** Runs cancelled before they had a result; not part of `total_runs`. */
  canceled_runs: count.default(0),
  success_rate: z.number().min(0).max(100),
  manual_executions: count.default(0),
  scheduled_executions: count.default(0),
  ci_executions: count.default(0),
  min_execution_time: z.string().max(50).default(''),
  min_execution_time_ms: z.int().min(0).nullish(),
  first_execution_date: zInstant.default(''),
  last_execution_date: zInstant.default(''),
})

const zRun = z.object({
  workflow_id: z.string().max(300),
  run_id: z.string().max(100),
  start_time: zInstant,
  details: zLastExecution.nullish(),
})

/** One item of `GET /api/pipeline/scoreboard/{namespace}`. */
export const zPipelineStatistics = zNumbers
  .extend({
    pipeline_identifier: z.string().max(700).default(''),
    last_successful_run: zRun.nullish(),
    /** If no run succeeded, with `details` only: the latest counted run, and what it used. */
    last_run: zRun.nullish(),
  })
  .refine(({ total_runs, total_successes }) => total_successes <= total_runs, {
    path: ['total_successes'],
    message: 'must not be more than total_runs',
  })
  .meta({ id: 'PipelineStatistics' })
export type PipelineStatistics = z.output<typeof zPipelineStatistics>
