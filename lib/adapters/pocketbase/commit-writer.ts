import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/errors'
import type { CommitOutcome } from '@/lib/core/store-types'
import type { PocketBaseClient } from './client'
import { type BatchItem, type BatchReply, createGroupCommit, type GroupCommit } from './group-commit'

const batchItemsMax = 200
/** The hook route accepts 64 MiB. */
const batchCharactersMax = 8 * 1024 * 1024
const waitingMax = 2000
/** Exchanges without a session that are kept, as a multiple of the ledger: a later request may still bind them. */
const unboundPerLedger = 10
/** After how many commits the surplus is cleared away. */
const trimEvery = 500

const zResults = z.object({
  results: z.array(
    z.union([
      z.object({ status: z.literal('committed') }),
      z.object({ status: z.literal('lost'), effects: z.array(z.number()) }),
    ]),
  ),
})

/** Group commit over the hook route. Every so often a batch also clears away surplus exchanges without a session. */
export function createCommitWriter(
  client: PocketBaseClient,
  options: { readonly ledgerSize: number; readonly timeoutMillis: number },
): GroupCommit<CommitOutcome> {
  let sinceTrim = 0
  const send = async (items: readonly BatchItem[]): Promise<BatchReply<CommitOutcome>> => {
    sinceTrim += items.length
    const trim = sinceTrim >= trimEvery
    if (trim) sinceTrim = 0
    const keep = options.ledgerSize * unboundPerLedger
    const head = `{"items":[${items.map(({ json }) => json).join(',')}]${trim ? `,"trim":{"keep":${keep}}` : ''}}`
    const body = `${head}\n${items.map(({ texts }) => texts).join('')}`
    const reply = await client.request({
      method: 'POST',
      path: '/api/internal/evidence/commit',
      body,
      repeatable: items.every((item) => item.repeatable),
    })
    if (reply.status === 200) return { status: 'written', results: zResults.parse(JSON.parse(reply.text)).results }
    if (reply.status >= 400 && reply.status < 500) return { status: 'refused', reason: reply.text }
    throw new StoreUnavailable(`PocketBase could not write: status ${reply.status}.`)
  }
  return createGroupCommit<CommitOutcome>({
    send,
    itemsMax: batchItemsMax,
    charactersMax: batchCharactersMax,
    waitingMax,
    timeoutMillis: options.timeoutMillis,
  })
}
