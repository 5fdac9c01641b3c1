import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/ground/ports/errors'
import type { PocketBaseClient } from '../client/client'
import { type BatchItem, type BatchReply, createGroupCommit, type GroupCommit } from './group-commit'

const batchItemsMax = 200
/** Far below the 64 MiB that the hook route accepts. */
const batchCharactersMax = 8 * 1024 * 1024
const waitingMax = 2000
/**
 * How many exchanges without a session are kept, as a multiple of the ledger's size: a later request may still bind
 * them.
 */
const unboundPerLedger = 10
/** The number of commits between two clean-ups. */
const trimEvery = 500

const zReply = z.object({
  state: z.string(),
  soleWriter: z.boolean(),
  results: z.array(
    z.union([
      z.object({ status: z.literal('committed') }),
      z.object({ status: z.literal('lost'), effects: z.array(z.number()), alreadyStored: z.array(z.string()) }),
    ]),
  ),
})

/** The outcome of a commit. A lost one names the kinds of values that it assumed to be new but that were already stored. */
type Written = z.infer<typeof zReply>['results'][number] & { readonly soleWriter: boolean }

/**
 * Creates the group commit through the hook route. Every `trimEvery` commits, a batch also deletes surplus exchanges
 * without a session. After each batch, and before any caller gets a result, `onState` gets the storage's name for its
 * state. `soleWriter` is true if only this process has written since it last got a state.
 */
export function createCommitWriter(
  client: PocketBaseClient,
  options: {
    readonly ledgerSize: number
    readonly timeoutMillis: number
    readonly onState: (state: string, soleWriter: boolean) => void
  },
): GroupCommit<Written> {
  let sinceTrim = 0
  let state = ''
  const send = async (items: readonly BatchItem[]): Promise<BatchReply<Written>> => {
    sinceTrim += items.length
    const trim = sinceTrim >= trimEvery
    if (trim) sinceTrim = 0
    const keep = trim ? String(options.ledgerSize * unboundPerLedger) : ''
    // Each item is JSON already.
    const body = `{"state":${JSON.stringify(state)},"keep":"${keep}","items":[${items.map(({ text }) => text).join()}]}`
    const reply = await client.request({
      method: 'POST',
      path: '/api/internal/evidence/commit',
      body,
      repeatable: items.every((item) => item.repeatable),
    })
    if (reply.status === 200) {
      const { results, soleWriter, ...told } = zReply.parse(JSON.parse(reply.text))
      state = told.state
      options.onState(state, soleWriter)
      return { status: 'written', results: results.map((result) => ({ ...result, soleWriter })) }
    }
    if (reply.status >= 400 && reply.status < 500) return { status: 'refused', reason: reply.text }
    throw new StoreUnavailable(`PocketBase could not write: status ${reply.status}.`)
  }
  return createGroupCommit<Written>({
    send,
    itemsMax: batchItemsMax,
    charactersMax: batchCharactersMax,
    waitingMax,
    timeoutMillis: options.timeoutMillis,
  })
}
