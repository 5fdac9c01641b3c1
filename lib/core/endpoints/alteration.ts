import type { Reply } from '../http/exchange'
import { alterationId, negativeTests } from '../oid4vp/negative'
import type { RequestContext } from '../request-context'
import type { Decision } from './endpoint'

/** An answer that is changed on purpose, so that one sees how a wallet takes it. */
export interface Alteration {
  /** Names it in evidence; permanent, like the id of a check. */
  readonly id: string
  /** The changed answer; `null` leaves it as it was decided. Never throws. */
  alter(decided: DecidedAnswer): Reply | null
}

/** A decision about a request of a session: only there is a place in evidence that says what was done. */
export interface DecidedAnswer {
  /** Operation of the contract; `null` where no endpoint answered. */
  readonly operation: string | null
  readonly decision: Decision & { readonly sessionId: NonNullable<Decision['sessionId']> }
  readonly context: RequestContext
}

/**
 * Applies alterations to a decision before it is committed: record and wire then show the same answer, and an event
 * `answer_altered` for each names it, with the status before. What was decided stays so: findings and effects are those of
 * the decision. Without an alteration that applies, the decision itself comes back.
 */
export function alterAnswer(
  decision: Decision,
  input: Pick<DecidedAnswer, 'operation' | 'context'> & { readonly alterations: readonly Alteration[] },
): Decision {
  const { operation, context, alterations } = input
  const { sessionId } = decision
  if (sessionId === null) return decision
  let altered: DecidedAnswer['decision'] = { ...decision, sessionId }
  let isAltered = false
  for (const { id, alter } of alterations) {
    const reply = alter({ operation, context, decision: altered })
    if (reply === null) continue
    const detail = { alteration: id, operation, decided_status: altered.reply.status }
    altered = { ...altered, reply, events: altered.events.concat({ type: 'answer_altered', detail }) }
    isAltered = true
  }
  return isAltered ? altered : decision
}

/** An answer that its endpoint made in two forms is sent as the test of its session wants it. */
const ofNegativeTest = (id: string): Alteration => ({
  id,
  alter: ({ decision: { alternative } }) => (alternative?.alteration === id ? alternative.reply : null),
})

/** All of them: one for each test of what wallets have to refuse, or to take. */
export const alterations: readonly Alteration[] = negativeTests.map((test) => ofNegativeTest(alterationId(test)))
