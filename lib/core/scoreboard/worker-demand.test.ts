import { expect, it } from 'vitest'
import { epochMillis } from '../shared/time/time'
import type { PipelineRunner, RunRequest } from './pipelines/pipeline-runner'
import { withWorkers } from './worker-demand'

const run = { namespace: 'quillfern', input: { pipeline_id: 'p1', trigger: 'manual' } } as RunRequest

const daily = { every_seconds: null, daily_at: '04:30', paused: false }

/** A runner whose schedules are due at this instant, and every call to it and the demand, in order. */
function watched(dueAt: string | null) {
  const asked: unknown[] = []
  const runner = {
    start: async () => {
      asked.push('start')
      return { workflowId: 'w', runId: 'r', created: true, reused: false }
    },
    schedule: async () => {
      asked.push('schedule')
      return dueAt
    },
    unschedule: async () => void asked.push('unschedule'),
  } as unknown as PipelineRunner
  const demand = {
    want: async (wish: object) => void asked.push(['want', wish]),
    unwant: async (wish: object) => void asked.push(['unwant', wish]),
  }
  return { asked, runner: withWorkers(runner, demand, () => epochMillis(0)) }
}

it('asks for a worker before a run starts, so that none waits for one', async () => {
  const { asked, runner } = watched(null)
  await runner.start({ ...run, workflowId: 'w', digest: 'd' })
  expect(asked).toEqual([
    ['want', { namespace: 'quillfern', source: 'run', dueAt: '1970-01-01T00:00:00.000Z' }],
    'start',
  ])
})

it('asks for one whenever a schedule is due, and for none while it is paused or once it has ended', async () => {
  const source = 'schedule-p1'
  const dueAt = '2026-11-28T04:30:00.000Z'
  const going = watched(dueAt)
  await going.runner.schedule(run, daily)
  await going.runner.schedule(run, { ...daily, daily_at: null, every_seconds: 900 })
  await going.runner.unschedule({ namespace: 'quillfern', pipelineId: 'p1' })
  expect(going.asked).toEqual([
    'schedule',
    ['want', { namespace: 'quillfern', source, dueAt, everySeconds: 86_400 }],
    'schedule',
    ['want', { namespace: 'quillfern', source, dueAt, everySeconds: 900 }],
    'unschedule',
    ['unwant', { namespace: 'quillfern', source }],
  ])
  const paused = watched(null)
  await paused.runner.schedule(run, { ...daily, paused: true })
  expect(paused.asked).toEqual(['schedule', ['unwant', { namespace: 'quillfern', source }]])
})
