import { isObject } from '../../shared/values/json'
import { builtInPipelines, builtInRevision } from './built-in-pipelines'
import type { StoredSchedule } from './pipeline-store'

/** When the built-in pipelines run by themselves. */
export type BuiltInMode = 'once' | 'daily' | 'off'

/** State of an installation's built-in pipelines. */
export interface BuiltInState {
  /** The revision that was run; 0 if none. */
  readonly run_revision: number
  /** When they run each day, `HH:MM` UTC; '' if they do not. */
  readonly daily_at: string
  /** Who saved the scoreboard's rows: our own aggregation, somebody through the API, or nobody. */
  readonly saved_by: 'workflow' | 'api' | ''
}

/** What an installation stores about its built-in pipelines. Every method throws StoreUnavailable. */
export interface BuiltInSettings {
  state(): Promise<BuiltInState>
  noteRun(revision: number): Promise<void>
  /** Stores the time of day unless one was drawn before; '' forgets it. Returns the stored one. */
  drawDaily(at: string): Promise<string>
}

/** A response of the service. */
interface Answer {
  readonly status: number
  readonly body: unknown
  readonly retryAfterSeconds?: number
}

/** What the first start needs. */
export interface FirstStartPorts {
  readonly settings: BuiltInSettings
  /** Sends a request to the service with the admin key. Throws if no response comes. */
  readonly call: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    more?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<Answer>
  readonly schedules: () => Promise<readonly Pick<StoredSchedule, 'pipeline' | 'daily_at'>[]>
  /** Aggregates each day at a time in UTC; `null` stops that. */
  readonly aggregateDaily: (at: { readonly hour: number; readonly minute: number } | null) => Promise<void>
  /** Throws once the process ends. */
  readonly wait: (millis: number) => Promise<void>
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  readonly warn: (message: string, facts: Readonly<Record<string, unknown>>) => void
  readonly tell: (message: string) => void
}

/** How many polls to wait for Temporal before the first run: building it takes minutes. */
const temporalPollsMax = 900
/** Delay in milliseconds after the service is ready, so that whoever started it comes first. */
const settleMillis = 5000
const pollMillis = 1000
/** How often to repeat a request that the service cannot currently take, and how many polls to wait for a run. */
const attemptsMax = 120
const pollsMax = 900
/** Concurrent runs. */
const runsAtOnce = 2
/** Minutes from the daily runs to the aggregation that follows them. */
const aggregationAfterMinutes = 10
const dayMinutes = 1440

/**
 * Runs each built-in pipeline once per revision and then aggregates, unless somebody saved rows, which are never
 * replaced. The revision is each run's idempotency key, so each pipeline runs once, however many workers start; a
 * revision noted as run does not run again even if Temporal has forgotten it. `daily`: those without a schedule get
 * one.
 */
export async function firstStart(mode: BuiltInMode, ports: FirstStartPorts): Promise<void> {
  const { wait, tell } = ports
  await untilReady(ports)
  await wait(settleMillis)
  if (mode !== 'off') tell(await runOnce(ports))
  await retryWhileAway(() => (mode === 'daily' ? keepDaily(ports) : endDaily(ports)), ports)
}

/** Retries while Temporal or storage is unavailable. Throws the last failure, and once the process ends. */
async function retryWhileAway(work: () => Promise<void>, { wait, warn }: FirstStartPorts): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attemptsMax) throw error
      if (attempt === 1) warn('the daily runs of the built-in pipelines are tried again', { error: String(error) })
    }
    await wait(settleMillis)
  }
}

/**
 * Returns in words how many ran. The revision is noted once some did. If none could, because somebody renamed what they
 * all use or the service was away, the next start tries again.
 */
async function runOnce(ports: FirstStartPorts): Promise<string> {
  const { settings } = ports
  if ((await settings.state()).run_revision >= builtInRevision) return 'the built-in pipelines ran before'
  const ends = await runAll(ports)
  const count = (end: End): number => ends.filter((one) => one === end).length
  const { run_revision, saved_by } = await settings.state()
  // Another worker may have been faster.
  if (run_revision < builtInRevision && saved_by !== 'api' && count('ran') > 0) await aggregate(ports)
  const isDone = count('away') === 0 && (count('refused') === 0 || count('ran') > 0)
  if (isDone) await settings.noteRun(builtInRevision)
  const what = `${count('ran')} of the ${ends.length} built-in pipelines have run`
  return isDone ? what : `${what}; the next start tries again`
}

/**
 * How a pipeline ended. `ran`: it ran. `broken`: the service failed each of its runs. `deleted`: it no longer exists.
 * `refused`: the service refuses to run its current form. `away`: the service could not start it now.
 */
type End = 'ran' | 'broken' | 'deleted' | 'refused' | 'away'

/** Requests no run while Temporal is known to be away: each refusal would look like a failure. */
async function untilReady({ call, wait }: FirstStartPorts): Promise<void> {
  for (let poll = 1; ; poll++) {
    const answer = await call('GET', '/readyz').catch(() => null)
    const isAway = isObject(answer?.body) && hasMember(answer.body.parts, 'temporal', false)
    if (answer?.status === 200 && (!isAway || poll >= temporalPollsMax)) return
    await wait(pollMillis)
  }
}

async function runAll(ports: FirstStartPorts): Promise<End[]> {
  const left = builtInPipelines.map(({ id }) => id)
  const ends: End[] = []
  const line = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) ends.push(await runOne(id, ports))
  }
  await Promise.all(Array.from({ length: runsAtOnce }, line))
  return ends
}

/**
 * Runs a pipeline, up to three times if the service fails it: such a run says nothing about the pipeline, and gets no
 * row.
 */
async function runOne(id: string, ports: FirstStartPorts): Promise<End> {
  for (const again of ['', '-again', '-once-more']) {
    const end = await runUnder(`first-start-${builtInRevision}${again}`, id, ports)
    if (end !== 'broken') return end
  }
  ports.warn('the service failed each run of a built-in pipeline', { pipeline: id })
  return 'broken'
}

/** Starts a pipeline and waits for its end. Skips a deleted one. */
async function runUnder(key: string, id: string, ports: FirstStartPorts): Promise<End> {
  const { warn, wait } = ports
  const headers = { 'idempotency-key': key }
  const started = await retryWhileBusy(() => ports.call('POST', `/api/pipelines/${id}/run`, { headers }), ports)
  if (started.status === 404) return 'deleted'
  if (started.status !== 202) {
    const said = { error: wordOf(started, 'error'), why: wordOf(started, 'error_description') }
    warn('a built-in pipeline was not run', { pipeline: id, status: started.status, ...said })
    return started.status < 500 && started.status !== 429 ? 'refused' : 'away'
  }
  const execution = `/api/executions/${wordOf(started, 'execution_id')}`
  for (let poll = 0; poll < pollsMax; poll++) {
    const { status, ...answer } = await retryWhileBusy(() => ports.call('GET', execution), ports)
    if (status !== 200 || wordOf(answer, 'status') !== 'running')
      return hasMember(answer.body, 'infra', true) ? 'broken' : 'ran'
    await wait(pollMillis)
  }
  warn('a built-in pipeline takes too long to be waited for', { pipeline: id })
  return 'ran'
}

/** Starts an aggregation after all runs. One already running may have read the ledger too early. */
async function aggregate(ports: FirstStartPorts): Promise<void> {
  const start = () => ports.call('POST', '/api/pipeline/scoreboard/aggregate/start')
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const started = await retryWhileBusy(start, ports)
    if (started.status !== 200) {
      ports.warn('the built-in pipelines were not aggregated', {
        status: started.status,
        error: wordOf(started, 'error'),
      })
      return
    }
    if (!hasMember(started.body, 'already_running', true)) return
    await ports.wait(pollMillis)
  }
}

/** Repeats a request while the service is full or partly unavailable. Returns the last response. */
async function retryWhileBusy(send: () => Promise<Answer>, { wait }: FirstStartPorts): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send().catch((error: unknown) => {
      if (attempt === attemptsMax) throw error
      return null
    })
    const isLast = attempt === attemptsMax || (answer !== null && answer.status !== 429 && answer.status < 500)
    if (answer !== null && isLast) return answer
    await wait(Math.max(pollMillis, (answer?.retryAfterSeconds ?? 0) * 1000))
  }
}

/** Gives each built-in pipeline without a schedule a daily one, all at the time drawn once. */
async function keepDaily(ports: FirstStartPorts): Promise<void> {
  const drawn = Math.floor(ports.random() * dayMinutes)
  const daily_at = await ports.settings.drawDaily(clockWords(drawn))
  const scheduled = new Set((await ports.schedules()).map(({ pipeline }) => pipeline))
  for (const { id } of builtInPipelines) {
    if (scheduled.has(id)) continue
    const kept = await retryWhileBusy(
      () => ports.call('PUT', `/api/pipelines/${id}/schedule`, { body: { daily_at } }),
      ports,
    )
    if (kept.status !== 200 && kept.status !== 404)
      ports.warn('a built-in pipeline has no daily schedule', { pipeline: id, status: kept.status })
  }
  const after = (minutesOf(daily_at) + aggregationAfterMinutes) % dayMinutes
  await ports.aggregateDaily({ hour: Math.floor(after / 60), minute: after % 60 })
}

/** Ends the schedules made for an earlier `daily`. */
async function endDaily(ports: FirstStartPorts): Promise<void> {
  const { daily_at } = await ports.settings.state()
  if (daily_at === '') return
  const ours = new Set(builtInPipelines.map(({ id }) => id))
  for (const schedule of await ports.schedules())
    if (ours.has(schedule.pipeline) && schedule.daily_at === daily_at)
      await retryWhileBusy(() => ports.call('DELETE', `/api/pipelines/${schedule.pipeline}/schedule`), ports)
  await ports.aggregateDaily(null)
  await ports.settings.drawDaily('')
}

const clockWords = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

function minutesOf(clock: string): number {
  const [hour = '0', minute = '0'] = clock.split(':')
  return Number(hour) * 60 + Number(minute)
}

const hasMember = (body: unknown, name: string, value: unknown): boolean => isObject(body) && body[name] === value

const wordOf = ({ body }: Pick<Answer, 'body'>, name: string): string =>
  isObject(body) && typeof body[name] === 'string' ? body[name] : ''
