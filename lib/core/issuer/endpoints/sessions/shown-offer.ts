import { digestOf } from '../../../ground/ports/digests'
import type { Ports } from '../../../ground/ports/ports'
import type { IssuanceSession } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import { buildDeeplink, offerUrl } from '../../read/credential-offer'
import { offerName } from '../../read/later-offer'
import { sessionOfOffer } from '../../read/session-of-offer'
import { transactionCode } from '../../read/transaction-code'
import type { LaboratoryOffer } from '../../read/z-laboratory-offer'
import { offerHandle } from './grant-offer-handle'

/** An offer of a session as whoever shows it to a wallet needs it. */
export function laboratoryOffer(
  offered: IssuanceSession,
  { baseUrl, keyedHash }: { readonly baseUrl: string } & Pick<Ports, 'keyedHash'>,
): LaboratoryOffer {
  const { tx_code: asked } = offered.options
  return {
    offer_url: offerUrl(offered, baseUrl),
    deeplink: buildDeeplink(offered, baseUrl, keyedHash),
    ...(asked && offered.flow === 'pre_authorized_code'
      ? { tx_code: transactionCode(offerName(offered), asked, keyedHash) }
      : {}),
  }
}

/** A later offer of a session: `null` once a wallet took its code or its time ended, `undefined` for one that never was. */
export async function laterOffer(
  { sessionId, offerId }: { readonly sessionId: string; readonly offerId: string },
  { at, baseUrl, ports }: { readonly at: EpochMillis; readonly baseUrl: string; readonly ports: Ports },
): Promise<LaboratoryOffer | null | undefined> {
  const offered = await sessionOfOffer(offerId, ports)
  if (offered === null || offered.sessionId !== sessionId || offered.laterOffer === undefined) return undefined
  const { kind, secret } = offerHandle(offered, ports)
  const code = await ports.store.oneTimeValue(kind, digestOf(secret, ports.sha256))
  if (offered.expiresAt <= at || code === null || code.consumedAt !== null) return null
  return laboratoryOffer(offered, { baseUrl, keyedHash: ports.keyedHash })
}
