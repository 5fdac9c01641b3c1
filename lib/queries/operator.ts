import 'server-only'
import { timingSafeEqual } from 'node:crypto'
import { headers } from 'next/headers'
import type { ScheduleView } from '@/lib/core/scoreboard/scheduler'
import type { AggregationRun } from '@/lib/core/scoreboard/scoreboard-store'
import { container } from '@/lib/server/container'
import type { OperatorSession } from '@/lib/server/guard/operator-sessions'
import { cookieIn } from './cookies'
import { isUnavailable } from './is-unavailable'

/** The name of the cookie that holds an operator's session. */
export const operatorCookie = 'wallet-capture-operator'
const runsMax = 10

/** The session id that a request presents; '' for none. */
export const shownSession = (fields: Headers): string => cookieIn(fields, operatorCookie, '[\\w-]*') ?? ''

/** The operator's session of a request; `null` if there is none. */
export function operatorSession(fields: Headers): OperatorSession | null {
  const { operatorSessions, ports } = container()
  return operatorSessions.find(shownSession(fields), ports.now())
}

/** True if a form comes from a page of the session in its request. */
export function isOwnForm(session: OperatorSession, shown: unknown): boolean {
  if (typeof shown !== 'string') return false
  const [one, other] = [Buffer.from(session.formToken), Buffer.from(shown)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** What an operator sees of aggregations; each part is `null` while its source is not responding. */
export interface OperatorView {
  readonly formToken: string
  readonly schedules: readonly ScheduleView[] | null
  readonly runs: readonly AggregationRun[] | null
}

/** `null` for a request without an operator's session. */
export async function operatorView(): Promise<OperatorView | null> {
  const session = operatorSession(await headers())
  if (session === null) return null
  const { scheduler, store } = container().ports.scoreboard
  const [schedules, runs] = await Promise.all([unlessAway(scheduler.list()), unlessAway(store.runs(runsMax))])
  return { formToken: session.formToken, schedules, runs }
}

async function unlessAway<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked
  } catch (error) {
    if (isUnavailable(error)) return null
    throw error
  }
}
