import { StoreUnavailable } from '@/lib/core/errors'
import type { PocketBaseClient } from './client'
import { requireOk } from './list-records'

/** Runs one action of pb_hooks/scoreboard and answers what it gives. Throws StoreUnavailable when it is not carried out. */
export async function act(client: PocketBaseClient, action: string, body: unknown): Promise<unknown> {
  const path = `/api/internal/scoreboard/${action}`
  const reply = await client.request({ method: 'POST', path, body: JSON.stringify(body) })
  if (reply.status >= 400)
    throw new StoreUnavailable(`PocketBase answered ${action} with status ${reply.status}: ${reply.text.slice(0, 300)}`)
  return requireOk(reply)
}
