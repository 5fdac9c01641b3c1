import { z } from 'zod'
import { loadSession } from '../../engine/sessions/load-session'
import { digestOf } from '../../shared/ports/digests'
import type { Ports } from '../../shared/ports/ports'
import type { IssuanceSession, OneTimeValue } from '../../shared/ports/store-types'
import { isObject, type JsonObject } from '../../shared/values/json'
import { zFlow, zOfferMode } from './session-options'

/** Name that an offer's codes are derived from: its session, or its own id for a later offer. */
export const offerName = ({ sessionId, laterOffer }: Pick<IssuanceSession, 'sessionId' | 'laterOffer'>): string =>
  laterOffer ?? sessionId

/** A later offer as a member of its stored values; empty for a session's first one. */
export const laterOfferData = ({
  laterOffer,
  flow,
  credentialOfferMode,
  credentialConfigurationId,
}: IssuanceSession): JsonObject =>
  laterOffer === undefined
    ? {}
    : {
        offer: {
          id: laterOffer,
          flow,
          credential_offer_mode: credentialOfferMode,
          credential_configuration_id: credentialConfigurationId,
        },
      }

/** The session as granted by the offer behind a stored value; unchanged for the first offer. */
export function asOffered(
  session: IssuanceSession,
  { data, expiresAt }: Pick<OneTimeValue, 'data' | 'expiresAt'>,
): IssuanceSession {
  if (!isObject(data.offer)) return session
  const { id, flow, credential_offer_mode: mode, credential_configuration_id: configuration } = data.offer
  const read = { flow: zFlow.safeParse(flow), mode: zOfferMode.safeParse(mode) }
  if (typeof id !== 'string' || typeof configuration !== 'string' || !read.flow.success || !read.mode.success)
    return session
  return {
    ...session,
    laterOffer: id,
    credentialOfferId: id,
    flow: read.flow.data,
    credentialOfferMode: read.mode.data,
    credentialConfigurationId: configuration,
    expiresAt,
  }
}

/** Body of `POST /sessions/{sessionId}/laboratory/offers`; defaults come from the session. */
export const zLaboratoryOfferRequest = z
  .strictObject({
    flow: zFlow.optional(),
    credential_configuration_id: z.string().optional(),
    credential_offer_mode: zOfferMode.optional(),
  })
  .meta({ id: 'LaboratoryOfferRequest' })

export const zLaboratoryOffer = z
  .object({
    offer_url: z.url(),
    deeplink: z.string(),
    tx_code: z
      .string()
      .optional()
      .meta({ description: 'The code for the user to enter in the wallet, if there is one.' }),
  })
  .meta({ id: 'LaboratoryOffer' })

export type LaboratoryOffer = Readonly<z.infer<typeof zLaboratoryOffer>>

/** The session of an offer, as that offer grants it; `null` if unknown. Throws StoreUnavailable. */
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
