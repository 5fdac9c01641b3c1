import { ClientResponseError } from 'pocketbase'
import { z } from 'zod'
import { version } from '@/pb_hooks/version.json'
import { describeSdkError, type PocketBaseClient } from '../client/client'

/** Hooks of earlier versions have no version. */
const zDurability = z.object({ synchronous: z.number(), journalMode: z.string(), hooks: z.string().nullish() })

/**
 * Verifies at start that PocketBase is configured, by our hooks, so that acknowledged writes survive a power loss.
 * Throws an error with one sentence if it is not, or if the server runs without our hooks or with those of another version,
 * which would refuse every commit.
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
  const { synchronous, journalMode, hooks } = zDurability.parse(answer)
  if (synchronous < 2 || journalMode !== 'wal')
    throw new Error(
      `PocketBase at ${url} acknowledges writes before they are on disk (synchronous=${synchronous}, journal_mode=${journalMode}): evidence could be lost.`,
    )
  if (hooks !== version)
    throw new Error(
      `PocketBase at ${url} runs hooks of another version (${hooks ?? 'none given'}, expected ${version}): restart it with the pb_hooks and pb_migrations of this version of Wallet Capture.`,
    )
}
