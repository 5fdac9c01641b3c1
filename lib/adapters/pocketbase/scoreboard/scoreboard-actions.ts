import { ProtocolError, StoreUnavailable } from '@/lib/core/ground/ports/errors'
import { isObject } from '@/lib/core/ground/values/json'
import type { PocketBaseClient } from '../client/client'
import { requireOk } from '../client/list-records'

/**
 * Runs one action of pb_hooks/scoreboard and returns its result. Throws ProtocolError if a column rejects a value, so
 * that nobody retries, and StoreUnavailable if the action fails for another reason.
 */
export async function act(client: PocketBaseClient, action: string, body: unknown): Promise<unknown> {
  const path = `/api/internal/scoreboard/${action}`
  const reply = await client.request({ method: 'POST', path, body: JSON.stringify(body) })
  const columns = reply.status === 400 ? refusedColumns(reply.text) : []
  if (columns.length > 0) {
    const details = columns.map((column) => ({ path: column, code: 'custom', message: 'cannot be kept' }))
    const description = 'A member is too long, or does not hold what it should; details names it.'
    throw new ProtocolError('invalid_request', description, { details })
  }
  if (reply.status >= 400)
    throw new StoreUnavailable(
      `PocketBase responded to ${action} with status ${reply.status}: ${reply.text.slice(0, 300)}`,
    )
  return requireOk(reply)
}

/** The columns that PocketBase names when it rejects a record. */
function refusedColumns(text: string): string[] {
  try {
    const answer: unknown = JSON.parse(text)
    return isObject(answer) && isObject(answer.data) ? Object.keys(answer.data) : []
  } catch {
    return []
  }
}
