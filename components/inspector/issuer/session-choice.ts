import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'

/** Members of `POST /sessions` that a page sets, spelled as on the wire. */
export interface SessionChoice {
  readonly issuer_configuration_id: string
  readonly credential_configuration_id: string
  readonly flow: IssuanceSessionView['flow']
  readonly credential_offer_mode: IssuanceSessionView['credential_offer_mode']
}

/** The choice that creates another session like this one. */
export const choiceOf = (session: SessionChoice): SessionChoice => ({
  issuer_configuration_id: session.issuer_configuration_id,
  credential_configuration_id: session.credential_configuration_id,
  flow: session.flow,
  credential_offer_mode: session.credential_offer_mode,
})
