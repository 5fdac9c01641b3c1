import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { scheduleSecondsMax, schedulesMax } from '../scheduler'
import { scoreboardEndpoint } from './scoreboard-endpoint'

const ignoredBodyBytesMax = 1024

/** `POST /api/pipeline/scoreboard/aggregate/start`: aggregates once, or every `?schedule=` seconds. */
export const startAggregation = scoreboardEndpoint(async ({ exchange, ports }) => {
  if (exchange.bodyBytes > ignoredBodyBytesMax)
    throw new ProtocolError('body_too_large', 'This endpoint needs no body and accepts at most 1024 bytes.')
  const { scheduler } = ports.scoreboard
  const seconds = readSeconds(new URLSearchParams(exchange.query ?? '').getAll('schedule'))
  if (seconds === null) {
    const { workflowId, runId, alreadyRunning } = await scheduler.startOnce()
    const message = alreadyRunning ? 'An aggregation is running already.' : 'The aggregation has been started.'
    const names = { workflowId, workflowRunId: runId, workflowNamespace: 'default' }
    return { reply: jsonReply(200, { message, ...names, already_running: alreadyRunning }) }
  }
  const schedule = await scheduler.startEvery(seconds)
  if (schedule === null)
    throw new ProtocolError('too_many_schedules', `There are ${schedulesMax} schedules already: cancel one first.`)
  const { scheduleId, created, nextRunAt } = schedule
  const message = `The scoreboard is aggregated every ${seconds} seconds.`
  return { reply: jsonReply(200, { message, schedule_id: scheduleId, created, next_run_at: nextRunAt }) }
})

/**
 * `DELETE /api/pipeline/scoreboard/aggregate/schedule/{schedule_id}`: ends one of our schedules; others are unknown.
 */
export const cancelAggregationSchedule = scoreboardEndpoint(async ({ params, ports }) => {
  const id = params.schedule_id ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (id.length > 200 || /[\u0000-\u001f\u007f]/.test(id))
    throw new ProtocolError(
      'invalid_schedule_id',
      'A schedule id has at most 200 characters, and no control characters.',
    )
  if (!(await ports.scoreboard.scheduler.cancel(id)))
    throw new ProtocolError('schedule_not_found', 'No schedule of the scoreboard has this id.')
  return { reply: jsonReply(200, { success: true, message: 'The schedule has been cancelled.', schedule_id: id }) }
})

/**
 * The parameter in seconds; `null` if it is absent. Throws ProtocolError for anything but one number within its bounds.
 */
function readSeconds(sent: readonly string[]): number | null {
  if (sent.length === 0) return null
  const [text = ''] = sent
  const seconds = sent.length === 1 && /^\+?\d{1,8}$/.test(text) ? Number(text) : 0
  if (seconds >= 1 && seconds <= scheduleSecondsMax) return seconds
  throw new ProtocolError('invalid_schedule', `schedule is a whole number of seconds from 1 to ${scheduleSecondsMax}.`)
}
