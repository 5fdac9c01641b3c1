import { isProtocolError } from '../../ground/ports/errors'
import { runRequest, type StartPorts } from './start-run'

/**
 * Makes the schedules of pipelines in Temporal again, out of what is kept of them: Temporal may have lost its data. Those that
 * are there stay as they are kept. A pipeline whose definition is not right any more has none until it is.
 * @returns how many there are
 * @throws SchedulerUnavailable, StoreUnavailable
 */
export async function restoreSchedules(ports: StartPorts): Promise<number> {
  const { pipelines, runner } = ports
  let restored = 0
  for (const { pipeline: id, namespace: _, next_run_at: __, ...schedule } of await pipelines.schedules()) {
    const pipeline = await pipelines.pipeline(id)
    if (pipeline === null) continue
    try {
      const { run } = await runRequest(pipeline, { trigger: 'scheduled' }, ports)
      await pipelines.keepSchedule(id, { ...schedule, next_run_at: await runner.schedule(run, schedule) })
      restored += 1
    } catch (error) {
      if (!isProtocolError(error)) throw error
    }
  }
  return restored
}
