import type { Decision } from '../../engine/endpoints/endpoint'
import type { Refusal } from '../../engine/endpoints/refusal'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import type { SessionId } from '../../ground/ports/ids'
import { alterationName, deviationOf } from '../deviations'
import type { PlannedRefusal } from '../deviations/issuer-deviation'

/**
 * Attaches the session's planned refusal, if it has one for this request, as the alternative of a granted decision,
 * together with its effects. `refuse` builds it as for a request that a check refuses.
 */
export async function withPlannedRefusal(
  granted: Decision,
  {
    at,
    grant,
    sessionId,
    hasSpentNonce = false,
  }: {
    readonly at: PlannedRefusal['at']
    readonly grant?: string
    readonly sessionId: SessionId | null
    /** The proof has a nonce that was handed out as spent. */
    readonly hasSpentNonce?: boolean
  },
  { ports }: RequestContext,
  refuse: (refusal: Refusal) => Decision,
): Promise<Decision> {
  const session = await loadSession('issuance', sessionId ?? '', ports)
  const deviation = session && deviationOf(session)
  const planned = deviation?.changes.refusal
  if (!session || !deviation || planned?.at !== at) return granted
  if (planned.grant !== undefined && planned.grant !== grant) return granted
  if (planned.onlyOf === 'spent_nonce' && !hasSpentNonce) return granted
  const alteration = alterationName(deviation)
  const events = planned.once ? await ports.store.events(session.sessionId) : []
  if (events.some(({ type, detail }) => type === 'answer_altered' && detail.alteration === alteration)) return granted
  const { error, description, headers = (right) => right } = planned
  const checkId = deviation.expects === 'refusal' ? 'vci.fault.refused' : 'vci.fault.goes_on'
  const { reply, events: told, effects } = refuse({ checkId, error, description })
  // A nonce that the refusal calls invalid is spent.
  const spent = error === 'invalid_nonce' ? granted.effects.filter(spendsNonce) : []
  return {
    ...granted,
    alternative: {
      alteration,
      reply: { ...reply, headers: headers(reply.headers) },
      events: told,
      effects: [...effects, ...spent],
    },
  }
}

const spendsNonce = (effect: Decision['effects'][number]): boolean =>
  effect.type === 'consume' && effect.kind === 'c_nonce'
