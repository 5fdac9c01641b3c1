import type { TemporalScheduler } from '@/lib/adapters/temporal/scheduler'
import type { PipelineRunner } from '@/lib/core/scoreboard/pipelines/pipeline-runner'

/** A fake Temporal with at most three schedules. */
export function schedulerOfTests(): TemporalScheduler {
  const schedules = new Set<string>()
  return {
    startOnce: async () => ({ workflowId: 'aggregation', runId: 'run', alreadyRunning: false }),
    startEvery: async (seconds) => {
      if (schedules.size === 3) return null
      const scheduleId = `every-${seconds}`
      schedules.add(scheduleId)
      return { scheduleId, created: true, nextRunAt: null }
    },
    list: async () => [],
    cancel: async (scheduleId) => schedules.delete(scheduleId),
    workflows: async () => ({ workflows: [], hasMore: false }),
    parts: async () => ({ temporal: true, worker: true }),
    pipelines: runnerOfTests(),
    close: async () => undefined,
  }
}

/** A fake pipeline runner whose runs never end. */
function runnerOfTests(): PipelineRunner {
  const digests = new Map<string, string>()
  return {
    async start({ workflowId, digest }) {
      const known = digests.get(workflowId)
      if (known === undefined) digests.set(workflowId, digest)
      return { workflowId, runId: 'run', created: known === undefined, reused: known !== undefined && known !== digest }
    },
    async find({ workflowId, digest }) {
      const known = digests.get(workflowId)
      if (known === undefined) return null
      const startedAt = '2026-11-20T10:00:00.000000000Z'
      return {
        workflowId,
        runId: 'run',
        reused: known !== digest,
        status: 'running',
        startedAt,
        closedAt: '',
        memo: {},
      }
    },
    cancel: async () => true,
    tellResult: async () => true,
    schedule: async () => '2026-11-21T02:30:00.000Z',
    unschedule: async () => undefined,
    register: async (namespace) => (namespace === 'refused' ? 'Not here.' : null),
  }
}
