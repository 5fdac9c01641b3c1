import { faultAlteration, issuanceFaults } from '../oid4vci/faults'
import { alterationId, negativeTests } from '../oid4vp/negative'
import type { RequestContext } from '../request-context'
import type { Alternative, Decision } from './endpoint'

/** An answer that is changed on purpose, so that one sees how a wallet takes it. */
export interface Alteration {
  /** Names it in evidence; permanent, like the id of a check. */
  readonly id: string
  /** The changed answer; `null` leaves it as it was decided. Never throws. */
  alter(decided: DecidedAnswer): Altered | null
}

/** The changed answer, and what it leaves behind where that is not what the right one does. */
type Altered = Omit<Alternative, 'alteration'>

/** A decision about a request of a session: only there is a place in evidence that says what was done. */
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
    const { reply, events = altered.events, effects = altered.effects } = changed
    const detail = { alteration: id, operation, decided_status: altered.reply.status }
    altered = { ...altered, reply, effects, events: events.concat({ type: 'answer_altered', detail }) }
    isAltered = true
  }
  return isAltered ? altered : decision
}

/** An answer that its endpoint made in two forms is sent as the test of its session wants it. */
const ofTest = (id: string): Alteration => ({
  id,
  alter: ({ decision: { alternative } }) => (alternative?.alteration === id ? alternative : null),
})

/** All of them: one for each test of what wallets have to refuse, or to take. */
export const alterations: readonly Alteration[] = [
  ...negativeTests.map(alterationId),
  ...issuanceFaults.map(faultAlteration),
].map(ofTest)
