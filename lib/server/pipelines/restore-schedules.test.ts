import { describe, expect, it } from 'vitest'
import { sha256 } from '@/lib/adapters/crypto/ports'
import type { PipelineSchedule, StoredPipeline, StoredSchedule } from '@/lib/core/scoreboard/pipelines/pipeline-store'
import { restoreSchedules } from '@/lib/core/scoreboard/pipelines/schedules'
import type { StartPorts } from '@/lib/core/scoreboard/pipelines/start-run'
import { epochMillis } from '@/lib/core/shared/time/time'
import { absentScoreboard } from '../wiring/absent-scoreboard'

const hourly: PipelineSchedule = { every_seconds: 3600, daily_at: null, paused: false }
const daily: PipelineSchedule = { every_seconds: null, daily_at: '02:30', paused: false }
const pipeline: StoredPipeline = {
  ...{ id: 'p', path: 'acme/p', name: 'p', namespace: 'acme', ready: true, published: false },
  definition: {
    version: 1,
    runner: 'external_ci',
    entities: { custom_checks: [] },
    steps: [{ id: 'a', kind: 'custom', custom_check: 'acme/probe' }],
  },
}
const isSame = (one: PipelineSchedule, other: PipelineSchedule): boolean =>
  one.every_seconds === other.every_seconds && one.daily_at === other.daily_at && one.paused === other.paused

/** A pipeline with an hourly schedule. `meanwhile` says what becomes of it while Temporal is told the first time. */
function openWorld(meanwhile: () => PipelineSchedule | null) {
  const stored = (schedule: PipelineSchedule): StoredSchedule => ({
    ...{ ...schedule, pipeline: 'p', namespace: 'acme', next_run_at: null },
  })
  const world: { kept: StoredSchedule | null; inTemporal: PipelineSchedule | null } = {
    ...{ kept: stored(hourly), inTemporal: null },
  }
  let told = 0
  const runner: StartPorts['runner'] = {
    ...absentScoreboard.runner,
    async schedule(_run, schedule) {
      if (told++ === 0) {
        const now = meanwhile()
        world.kept = now && stored(now)
      }
      world.inTemporal = schedule
      return '2026-11-27T13:00:00.000Z'
    },
    async unschedule() {
      world.inTemporal = null
    },
  }
  const pipelines: StartPorts['pipelines'] = {
    ...absentScoreboard.pipelines,
    pipeline: async () => pipeline,
    schedules: async () => (world.kept === null ? [] : [world.kept]),
    async noteNextRun(_id, schedule) {
      if (world.kept === null || !isSame(world.kept, schedule)) return false
      world.kept = { ...world.kept, next_run_at: schedule.next_run_at }
      return true
    },
  }
  return { world, pipelines, runner }
}

async function restored(meanwhile: () => PipelineSchedule | null) {
  const { world, pipelines, runner } = openWorld(meanwhile)
  const store: StartPorts['store'] = {
    ...absentScoreboard.store,
    resolve: async () => ({
      ...{
        paths: { custom_checks: new Map([['acme/probe', 'c']]) },
        pipelines: new Map(),
        results: new Map(),
        named: new Set(),
        claimed: new Map(),
      },
    }),
  }
  const { catalogue } = absentScoreboard
  const count = await restoreSchedules({
    ...{ store, pipelines, runner, catalogue, sha256, uuid: () => 'u', now: () => epochMillis(0) },
  })
  return { count, ...world }
}

describe('a schedule that is made again in Temporal', () => {
  it('is there as it is kept, with its next run', async () => {
    expect(await restored(() => hourly)).toMatchObject({
      ...{ count: 1, inTemporal: hourly, kept: { ...hourly, next_run_at: '2026-11-27T13:00:00.000Z' } },
    })
  })

  it('is the one that replaced it meanwhile', async () => {
    expect(await restored(() => daily)).toMatchObject({ count: 1, inTemporal: daily, kept: daily })
  })

  it('is none where it was ended meanwhile', async () => {
    expect(await restored(() => null)).toEqual({ count: 0, inTemporal: null, kept: null })
  })
})
