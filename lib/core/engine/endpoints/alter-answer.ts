import type { Decision } from './endpoint'

/**
 * Replaces a response by its altered form, if the decision has one, before it is committed, so that record and wire
 * agree. An `answer_altered` event names the deviation and the original status. Findings, events and effects stay those
 * of the decision, unless the altered response grants less and lists its own. Only responses within a session can be
 * altered, because the session's evidence records the change; other decisions are returned unchanged.
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
