import type { Decision } from './endpoint'

/**
 * Replaces an answer by its altered form where its decision has one, before the decision is committed: record and wire then
 * show the same answer, and an event `answer_altered` names the deviation, with the status before. Findings are those of
 * the decision, and so are events and effects but where the altered answer grants less. Only an answer of a session can be
 * altered: its evidence has a place that records the change. Otherwise the decision itself comes back.
 * @param operation of the contract; `null` where no endpoint answered
 */
export function alterAnswer(decision: Decision, operation: string | null): Decision {
  const { sessionId, alternative } = decision
  if (sessionId === null || alternative === undefined) return decision
  const { alteration, reply, events = decision.events, effects = decision.effects, holdSeconds } = alternative
  const detail = { alteration, operation, decided_status: decision.reply.status }
  const held = holdSeconds === undefined ? {} : { holdSeconds }
  return { ...decision, ...held, reply, effects, events: events.concat({ type: 'answer_altered', detail }) }
}
