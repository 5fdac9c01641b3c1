import { z } from 'zod'
import type { OneTimeValue, StoredEvent } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import { isObject, type JsonObject } from '../../../shared/values/json'
import type { HolderKey } from '../proof/proofs-reading'

/** Decisions on a deferred credential. `lose`: forget its `transaction_id`. */
export const transactionOutcomes = ['issue', 'deny', 'lose'] as const

export type TransactionOutcome = (typeof transactionOutcomes)[number]

/** Result of a deferred credential request; `refused`: by a check. */
export type PollResult = 'pending' | 'issued' | 'denied' | 'lost' | 'refused'

/** True for a response after which a wallet has no reason to poll again. OID4VCI-1FINAL-9.1, 9.3 */
export const endsTransaction = ({ type, detail }: StoredEvent): boolean =>
  type === 'deferred_polled' && (detail.result === 'issued' || detail.result === 'denied')

/** A deferred issuance, derived from session events. OID4VCI-1FINAL-9 */
export interface Transaction {
  /** SHA-256 of its `transaction_id`, base64url. */
  readonly digest: string
  /**
   * `pending`: undecided. `issue`, `deny`, `lose`: decided by the tester, unknown to the wallet. `issued`, `denied`,
   * `lost`: the wallet has been told.
   */
  readonly state: 'pending' | TransactionOutcome | 'issued' | 'denied' | 'lost'
  /** Deferred credential requests that passed all checks. */
  readonly polls: number
  /** Start of the wait and requested interval in seconds; `null`: no interval given. */
  readonly waits: { readonly since: EpochMillis; readonly seconds: number | null }
}

/** Deferred issuances of a session, oldest first. */
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

/** Result of the next deferred credential request, if no check refuses it. */
export function nextResult(
  { state, polls }: Pick<Transaction, 'state' | 'polls'>,
  { pending, outcome }: { readonly pending: number; readonly outcome: TransactionOutcome },
): Exclude<PollResult, 'refused'> {
  if (state === 'pending') return polls < pending ? 'pending' : results[outcome]
  return state === 'issue' || state === 'deny' || state === 'lose' ? results[state] : state
}

const results = { issue: 'issued', deny: 'denied', lose: 'lost' } as const

/** Stored part of a deferred request: no proof, only the public keys it proved. */
export interface DeferredRequest {
  readonly configurationId: string
  readonly keys: readonly HolderKey[]
  /** Dataset number of its credential_identifier; `null` without one. */
  readonly dataset: number | null
}

/** Serializes it for the row of its `transaction_id` digest. */
export const toTransactionData = ({ configurationId, dataset, keys }: DeferredRequest): JsonObject => ({
  credential_configuration_id: configurationId,
  dataset,
  keys: keys.map(({ jwk, kid, thumbprint }) => ({ jwk, kid, thumbprint })),
})

/** Reads it back from the row. */
export const deferredRequest = (value: OneTimeValue): DeferredRequest => ({
  configurationId: String(value.data.credential_configuration_id),
  keys: keysOf(value),
  dataset: typeof value.data.dataset === 'number' ? value.data.dataset : null,
})

/** Keys to bind its credentials to. */
export const keysOf = ({ data: { keys } }: Pick<OneTimeValue, 'data'>): HolderKey[] =>
  Array.isArray(keys) ? keys.filter(isObject).map((key) => key as unknown as HolderKey) : []

/** Body of `POST /sessions/{sessionId}/laboratory/transactions`. */
export const zTransactionDecision = z
  .looseObject({
    transaction: z
      .string()
      .meta({ description: 'SHA-256 of the transaction_id, as the read-back of the session has it.' }),
    outcome: z.enum(transactionOutcomes).meta({
      description:
        'What the next deferred credential request is told: issue and deny as they say, lose invalid_transaction_id.',
    }),
  })
  .meta({ id: 'TransactionDecision' })

/** A deferred issuance in the read-back of its session. */
export const zTransactionView = z
  .object({
    transaction: z.string().meta({ description: 'SHA-256 of the transaction_id, base64url.' }),
    state: z.enum(['pending', ...transactionOutcomes, 'issued', 'denied', 'lost']).meta({
      description:
        'pending: undecided. issue, deny, lose: decided, and the wallet does not know yet. Else what it was told.',
    }),
    polls: z.int().meta({ description: 'Deferred credential requests that no check refused.' }),
  })
  .meta({ id: 'Transaction' })
