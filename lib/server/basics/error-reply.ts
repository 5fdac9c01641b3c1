import { isSchedulerUnavailable } from '@/lib/core/scoreboard/scheduler'
import type { Exchange, HeaderField, Reply } from '@/lib/core/shared/http/exchange'
import { jsonReply, membersOf } from '@/lib/core/shared/http/reply'
import { errorStatus, isProtocolError, isStoreUnavailable, ProtocolError } from '@/lib/core/shared/ports/errors'

/** What cannot run while Temporal is away. */
type Stopped = 'aggregations' | 'pipelines'

/**
 * Converts a thrown error to a response. This is the only place that reads the status table for errors outside a judged
 * endpoint. `stopped` names what the request was about, should Temporal be away.
 */
export function errorReply(error: unknown, stopped: Stopped = 'aggregations'): Reply {
  if (isProtocolError(error)) {
    const headers = error.headers.map(([name, value]): HeaderField => [name, value])
    const body = { error: error.code, error_description: error.description, ...error.members }
    return jsonReply(errorStatus[error.code], body, headers)
  }
  if (isStoreUnavailable(error)) {
    const description =
      'The evidence store does not respond or cannot write, so nothing was changed. Try again in a few seconds; /readyz says what is wrong.'
    return jsonReply(503, { error: 'temporarily_unavailable', error_description: description }, [['Retry-After', '5']])
  }
  if (isSchedulerUnavailable(error)) {
    const description = `Temporal is not responding, so ${stopped} cannot run; everything else works without it.`
    return jsonReply(503, { error: 'temporal_unavailable', error_description: description }, [['Retry-After', '5']])
  }
  const description = 'Something on our side failed. Please report it with the time of the request.'
  return jsonReply(500, { error: 'server_error', error_description: description })
}

/** Wallets get the OAuth error code; operators get the name of the part that is not responding. */
const storeUnavailable = new ProtocolError(
  'store_unavailable',
  'PocketBase does not respond or cannot write, so nothing was changed. Try again in a few seconds; /readyz says what is wrong.',
  {},
  [['Retry-After', '5']],
)

/**
 * An error on the operator's side: its sentence is repeated where other clients look for it, with an id for support.
 */
export const operatorErrorReply = (error: unknown, exchange: Pick<Exchange, 'id'>, stopped?: Stopped): Reply =>
  toOperatorReply(errorReply(isStoreUnavailable(error) ? storeUnavailable : error, stopped), exchange)

/** An error for clients of PocketBase: its sentence is repeated as `message`, which is all that they show. */
export function recordsErrorReply(error: unknown): Reply {
  const reply = errorReply(error)
  const members = membersOf(reply)
  return { ...reply, body: { kind: 'json', value: { message: members.error_description, ...members } } }
}

/** Adds the operator's members to an Error response. */
export function toOperatorReply(reply: Reply, exchange: Pick<Exchange, 'id'>): Reply {
  const { error, error_description: message, ...rest } = membersOf(reply)
  const value = { error, error_description: message, message, request_id: exchange.id, ...rest }
  return { ...reply, body: { kind: 'json', value } }
}

/** Name and first line only: a library's message may contain data from a wallet. */
export const nameOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}: ${error.message.split('\n')[0]} ${error.stack?.split('\n')[1]?.trim() ?? ''}`
    : 'unknown'
