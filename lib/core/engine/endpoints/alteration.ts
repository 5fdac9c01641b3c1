import type { Alternative, Decision } from './endpoint'
import type { RequestContext } from './request-context'

/** An answer that is changed on purpose, to see how a wallet reacts. */
export interface Alteration {
  /** Names it in evidence; permanent, like the id of a check. */
  readonly id: string
  /** The changed answer; `null` leaves it as it was decided. Never throws. */
  alter(decided: DecidedAnswer): Altered | null
}

/** The changed answer, with its own events and effects if they differ from those of the right answer. */
type Altered = Omit<Alternative, 'alteration'>

/** Only a request of a session can be altered: its evidence has a place that records the change. */
export interface DecidedAnswer {
  /** Operation of the contract; `null` where no endpoint answered. */
  readonly operation: string | null
  readonly decision: Decision & { readonly sessionId: NonNullable<Decision['sessionId']> }
  readonly context: RequestContext
}

/**
 * Applies alterations to a decision before it is committed: record and wire then show the same answer, and an event
 * `answer_altered` for each names it, with the status before. Findings are those of the decision, and so are events and
 * effects but where the changed answer grants less. Without an alteration that applies, the decision itself comes back.
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
    const changed = alter({ operation, context, decision: altered })
    if (changed === null) continue
    const { reply, events = altered.events, effects = altered.effects, holdSeconds } = changed
    const detail = { alteration: id, operation, decided_status: altered.reply.status }
    const held = holdSeconds === undefined ? {} : { holdSeconds }
    altered = { ...altered, ...held, reply, effects, events: events.concat({ type: 'answer_altered', detail }) }
    isAltered = true
  }
  return isAltered ? altered : decision
}

/** Sends the altered form of an answer if the test of the session calls for it. */
export const ofTest = (id: string): Alteration => ({
  id,
  alter: ({ decision: { alternative } }) => (alternative?.alteration === id ? alternative : null),
})
