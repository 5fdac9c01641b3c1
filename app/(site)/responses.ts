import type { FlowModel, SessionHead } from '@/components/inspector/model/flow-model'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { sequenceOf, sequenceSvg } from '@/components/inspector/model/sequence'
import { timeline } from '@/components/inspector/model/timeline'
import { waitWords } from '@/components/site/wait-words'
import type { Refused } from '@/lib/actions/ask-interface'
import type { Started } from '@/lib/actions/reference-wallet'
import type { NoPlace } from '@/lib/core/shared/ports/places'
import { isAway } from '@/lib/queries/storage-away'

/** Redirects a browser after its form was handled. */
export const seeOther = (path: string): Response => new Response(null, { status: 303, headers: { location: path } })

/** Plain-text reason for a rejected request. */
export const problem = (status: number, sentence: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(`${sentence}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })

/** Reason for a refused form, and when to retry. */
export const refusedForm = ({ status, reason, waitSeconds }: Omit<Refused, 'refused'>): Response =>
  waitSeconds === null
    ? problem(status, reason)
    : problem(status, `${reason} Try again in ${waitWords(waitSeconds)}.`, { 'retry-after': String(waitSeconds) })

/** Says that there is no capacity for the reference wallet, and why. */
const busy = ({ because }: NoPlace): Response =>
  problem(503, `Too many reference wallet runs right now. ${because} Try again in a few seconds.`, {
    'retry-after': '5',
  })

/** Redirects to the page of a started reference wallet, or says why it was not started. */
export const afterStart = (started: Started, shownAt: string): Response =>
  started === 'started' ? seeOther(shownAt) : busy(started)

/** Response to a request without the operator token that this installation requires. */
export const closed = (): Response =>
  problem(401, 'Evidence is protected. Send the operator token.', {
    'www-authenticate': 'Basic realm="operator", charset="UTF-8"',
    'cache-control': 'no-store',
  })

/** Response to a page that polls for changes; `null` means the resource is gone, with `missing` as the error. */
export function revisionAnswer(
  revision: string | null,
  missing: 'session_not_found' | 'pipeline_not_found' = 'session_not_found',
): Response {
  const headers = { 'cache-control': 'no-store' }
  if (revision === null) return Response.json({ error: missing }, { status: 404, headers })
  return Response.json({ revision }, { headers })
}

/** Response while storage does not respond. */
export const storageAway = (): Response =>
  problem(503, 'Storage is not responding. Try again in a few seconds.', { 'retry-after': '5' })

/** A preview picture; 404 for `null`. */
export function pictureFile(bytes: Uint8Array | null): Response {
  const headers = { 'cache-control': 'no-store' }
  if (bytes === null) return Response.json({ error: 'session_not_found' }, { status: 404, headers })
  return new Response(new Uint8Array(bytes), { headers: { ...headers, 'content-type': 'image/png' } })
}

/** Sequence diagram of a session as an SVG file; 404 for `null`. */
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
