import type { IncomingMessage } from 'node:http'
import type { OperationId } from '@/lib/contract/contract'
import type { ServicePorts } from '@/lib/core/scoreboard/scoreboard-ports'
import type { Exchange, HeaderField } from '@/lib/core/shared/http/exchange'
import { digestOf } from '@/lib/core/shared/ports/digests'
import { isStoreUnavailable } from '@/lib/core/shared/ports/errors'
import { isUuid, toSessionId } from '@/lib/core/shared/ports/ids'
import { consumedAnswer } from '@/lib/core/verifier/history/verifier-history'
import type { Queries } from '../read/queries'
import { type KeyedRecords, opensToOrganization, opensWithKey } from './made-with-key'
import { operatorRefusal } from './operator'

/** The page of a session and what its script reads. Its forms are for whoever may do more than read. */
const sessionPage = /^\/inspect\/(?:issuance|presentation)\/([0-9a-f-]{36})(?:\/(?:revision|sequence))?$/

/** Header fields that carry one. */
const credentials = ['authorization', 'x-api-key', 'credimi-api-key'] as const

/** The part of the container that tells whether a session is shown to everybody. */
export interface ShownSessions extends KeyedRecords {
  readonly ports: KeyedRecords['ports'] & Pick<ServicePorts, 'now' | 'scoreboard'>
  readonly queries: Pick<Queries, 'issuance' | 'presentation' | 'run'>
}

const reads = ({ method }: Pick<Exchange, 'method'>): boolean => method === 'GET' || method === 'HEAD'

/**
 * Operations with which everybody reads what was recorded. Links, offers and keys are for whoever runs the session, and asking for
 * an offer is recorded itself.
 */
const shownToAll: ReadonlySet<OperationId> = new Set([
  'getSession',
  'listSessionEvents',
  'getSessionReport',
  'getPresentationSession',
  'listPresentationEvents',
  'getPresentationReport',
])

/** True if everybody may read the evidence of a session with this operation. Throws StoreUnavailable. */
export const opensToAll = async (
  operation: OperationId,
  { sessionId }: Readonly<Record<string, string>>,
  container: ShownSessions,
): Promise<boolean> => sessionId !== undefined && shownToAll.has(operation) && (await showsToAll(sessionId, container))

/**
 * True for a session that was made with a key, whose link leads nowhere any more, and which a published pipeline shows: the
 * one that it was made for, if its maker named one, and one of the organisation whose key it was made with.
 */
async function showsToAll(sessionId: string, container: ShownSessions): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const { store, sha256, scoreboard } = container.ports
  const mark = await store.oneTimeValue('made_with_key', digestOf(sessionId, sha256))
  if (mark === null) return false
  const pipeline = typeof mark.data.pipeline === 'string' ? mark.data.pipeline : null
  const organization = typeof mark.data.organization === 'string' ? mark.data.organization : null
  return (
    (await scoreboard.pipelines.showsSession(sessionId, { pipeline, organization })) &&
    (await isOver(sessionId, container))
  )
}

/** True once no wallet can use the link of a session, and its outcome stands. */
async function isOver(id: string, { queries, ports }: ShownSessions): Promise<boolean> {
  const { kind } = (await queries.run(id)) ?? {}
  if (kind === 'issuance') {
    const found = await queries.issuance.inspection(id)
    if (found === null || found.view.deeplink !== null) return false
    const { over, success } = found.view.outcome
    return over || success !== null
  }
  const found = kind === 'presentation' ? await queries.presentation.inspection(id) : null
  const sessionId = toSessionId(id)
  if (found === null || sessionId === null || !found.view.outcome.over) return false
  return (
    Date.parse(found.view.expires_at) <= ports.now() ||
    consumedAnswer(await ports.store.events(sessionId)) !== undefined
  )
}

/**
 * The session whose page a request without the right operator token may read: one that is shown to everybody, or one that was made with
 * the admin key that the request has. `null` for none, and while storage is away.
 */
export async function openedPage(
  { method = 'GET', headersDistinct }: Pick<IncomingMessage, 'method' | 'headersDistinct'>,
  asked: Pick<Exchange, 'path' | 'at' | 'remoteAddress'>,
  container: ShownSessions,
): Promise<string | null> {
  const headers = credentials.flatMap((name) =>
    (headersDistinct[name] ?? []).map((value): HeaderField => [name, value]),
  )
  const request = { ...asked, method, headers }
  const [, sessionId] = sessionPage.exec(request.path) ?? []
  if (container.operatorToken === null || sessionId === undefined || !reads(request)) return null
  try {
    const isOpen =
      (await opensWithKey(request, { sessionId }, container)) ||
      (await opensToOrganization(request, { sessionId }, container)) ||
      (await showsToAll(sessionId, container))
    // Whoever has the token may do more. A wrong one counts, and the page does not get it.
    return isOpen && operatorRefusal(request, container) !== null ? sessionId : null
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error
    return null
  }
}
