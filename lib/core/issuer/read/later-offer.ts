import type { IssuanceSession, OneTimeValue } from '../../ground/ports/store-types'
import { isObject, type JsonObject } from '../../ground/values/json'
import { zFlow, zOfferMode } from './z-session-created'

/** What an offer's codes are derived from: its session, or its own id where it is a later one of the same session. */
export const offerName = ({ sessionId, laterOffer }: Pick<IssuanceSession, 'sessionId' | 'laterOffer'>): string =>
  laterOffer ?? sessionId

/** A later offer as a member of what is stored for it; empty for the first one of a session. */
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

/** A session as the offer grants it that a stored value came from: itself for its first one. */
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
