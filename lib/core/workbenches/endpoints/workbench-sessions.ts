import { plain } from '../../engine/endpoints/endpoint'
import { oneOf } from '../../engine/endpoints/query-parameters'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { workbenchMark } from '../../engine/sessions/workbench'
import { jsonReply, textReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { seekerOf } from '../../shared/ports/places'
import type { Wait } from '../../shared/ports/ports'
import type { Workbench } from '../../shared/ports/workbench'
import { addSeconds } from '../../shared/time/time'
import { workbenchJunit, workbenchMarkdown } from '../report'
import { readRuns, rowOf, type WorkbenchRun } from '../session-row'
import type { WorkbenchReport } from '../z-workbench'
import { requireWorkbench } from './workbench-endpoint'
import { visit } from './workbenches'

/** Poll interval in milliseconds while a session is under way: its own commits do not wake a request here. */
const lookEveryMillis = 1000

/** Maximum wait of a request, in seconds. */
const waitSecondsMax = 30

const retryAfterSeconds = 5

/**
 * `GET /workbenches/{workbenchId}/sessions`: the newest sessions, oldest first. With `wait`, waits until one of those
 * after `after` has ended, so that a script can scan and then read what came of it.
 */
export const listWorkbenchSessions = plain(async (context) => {
  const { exchange, ports, settings } = context
  const { workbench } = await requireWorkbench(context)
  const after = readAfter(exchange.query)
  const waitSeconds = readWait(exchange.query)
  const wait = waitSeconds === 0 ? null : takePlace(workbench, context)
  const deadline = addSeconds(exchange.at, waitSeconds)
  try {
    for (;;) {
      const runs = await readRuns(workbench, after, context)
      const left = deadline - ports.now()
      if (
        wait === null ||
        runs.some(hasEnded) ||
        left <= 0 ||
        (await wait.next(Math.min(left, lookEveryMillis))) === 'gone'
      ) {
        const lastNumber = runs.at(-1)?.session.number ?? (await lastNumberOf(workbench, context))
        const sessions = runs.flatMap((run) => rowOf(run, { workbench, baseUrl: settings.baseUrl }))
        return {
          reply: jsonReply(200, { last_number: lastNumber, sessions }),
          effects: visit(workbench, exchange.at),
        }
      }
    }
  } finally {
    wait?.end()
  }
})

const hasEnded = ({ result }: WorkbenchRun): boolean => result.state !== 'open'

const lastNumberOf = async ({ digest, lastNumber }: Workbench, { ports }: RequestContext): Promise<number> =>
  (await ports.store.workbench('digest', digest))?.lastNumber ?? lastNumber

/** Throws `too_many_requests` while too many requests are waiting. */
function takePlace({ digest }: Workbench, { exchange, ports, asker }: RequestContext): Wait {
  const wait = ports.waits.begin({ exchange: exchange.id, seeker: seekerOf({ exchange, asker }), keys: [digest] })
  if (!('because' in wait)) return wait
  const description = `${wait.because} Ask without wait, or after the time in Retry-After.`
  throw new ProtocolError('too_many_requests', description, {}, [['Retry-After', String(retryAfterSeconds)]])
}

function readWait(query: string | null): number {
  const wait = new URLSearchParams(query ?? '').get('wait') ?? '0'
  if (!/^\d{1,2}$/.test(wait) || Number(wait) > waitSecondsMax)
    throw new ProtocolError('invalid_request', `wait is a number of seconds from 0 to ${waitSecondsMax}.`)
  return Number(wait)
}

function readAfter(query: string | null): number {
  const after = new URLSearchParams(query ?? '').get('after') ?? '0'
  if (!/^\d{1,9}$/.test(after)) throw new ProtocolError('invalid_request', 'after is the number of a session.')
  return Number(after)
}

/** `GET /workbenches/{workbenchId}/report`: its newest sessions, for a CI, one test suite each. */
export const getWorkbenchReport = plain(async (context) => {
  const { exchange, settings } = context
  const { workbench } = await requireWorkbench(context)
  const query = new URLSearchParams(exchange.query ?? '')
  const format = oneOf('format', query.get('format'), ['json', 'junit', 'md'] as const, 'json')
  const runs = await readRuns(workbench, readAfter(exchange.query), context)
  const report: WorkbenchReport = {
    mark: workbenchMark(workbench.digest),
    name: workbench.name ?? null,
    wallet: workbench.wallet === undefined ? null : { ...workbench.wallet },
    last_number: workbench.lastNumber,
    sessions: runs.flatMap((run) => rowOf(run, { workbench, baseUrl: settings.baseUrl })),
  }
  const effects = visit(workbench, exchange.at)
  switch (format) {
    case 'json':
      return { reply: jsonReply(200, report), effects }
    case 'junit':
      return { reply: textReply(200, 'application/xml', workbenchJunit(report, settings.baseUrl)), effects }
    case 'md':
      return { reply: textReply(200, 'text/markdown; charset=utf-8', workbenchMarkdown(report)), effects }
  }
})
