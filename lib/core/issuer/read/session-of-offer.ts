import { loadSession } from '../../engine/sessions/load-session'
import { digestOf } from '../../ground/ports/digests'
import type { Ports } from '../../ground/ports/ports'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { asOffered } from './later-offer'

/** The session that an offer belongs to, as that offer grants it; `null` for an unknown one. Throws StoreUnavailable. */
export async function sessionOfOffer(
  offerId: string,
  ports: Pick<Ports, 'store' | 'sha256'>,
): Promise<IssuanceSession | null> {
  const first = await ports.store.sessionByOffer(offerId)
  if (first !== null) return first
  const later = await ports.store.oneTimeValue('laboratory_offer', digestOf(offerId, ports.sha256))
  const session = later && (await loadSession('issuance', later.sessionId ?? '', ports))
  return later && session && asOffered(session, later)
}
