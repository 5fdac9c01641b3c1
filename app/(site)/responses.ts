import type { FlowModel, SessionHead } from '@/components/inspector/model/flow-model'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { sequenceOf, sequenceSvg } from '@/components/inspector/model/sequence'
import { timeline } from '@/components/inspector/model/timeline'
import { waitWords } from '@/components/site/wait-words'
import type { Refused } from '@/lib/actions/ask-interface'
import type { Started } from '@/lib/actions/run-reference-wallet'
import type { NoPlace } from '@/lib/core/ground/ports/places'
import { isAway } from '@/lib/queries/storage-away'

/** Redirects a browser after its form was handled. */
export const seeOther = (path: string): Response => new Response(null, { status: 303, headers: { location: path } })

/** Says in plain text why a request was rejected. */
export const problem = (status: number, sentence: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(`${sentence}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })

/** Says why a form was refused, and when to try again. */
export const refusedForm = ({ status, reason, waitSeconds }: Omit<Refused, 'refused'>): Response =>
  waitSeconds === null
    ? problem(status, reason)
    : problem(status, `${reason} Try again in ${waitWords(waitSeconds)}.`, { 'retry-after': String(waitSeconds) })

/** There is no place for a run of the reference wallet now, and why. */
const busy = ({ because }: NoPlace): Response =>
  problem(503, `Too many reference wallet runs right now. ${because} Try again in a few seconds.`, {
    'retry-after': '5',
  })

/** After a run of the reference wallet was asked for: leads to the page that shows it, or says why it has no place. */
export const afterStart = (started: Started, shownAt: string): Response =>
  started === 'started' ? seeOther(shownAt) : busy(started)

/** The request has no operator token, and this installation requires one. */
export const closed = (): Response =>
  problem(401, 'Evidence is protected. Send the operator token.', {
    'www-authenticate': 'Basic realm="operator", charset="UTF-8"',
    'cache-control': 'no-store',
  })

/** Answers a page that polls for changes; `null` means that there is nothing of that kind, which `missing` says. */
export function revisionAnswer(
  revision: string | null,
  missing: 'session_not_found' | 'pipeline_not_found' = 'session_not_found',
): Response {
  const headers = { 'cache-control': 'no-store' }
  if (revision === null) return Response.json({ error: missing }, { status: 404, headers })
  return Response.json({ revision }, { headers })
}

/** Storage does not respond. */
export const storageAway = (): Response =>
  problem(503, 'Storage is not responding. Try again in a few seconds.', { 'retry-after': '5' })

/** The sequence diagram of a session as an SVG file; `null` means that there is no such session. */
export async function sequenceFile<Session extends SessionHead, Kind extends string>(
  flow: FlowModel<Session, Kind>,
  reading: Promise<{ readonly session: Session; readonly intended: Readonly<Record<string, string>> } | null>,
): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  if (await isAway(reading)) return storageAway()
  const found = await reading
  if (found === null) return Response.json({ error: 'session_not_found' }, { status: 404, headers })
  const rows = timeline(inspectSession(flow, { ...found, now: Date.now() }), flow)
  return new Response(sequenceSvg(sequenceOf(rows, { title: flow.title(found.session), server: flow.server })), {
    headers: {
      ...headers,
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-disposition': 'attachment; filename="sequence.svg"',
    },
  })
}
