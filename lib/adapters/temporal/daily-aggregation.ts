import { type Client, ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client'
import {
  type AggregationInput,
  aggregationTaskQueue,
  aggregationWorkflowType,
  scheduledWorkflowId,
  scheduleKind,
} from '@/lib/core/scoreboard/aggregation-workflow'

const scheduleId = 'aggregate-scoreboard-schedule-daily'
const daySeconds = 86_400

/** Makes or moves the schedule that aggregates once a day, at a time of UTC; `null` ends it. It replaces no rows that somebody saved. */
export async function keepDailyAggregation(
  client: Client,
  at: { readonly hour: number; readonly minute: number } | null,
): Promise<void> {
  const handle = client.schedule.getHandle(scheduleId)
  if (at === null) {
    await handle.delete().catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error
    })
    return
  }
  const described = {
    spec: { calendars: [at], timezone: 'UTC' },
    action: {
      type: 'startWorkflow' as const,
      workflowType: aggregationWorkflowType,
      workflowId: scheduledWorkflowId,
      taskQueue: aggregationTaskQueue,
      args: [{ trigger: 'schedule', spare_saved: true } satisfies AggregationInput],
      workflowExecutionTimeout: '15m' as const,
    },
    // After an outage of Temporal, catch up one missed run, not a year's worth.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '60s' as const, pauseOnFailure: false },
  }
  try {
    const memo = { kind: scheduleKind, every_seconds: daySeconds }
    await client.schedule.create({ scheduleId, ...described, memo })
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    await handle.update((known) => ({ ...described, state: known.state }))
  }
}
