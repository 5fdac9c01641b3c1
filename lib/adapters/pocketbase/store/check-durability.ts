import { ClientResponseError } from 'pocketbase'
import { z } from 'zod'
import { describeSdkError, type PocketBaseClient } from '../client/client'

const zDurability = z.object({ synchronous: z.number(), journalMode: z.string() })

/**
 * Verifies at start that PocketBase is configured, by our hooks, so that acknowledged writes survive a power loss.
 * Throws an error with one sentence if it is not, or if the server runs without our hooks. It does not compare the
 * version of the hooks.
 */
export async function checkDurability(client: PocketBaseClient, url: string): Promise<void> {
  let answer: unknown
  try {
    answer = await client.call('/api/internal/evidence/durability', { method: 'GET' })
  } catch (error) {
    if (error instanceof ClientResponseError && error.status === 404)
      throw new Error(`PocketBase at ${url} runs without the hooks of pb_hooks: start it with --hooksDir pb_hooks.`)
    throw describeSdkError(error, url)
  }
  const { synchronous, journalMode } = zDurability.parse(answer)
  if (synchronous < 2 || journalMode !== 'wal')
    throw new Error(
      `PocketBase at ${url} acknowledges writes before they are on disk (synchronous=${synchronous}, journal_mode=${journalMode}): evidence could be lost.`,
    )
}
