import type { Decision } from './endpoint'

/**
 * Replaces the reply of a decision with its deviating one, if it has one, before the commit, so that record and wire
 * agree. An `answer_altered` event names the deviation and the original status. Findings, events and effects stay those
 * of the decision unless the deviating reply grants less and lists its own. Only replies within a session can deviate,
 * because the session's evidence records it; any other decision is returned unchanged.
 * @param operation of the contract; `null` if no endpoint answered
 */
export function applyDeviation(decision: Decision, operation: string | null): Decision {
  const { sessionId, deviating } = decision
  if (sessionId === null || deviating === undefined) return decision
  const { deviation, reply, events = decision.events, effects = decision.effects, holdSeconds } = deviating
  const detail = { alteration: deviation, operation, decided_status: decision.reply.status }
  const held = holdSeconds === undefined ? {} : { holdSeconds }
  const handedOut = [...(decision.handedOut ?? []), ...(deviating.handedOut ?? [])]
  return {
    ...decision,
    ...held,
    ...(handedOut.length === 0 ? {} : { handedOut }),
    reply,
    effects,
    events: events.concat({ type: 'answer_altered', detail }),
  }
}
