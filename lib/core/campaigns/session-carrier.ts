import type { SessionEvidence } from '../engine/sessions/session-evidence'
import { channelOf } from '../verifier/deviations'
import type { Carrier } from '../verifier/read/carrier'

/** What carried what came last of the wallet, as a member; none for a request by link. What nothing shows is no browser. */
export function carrierMember({ session, events }: Pick<SessionEvidence, 'session' | 'events'>): {
  readonly carrier?: Carrier
} {
  if (session.kind !== 'presentation' || channelOf(session) === 'url') return {}
  const last = events.findLast(({ type, detail }) => detail.carrier !== undefined && !isOfPage(type))
  return { carrier: last?.detail.carrier === 'browser' ? 'browser' : 'emulated' }
}

/** The request is fetched, and the call begins, before any wallet is asked. */
const isOfPage = (type: string): boolean =>
  ['vp_dc_api_request_delivered', 'vp_dc_api_started', 'vp_dc_api_left', 'vp_dc_api_unsupported'].includes(type)
