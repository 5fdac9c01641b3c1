import type { SessionEvidence } from '../engine/sessions/session-evidence'
import type { StoredEvent } from '../ground/ports/store-types'
import { channelOf } from '../verifier/deviations'
import type { Carrier } from '../verifier/read/carrier'

/** Events of what a wallet did, or a browser without one. */
const outcomes: readonly StoredEvent['type'][] = [
  'vp_presentation_response_received',
  'vp_wallet_error_received',
  'vp_dc_api_failed',
]

/** What carried what came last of a call, as a member; none for a request by link. What nothing shows is no browser. */
export function carrierMember({ session, events }: Pick<SessionEvidence, 'session' | 'events'>): {
  readonly carrier?: Carrier
} {
  if (session.kind !== 'presentation' || channelOf(session) === 'url') return {}
  const last = events.findLast(({ type }) => outcomes.includes(type))
  return { carrier: last?.detail.carrier === 'browser' ? 'browser' : 'emulated' }
}
