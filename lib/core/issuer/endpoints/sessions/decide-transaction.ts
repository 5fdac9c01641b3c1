import { plain } from '../../../engine/endpoints/endpoint'
import { readJsonBody } from '../../../ground/http/read-json'
import { jsonReply } from '../../../ground/http/reply'
import { ProtocolError } from '../../../ground/ports/errors'
import { transactionOutcomes, transactionsOf } from '../../read/deferred/transaction'
import { zTransactionDecision } from '../../read/deferred/z-transaction'
import { onlyDecision } from '../deferred-decision'
import { requireIssuerSession } from './issuer-session'

/**
 * `POST /sessions/{sessionId}/laboratory/transactions`: what becomes of a deferred credential. The next deferred request is
 * told so. Throws `transaction_not_found`, and `transaction_decided` once it was decided or its wallet was told.
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
