import { errorStatus, ProtocolError, StoreUnavailable } from '@/lib/core/errors'
import type { Exchange, HeaderField, Reply } from '@/lib/core/http/exchange'
import { jsonReply, membersOf } from '@/lib/core/http/reply'
import { SchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'

/** Turns what was thrown into the answer: the one place that reads the status table for errors outside a judged endpoint. */
export function errorReply(error: unknown): Reply {
  if (error instanceof ProtocolError) {
    const headers = error.headers.map(([name, value]): HeaderField => [name, value])
    const body = { error: error.code, error_description: error.description, ...error.members }
    return jsonReply(errorStatus[error.code], body, headers)
  }
  if (error instanceof StoreUnavailable) {
    const description = 'The evidence store does not answer; nothing was done. Try again in a few seconds.'
    return jsonReply(503, { error: 'temporarily_unavailable', error_description: description }, [['Retry-After', '5']])
  }
  if (error instanceof SchedulerUnavailable) {
    const description = 'Temporal does not answer, and aggregations run there; everything else goes on without it.'
    return jsonReply(503, { error: 'temporal_unavailable', error_description: description }, [['Retry-After', '5']])
  }
  const description = 'Something on our side failed. The request is not your fault; please report it with its time.'
  return jsonReply(500, { error: 'server_error', error_description: description })
}

/** Wallets are told by OAuth's own code; operators by what it is that does not answer. */
const storeUnavailable = new ProtocolError(
  'store_unavailable',
  'PocketBase does not answer; nothing was changed. Try again in a few seconds.',
  {},
  [['Retry-After', '5']],
)

/** An error of the operator's side: the sentence once more where other clients look for it, and an id to ask about. */
export const operatorErrorReply = (error: unknown, exchange: Pick<Exchange, 'id'>): Reply =>
  toOperatorReply(errorReply(error instanceof StoreUnavailable ? storeUnavailable : error), exchange)

/** Gives an Error answer the members that it has on the operator's side. */
export function toOperatorReply(reply: Reply, exchange: Pick<Exchange, 'id'>): Reply {
  const { error, error_description: message, ...rest } = membersOf(reply)
  const value = { error, error_description: message, message, request_id: exchange.id, ...rest }
  return { ...reply, body: { kind: 'json', value } }
}
