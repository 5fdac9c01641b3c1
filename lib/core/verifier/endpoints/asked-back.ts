import type { EventDraft } from '../../engine/endpoints/decided'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import type { SessionId } from '../../shared/ports/ids'
import type { PresentationSession } from '../../shared/ports/store-types'
import { type StatusName, statusName } from '../../shared/status/status-bits'
import { isOfPresentation } from '../history/verifier-history'
import type { ResponseReading } from '../read/response/response-reading'

/**
 * The issuance whose deviating credential a session requests, to see whether the wallet kept it; `null` for any other
 * session.
 */
export async function followedIssuance(
  { options }: Pick<PresentationSession, 'options'>,
  { ports, collaborators }: Pick<RequestContext, 'ports' | 'collaborators'>,
): Promise<SessionId | null> {
  const followed = await loadSession('issuance', options.follows ?? '', ports)
  return followed !== null && collaborators.showsLater(followed) ? followed.sessionId : null
}

/**
 * Events for that issuance: the response presents its credential, presents another one, or ends the session with an
 * error. Empty if it shows neither.
 */
export function askedBackEvents(
  issuance: SessionId,
  answer: readonly EventDraft[],
  { session: { sessionId }, presentations }: Pick<ResponseReading, 'session' | 'presentations'>,
): EventDraft[] {
  const known = answer
    .filter(isOfPresentation)
    .flatMap(({ detail }) => (typeof detail.issued_before === 'boolean' ? [detail.issued_before] : []))
  const isError = answer.some(({ type, detail }) => type === 'vp_wallet_error_received' && detail.consumed === true)
  if (known.length === 0 && !isError) return []
  const status = statusOf(issuance, presentations)
  const detail = {
    presented: known.includes(true),
    presentation_session_id: sessionId,
    ...(status === null ? {} : { status }),
  }
  return [{ type: 'credential_asked_back', detail, sessionId: issuance }]
}

/** Worst status of the credentials from this issuance, per its own lists; `null` if none came back. */
function statusOf(issuance: SessionId, presentations: ResponseReading['presentations']): StatusName | null {
  const names = presentations
    .flatMap(({ statuses }) => statuses)
    .flatMap((lookup) =>
      lookup.read && lookup.ownSession === issuance && lookup.value !== null ? [statusName(lookup.value)] : [],
    )
  return (['invalid', 'suspended', 'valid'] as const).find((name) => names.includes(name)) ?? null
}
