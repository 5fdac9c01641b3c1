import { z } from 'zod'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { PocketBaseClient } from '../client/client'

/** One serialised commit, and whether a retry would recognise the first attempt. */
export interface BatchItem {
  readonly text: string
  readonly repeatable: boolean
}

/** Storage's answer to a batch: one result per item, or a refusal of the whole batch. */
export type BatchReply<Result> =
  | { readonly status: 'written'; readonly results: readonly Result[] }
  | { readonly status: 'refused'; readonly reason: string }

export interface GroupCommitOptions<Result> {
  /** Writes a batch durably. Throws StoreUnavailable when it is unknown whether it was written. */
  readonly send: (items: readonly BatchItem[]) => Promise<BatchReply<Result>>
  readonly itemsMax: number
  /** Maximum size of one batch in characters; a larger item is sent in a batch of its own. */
  readonly charactersMax: number
  /** Maximum number of waiting commits. Beyond it a commit fails at once, and the caller answers 503. */
  readonly waitingMax: number
  /** How long a commit may wait in total, in the queue and for its answer. */
  readonly timeoutMillis: number
}

export interface GroupCommit<Result> {
  /** Resolves when the item is on disk. Throws StoreUnavailable, or an Error if storage refuses this item. */
  add(item: BatchItem): Promise<Result>
  /** Waits for items in flight; refuses those added later. */
  close(): Promise<void>
}

interface Waiting<Result> {
  readonly item: BatchItem
  /** True once the caller has a result, or has given up; then the item is no longer sent. */
  settled: boolean
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/**
 * Collects commits while a batch is in flight and then sends them together; when idle, it sends at once. So one fsync
 * serves many exchanges, and a single exchange never waits for others.
 */
export function createGroupCommit<Result>(options: GroupCommitOptions<Result>): GroupCommit<Result> {
  let waiting: Waiting<Result>[] = []
  let busy = false
  let closed = false
  let idle: () => void = () => undefined

  /** Takes the next batch off the queue and drops items whose callers gave up. */
  const takeBatch = (): Waiting<Result>[] => {
    const batch: Waiting<Result>[] = []
    let characters = 0
    let taken = 0
    for (const entry of waiting) {
      if (!entry.settled) {
        characters += entry.item.text.length
        if (batch.length === options.itemsMax || (batch.length > 0 && characters > options.charactersMax)) break
        batch.push(entry)
      }
      taken++
    }
    waiting = waiting.slice(taken)
    return batch
  }

  const settle = (batch: readonly Waiting<Result>[], results: readonly Result[]): void => {
    batch.forEach((entry, index) => {
      const result = results[index]
      if (result === undefined) entry.reject(new Error('Storage responded with fewer results than items.'))
      else entry.resolve(result)
    })
  }

  /** One refused item must not fail the others, so each is sent again by itself. */
  const write = async (batch: readonly Waiting<Result>[]): Promise<void> => {
    try {
      const reply = await options.send(batch.map((entry) => entry.item))
      if (reply.status === 'written') settle(batch, reply.results)
      else if (batch.length === 1) batch[0]?.reject(new Error(`Storage refuses a commit. ${reply.reason}`))
      else for (const entry of batch) await write([entry])
    } catch (error) {
      const reason = error instanceof Error ? error : new StoreUnavailable(String(error))
      for (const entry of batch) entry.reject(reason)
    }
  }

  const run = async (): Promise<void> => {
    busy = true
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) await write(batch)
    busy = false
    idle()
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new StoreUnavailable('Storage is closed.'))
        if (waiting.length >= options.waitingMax)
          return reject(new StoreUnavailable('Storage is too slow: too many commits are waiting.'))
        const tooLate = (): void =>
          entry.reject(new StoreUnavailable('Storage is too slow: no response to a commit in time.'))
        const timer = setTimeout(tooLate, options.timeoutMillis)
        const once =
          <Value>(tell: (value: Value) => void) =>
          (value: Value): void => {
            entry.settled = true
            clearTimeout(timer)
            tell(value)
          }
        const entry: Waiting<Result> = { item, settled: false, resolve: once(resolve), reject: once(reject) }
        waiting.push(entry)
        if (!busy) void run()
      }),
    close: () =>
      new Promise((resolve) => {
        closed = true
        if (busy) idle = resolve
        else resolve()
      }),
  }
}

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
      // pb_hooks/evidence/writer.js says why.
      tokenHeader: 'x-superuser-token',
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
