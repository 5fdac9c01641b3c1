import type { Client } from '@temporalio/client'
import { defaultPayloadConverter } from '@temporalio/common'
import type { NativeConnection } from '@temporalio/worker'
import type { ListedWorkflow, ListedWorkflows } from '@/lib/core/scoreboard/listed-workflows'
import type { EndedRun, RunVisibility } from '@/lib/core/scoreboard/reconciliation'
import { lookedAtMax } from '@/lib/core/scoreboard/uncounted'
import { epochMillis, toIso } from '@/lib/core/shared/time/time'

/** Temporal's maximum page size. */
const pageSizeMax = 1000
const callMillisMax = 20_000
/** The gRPC statuses INVALID_ARGUMENT, NOT_FOUND and UNAVAILABLE. */
const invalidArgument = 3
const notFound = 5
const unavailable = 14

/** Whether Temporal itself is down, as opposed to one namespace. */
export const isTemporalAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === unavailable

/** Ledger statuses by Temporal's number. A run that continues as new has not ended; its last run counts. */
const statuses: Readonly<Record<number, EndedRun['status']>> = {
  2: 'completed',
  3: 'failed',
  4: 'canceled',
  5: 'terminated',
  7: 'timed_out',
}
const continuedAsNew = 6

type ListedRun = NonNullable<
  NonNullable<Awaited<ReturnType<NativeConnection['workflowService']['listWorkflowExecutions']>>['executions']>[number]
>
type Timestamp = ListedRun['startTime']
type Payloads = NonNullable<ListedRun['memo']>['fields']

/** Reads workflows of any type from Temporal. `pageSize` is for tests. */
export function createRunVisibility(connection: NativeConnection, pageSize = pageSizeMax): RunVisibility {
  const within = <Result>(work: () => Promise<Result>) => connection.withDeadline(Date.now() + callMillisMax, work)
  return {
    async ended({ namespace, from, until, page }) {
      // Without a lower and an upper bound, executions that are running would match too.
      const query = `CloseTime BETWEEN '${from}' AND '${until}'`
      const nextPageToken = Buffer.from(page, 'base64')
      const found = await orNull(() =>
        within(() => connection.workflowService.listWorkflowExecutions({ namespace, query, pageSize, nextPageToken })),
      )
      if (found === null) return { runs: [], next: '' }
      return {
        runs: (found.executions ?? []).map(endedRun).filter((run) => run !== null),
        next: Buffer.from(found.nextPageToken ?? []).toString('base64'),
      }
    },
    async find({ namespace, workflowId, runId }) {
      const execution = { workflowId, runId }
      // Other runners may report ids that Temporal never issued: one of them must not block a whole namespace.
      const found = await orNull(
        () => within(() => connection.workflowService.describeWorkflowExecution({ namespace, execution })),
        [notFound, invalidArgument],
      )
      const info = found?.workflowExecutionInfo
      if (info === null || info === undefined) return null
      return info.status === continuedAsNew ? null : (endedRun(info) ?? 'running')
    },
  }
}

/** `null` if Temporal has no such namespace or execution, as a status among `absent` says. */
async function orNull<Result>(work: () => Promise<Result>, absent = [notFound]): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'number' && absent.includes(error.code))
      return null
    throw error
  }
}

/** The newest workflows of a namespace, over a client. Throws when Temporal does not answer. */
export async function listWorkflows(client: Client, namespace: string): Promise<ListedWorkflows> {
  const newest = async (query: string, pageSize: number): Promise<ListedWorkflows> => {
    const found = await orNull(() => client.workflowService.listWorkflowExecutions({ namespace, query, pageSize }))
    return {
      workflows: (found?.executions ?? []).map(listedWorkflow).slice(0, pageSize),
      hasMore: (found?.nextPageToken?.length ?? 0) > 0,
    }
  }
  const running = await newest("ExecutionStatus = 'Running'", lookedAtMax.running)
  const ended = await newest("ExecutionStatus != 'Running'", lookedAtMax.ended)
  return { workflows: [...running.workflows, ...ended.workflows], hasMore: running.hasMore || ended.hasMore }
}

function listedWorkflow(info: ListedRun): ListedWorkflow {
  const status = info.status === continuedAsNew ? 'continued' : (statuses[info.status ?? 0] ?? 'running')
  return { ...factsOf(info), status, ...(status === 'running' ? { closedAt: '' } : {}) }
}

function endedRun(info: ListedRun): EndedRun | null {
  const status = statuses[info.status ?? 0]
  return status === undefined ? null : { ...factsOf(info), status }
}

const factsOf = ({ execution, type, startTime, closeTime, memo, searchAttributes }: ListedRun) => ({
  workflowId: execution?.workflowId ?? '',
  runId: execution?.runId ?? '',
  workflowType: type?.name ?? '',
  startedAt: keyOf(startTime),
  closedAt: keyOf(closeTime),
  memo: decoded(memo?.fields),
  attributes: decoded(searchAttributes?.indexedFields),
})

/** An instant as sortable text, to the nanosecond. */
function keyOf(instant: Timestamp): string {
  const second = toIso(epochMillis(Number(instant?.seconds ?? 0) * 1000)).slice(0, 19)
  return `${second}.${String(instant?.nanos ?? 0).padStart(9, '0')}Z`
}

/** Payloads by name. One in another encoding than ours counts as absent. */
function decoded(fields: Payloads): Record<string, unknown> {
  const values = Object.entries(fields ?? {}).flatMap(([name, payload]): [string, unknown][] => {
    try {
      return [[name, defaultPayloadConverter.fromPayload(payload)]]
    } catch {
      return []
    }
  })
  return Object.fromEntries(values)
}
