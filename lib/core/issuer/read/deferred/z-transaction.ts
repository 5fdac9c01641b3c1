import { z } from 'zod'
import { transactionOutcomes } from './transaction'

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

/** A deferred issuance, as the read-back of its session shows it. */
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
