import type { DecidedEffect } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { digestOf } from '../../../ground/ports/digests'
import { issuerIdOf } from '../../../ground/ports/laboratory'
import type { IssuanceSession } from '../../../ground/ports/store-types'
import { laterOfferData, offerName } from '../../read/later-offer'
import { issuerState, preAuthorizedCode } from '../../read/session-codes'

/** Lets the wallet's first request with an offer be matched to its session. */
export function grantOfferHandle(session: IssuanceSession, { ports }: RequestContext): DecidedEffect {
  const { kind, secret } = offerHandle(session, ports)
  return {
    type: 'grant',
    secret,
    value: {
      kind,
      digest: digestOf(secret, ports.sha256),
      issuerId: issuerIdOf(session),
      sessionId: session.sessionId,
      exchangeId: null,
      parent: null,
      expiresAt: session.expiresAt,
      consumedAt: null,
      revokedAt: null,
      data: laterOfferData(session),
    },
  }
}

/** What the wallet's first request with an offer brings back of it. */
export function offerHandle(session: IssuanceSession, { keyedHash }: Pick<RequestContext['ports'], 'keyedHash'>) {
  const kind = session.flow === 'pre_authorized_code' ? 'pre_authorized_code' : 'issuer_state'
  const derive = kind === 'issuer_state' ? issuerState : preAuthorizedCode
  return { kind, secret: derive(offerName(session), keyedHash) } as const
}
