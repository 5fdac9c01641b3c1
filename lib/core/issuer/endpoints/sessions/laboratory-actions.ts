import type { EventDraft } from '../../../engine/endpoints/decided'
import { type PlainAnswer, plain } from '../../../engine/endpoints/endpoint'
import type { Exchange } from '../../../shared/http/exchange'
import { readJsonBody } from '../../../shared/http/read-json'
import { jsonReply } from '../../../shared/http/reply'
import { ProtocolError } from '../../../shared/ports/errors'
import type { IssuanceSession, StoredEvent } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import { completeLaboratory } from '../../configurations/laboratory/laboratory-options'
import { transactionOutcomes, transactionsOf, zTransactionDecision } from '../../read/deferred/transaction'
import { laboratoryEnd } from '../../read/laboratory'
import { statusEntries, statusesDetail, zStatusChange } from '../../read/status/status-entries'
import { onlyDecision } from '../defer-credentials'
import { requireIssuerSession } from './get-session'

/** Maximum status changes per session. */
const changesMax = 1000

/**
 * `POST /sessions/{sessionId}/laboratory/statuses`: revokes, suspends or restores one or all credentials; idempotent.
 * Throws `status_not_found` for an unknown entry, `status_final` for a revoked one.
 * @see ARF Annex 2, VCR_04
 */
export const changeStatuses = plain(async (context) => {
  const session = await requireIssuerSession(context)
  const asked = readChange(context.exchange)
  const events = await context.ports.store.events(session.sessionId)
  return changeStatusesOf(session, { asked, events, now: context.exchange.at })
})

type StatusChange = ReturnType<typeof readChange>

function readChange(exchange: Exchange) {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const read = zStatusChange.safeParse(body.ok ? body.value : null)
  if (read.success) return read.data
  throw new ProtocolError(
    'invalid_request',
    'Send a JSON object with list, index and status, or with all true and status: valid, invalid or suspended.',
  )
}

/** Changes entries of a session's lists; throws like `changeStatuses`. */
function changeStatusesOf(
  session: IssuanceSession,
  {
    asked,
    events,
    now,
  }: { readonly asked: StatusChange; readonly events: readonly StoredEvent[]; readonly now: EpochMillis },
): PlainAnswer {
  const { laboratory, sessionId } = session
  const lists = laboratory === undefined ? null : completeLaboratory(laboratory.options).status
  if (laboratory === undefined || lists === null)
    throw new ProtocolError('status_not_found', 'The issuer of this session has no status lists.')
  if (laboratoryEnd(laboratory, events) <= now)
    throw new ProtocolError('session_ended', 'The issuer of this session has ended, and its lists with it.')
  const { status } = asked
  if (status === 'suspended' && lists.bits === 1)
    throw new ProtocolError('invalid_request', 'A list with 1 bit an entry has no value for suspended.', {
      member: '/status',
      legal_values: ['valid', 'invalid'],
    })
  const entries = statusEntries(events).filter(
    ({ list, index }) => 'all' in asked || (list === asked.list && index === asked.index),
  )
  if (entries.length === 0) throw new ProtocolError('status_not_found', 'No credential was issued with this entry.')
  const after = entries.map((entry) => (entry.status === 'invalid' ? entry : { ...entry, status }))
  const changed = after.filter((entry, place) => entry.status !== entries[place]?.status)
  if (changed.length === 0 && after.some((entry) => entry.status !== status))
    throw new ProtocolError('status_final', 'A revoked credential stays revoked: only a suspension can be taken back.')
  if (events.filter(({ type }) => type === 'status_changed').length >= changesMax)
    throw new ProtocolError('too_many_requests', `The statuses of a session change at most ${changesMax} times.`)
  return {
    reply: jsonReply(200, statusesDetail(after)),
    sessionId,
    ...(changed.length === 0
      ? {}
      : {
          events: [
            {
              type: 'status_changed',
              detail: 'all' in asked ? { all: status, count: changed.length } : statusesDetail(changed),
            },
          ],
        }),
  }
}

/**
 * A change that revokes all credentials of a session; none if there is nothing to revoke. Throws `session_ended` once
 * the lists are no longer served.
 */
export function revocationOf(
  session: IssuanceSession,
  events: readonly StoredEvent[],
  now: EpochMillis,
): readonly EventDraft[] {
  if (statusEntries(events).every(({ status }) => status === 'invalid')) return []
  const { events: changes = [] } = changeStatusesOf(session, { asked: { all: true, status: 'invalid' }, events, now })
  return changes.map((change) => ({ ...change, sessionId: session.sessionId }))
}

/**
 * `POST /sessions/{sessionId}/laboratory/transactions`: decides a deferred credential; the next deferred request gets
 * the result. Throws `transaction_not_found`, and `transaction_decided` once it is decided or the wallet has its
 * result.
 */
export const decideTransaction = plain(async (context) => {
  const session = await requireIssuerSession(context)
  const body = readJsonBody(context.exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const read = zTransactionDecision.safeParse(body.ok ? body.value : null)
  if (!read.success)
    throw new ProtocolError(
      'invalid_request',
      `Send a JSON object with the members transaction, a text, and outcome: ${transactionOutcomes.join(', ')}.`,
    )
  const { transaction, outcome } = read.data
  const { sessionId } = session
  const found = transactionsOf(await context.ports.store.events(sessionId)).find(({ digest }) => digest === transaction)
  if (found === undefined)
    throw new ProtocolError('transaction_not_found', 'The session has deferred no credential under this transaction.')
  if (found.state !== 'pending')
    throw new ProtocolError('transaction_decided', 'This transaction was decided: its outcome stays.')
  return {
    reply: jsonReply(200, { transaction, state: outcome, polls: found.polls }),
    sessionId,
    events: [{ type: 'deferred_decided', detail: { transaction, outcome } }],
    effects: [onlyDecision({ transaction, sessionId }, context)],
  }
})
