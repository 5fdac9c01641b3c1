import { StoreUnavailable } from '@/lib/core/errors'

/** One commit as it travels: text, written once, and whether a second try would find the first. */
export interface BatchItem {
  readonly json: string
  /** What goes behind the JSON of all items of a batch. */
  readonly texts: string
  readonly repeatable: boolean
}

/** What storage said to a batch: one result per item, or that it does not accept the batch as it is. */
export type BatchReply<Result> =
  | { readonly status: 'written'; readonly results: readonly Result[] }
  | { readonly status: 'refused'; readonly reason: string }

export interface GroupCommitOptions<Result> {
  /** Writes a batch durably. Throws StoreUnavailable when nobody can tell whether it was written. */
  readonly send: (items: readonly BatchItem[]) => Promise<BatchReply<Result>>
  readonly itemsMax: number
  /** Bound of the text of one batch, in characters; a single larger item travels alone. */
  readonly charactersMax: number
  /** How many commits may wait. Beyond it a commit is refused at once: the caller answers 503. */
  readonly waitingMax: number
  /** How long a commit may wait for its turn and its answer. */
  readonly timeoutMillis: number
}

export interface GroupCommit<Result> {
  /** Resolves when the item is on disk. Throws StoreUnavailable, or an Error when storage refuses this very item. */
  add(item: BatchItem): Promise<Result>
  /** Waits for what is on its way; whatever is added later is refused. */
  close(): Promise<void>
}

interface Waiting<Result> {
  readonly item: BatchItem
  /** True once somebody was told how it ended; an item that waited too long is then not even sent. */
  settled: boolean
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/**
 * Collects commits while one batch is in flight and sends them together when it is done; sends at once when idle.
 * So one flush to disk serves many exchanges, and a lone exchange never waits for others.
 */
export function createGroupCommit<Result>(options: GroupCommitOptions<Result>): GroupCommit<Result> {
  let waiting: Waiting<Result>[] = []
  let busy = false
  let closed = false
  let idle: () => void = () => undefined

  /** Takes the next batch off the queue, without those that nobody waits for any more. */
  const takeBatch = (): Waiting<Result>[] => {
    const batch: Waiting<Result>[] = []
    let characters = 0
    let taken = 0
    for (const entry of waiting) {
      if (!entry.settled) {
        characters += entry.item.json.length + entry.item.texts.length
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
      if (result === undefined) entry.reject(new Error('Storage answered with fewer results than items.'))
      else entry.resolve(result)
    })
  }

  /** One item that storage refuses must not fail the others: they are sent again, each alone. */
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
          entry.reject(new StoreUnavailable('Storage is too slow: no answer to a commit in time.'))
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
