import type { Decision } from './endpoint'

/**
 * Replaces an answer by its altered form, if its decision has one, before the decision is committed, so that record and
 * wire show the same answer. An event `answer_altered` names the deviation and the original status. Findings, events
 * and effects stay those of the decision, unless the altered answer grants less and lists its own. Only the answer of a
 * session can be altered, because the session's evidence records the change; otherwise the decision is returned as is.
 * @param operation of the contract; `null` if no endpoint answered
 */
export function alterAnswer(decision: Decision, operation: string | null): Decision {
  const { sessionId, alternative } = decision
  if (sessionId === null || alternative === undefined) return decision
  const { alteration, reply, events = decision.events, effects = decision.effects, holdSeconds } = alternative
  const detail = { alteration, operation, decided_status: decision.reply.status }
  const held = holdSeconds === undefined ? {} : { holdSeconds }
  const handedOut = [...(decision.handedOut ?? []), ...(alternative.handedOut ?? [])]
  return {
    ...decision,
    ...held,
    ...(handedOut.length === 0 ? {} : { handedOut }),
    reply,
    effects,
    events: events.concat({ type: 'answer_altered', detail }),
  }
}
