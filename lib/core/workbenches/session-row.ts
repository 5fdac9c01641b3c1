import { sessionAddresses } from '../campaigns/campaign-view'
import { readResult, readSoFar, type SessionResult } from '../campaigns/session-result'
import type { RequestContext } from '../engine/endpoints/request-context'
import type { Session } from '../shared/ports/store-types'
import type { Workbench } from '../shared/ports/workbench'
import { toIso } from '../shared/time/time'
import type { WorkbenchRow } from './z-workbench'

/** Most sessions of a workbench that a list or a report holds: the newest. */
const rowsMax = 200

/** How many sessions are judged at a time. */
const atOnce = 8

/** A session of a workbench, with what it came to. */
export interface WorkbenchRun {
  readonly session: Session
  readonly result: SessionResult
}

/** A session with what it came to so far. */
async function readRun(session: Session, context: Pick<RequestContext, 'ports' | 'settings'>): Promise<WorkbenchRun> {
  const result = await readResult(session, context)
  // Of an open session, and of one that nobody used, the result says nothing.
  return {
    session,
    result: result.outcome === null ? { ...(await readSoFar(session, context)), state: result.state } : result,
  }
}

/** The newest sessions of a workbench with a greater number than `after`, oldest first, each with what it came to. */
export async function readRuns(
  { digest }: Pick<Workbench, 'digest'>,
  after: number,
  context: Pick<RequestContext, 'ports' | 'settings'>,
): Promise<readonly WorkbenchRun[]> {
  const query = { workbench: digest, after, order: 'newest', max: rowsMax } as const
  const sessions = (await context.ports.store.workbenchSessions(query)).reverse()
  const runs: WorkbenchRun[] = []
  for (let from = 0; from < sessions.length; from += atOnce)
    runs.push(...(await Promise.all(sessions.slice(from, from + atOnce).map((one) => readRun(one, context)))))
  return runs
}

/** A session in the list of its workbench. */
export function rowOf(
  { session, result }: WorkbenchRun,
  { workbench, baseUrl }: { readonly workbench: Pick<Workbench, 'wallet'>; readonly baseUrl: string },
): WorkbenchRow[] {
  const { outcome, cause, durationMillis } = result
  if (outcome === null || session.number === undefined) return []
  const { session_id, inspector_url, report_url } = sessionAddresses(baseUrl, session)
  const { wallet } = workbench
  return [
    {
      number: session.number,
      session_id,
      kind: session.kind,
      outcome,
      cause,
      wallet: wallet === undefined ? null : `${wallet.name} ${wallet.version}`,
      started_by: session.startedBy ?? null,
      at: toIso(session.createdAt),
      duration_ms: durationMillis,
      inspector_url,
      report_url,
    },
  ]
}
