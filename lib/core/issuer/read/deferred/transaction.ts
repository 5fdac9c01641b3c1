import type { StoredEvent } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'

/** What becomes of a deferred credential. `lose`: its `transaction_id` is not known any more. */
export const transactionOutcomes = ['issue', 'deny', 'lose'] as const
export type TransactionOutcome = (typeof transactionOutcomes)[number]

/** What a deferred credential request was told; `refused`: a check refused it. */
export type PollResult = 'pending' | 'issued' | 'denied' | 'lost' | 'refused'

/** Whether an event tells of a response after which a wallet has no reason to come back. OID4VCI-1FINAL-9.1, 9.3 */
export const endsTransaction = ({ type, detail }: StoredEvent): boolean =>
  type === 'deferred_polled' && (detail.result === 'issued' || detail.result === 'denied')

/** A deferred issuance, as the events of its session tell it. OID4VCI-1FINAL-9 */
export interface Transaction {
  /** SHA-256 of its `transaction_id`, base64url. */
  readonly digest: string
  /**
   * `pending`: nobody has decided. `issue`, `deny`, `lose`: the tester has, and the wallet does not know yet. `issued`,
   * `denied`, `lost`: the wallet was told.
   */
  readonly state: 'pending' | TransactionOutcome | 'issued' | 'denied' | 'lost'
  /** How many deferred credential requests no check refused. */
  readonly polls: number
  /** Since when the wallet waits, and how long it was told to, in seconds; `null`: it was not told. */
  readonly waits: { readonly since: EpochMillis; readonly seconds: number | null }
}

/** The deferred issuances of a session, oldest first. */
export function transactionsOf(events: readonly StoredEvent[]): Transaction[] {
  const found = new Map<unknown, Transaction>()
  for (const { type, at, detail } of events) {
    const { transaction: digest, interval } = detail
    const waits = { since: at, seconds: typeof interval === 'number' ? interval : null }
    const known = found.get(digest)
    if (type === 'credential_deferred' && typeof digest === 'string')
      found.set(digest, { digest, state: 'pending', polls: 0, waits })
    if (known === undefined) continue
    if (type === 'deferred_decided' && known.state === 'pending')
      found.set(digest, { ...known, state: detail.outcome as TransactionOutcome })
    if (type === 'deferred_polled' && detail.result !== 'refused')
      found.set(digest, polled(known, detail.result, waits))
  }
  return [...found.values()]
}

const polled = (known: Transaction, result: unknown, waits: Transaction['waits']): Transaction => {
  const polls = known.polls + 1
  return result === 'pending'
    ? { ...known, polls, waits }
    : { ...known, polls, state: result as Exclude<PollResult, 'pending' | 'refused'> }
}

/** What the next deferred credential request of a transaction is told, if no check refuses it. */
export function nextResult(
  { state, polls }: Pick<Transaction, 'state' | 'polls'>,
  { pending, outcome }: { readonly pending: number; readonly outcome: TransactionOutcome },
): Exclude<PollResult, 'refused'> {
  if (state === 'pending') return polls < pending ? 'pending' : results[outcome]
  return state === 'issue' || state === 'deny' || state === 'lose' ? results[state] : state
}

const results = { issue: 'issued', deny: 'denied', lose: 'lost' } as const
