import { plain } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { loadEvidence } from '../../../engine/evidence/load-evidence'
import { projectEvents } from '../../../engine/evidence/project-events'
import { jsonReply } from '../../../ground/http/reply'
import { ProtocolError } from '../../../ground/ports/errors'
import type { IssuanceSession } from '../../../ground/ports/store-types'
import { issuerKind } from '../../evidence/issuer-kind'
import { projectHolderKeys } from '../../evidence/project-holder-keys'
import { buildCredentialOffer, buildDeeplink } from '../../read/credential-offer'
import { requireIssuerSession } from './issuer-session'

/** The session of the path if it began with an offer. Throws `session_not_found` for one that a wallet started. */
async function requireOffer(context: RequestContext): Promise<IssuanceSession> {
  const session = await requireIssuerSession(context)
  if (session.origin === 'wallet_initiated')
    throw new ProtocolError('credential_offer_not_found', 'The wallet started this session itself: there is no offer.')
  return session
}

/** `GET /sessions/{sessionId}/offer`: the credential offer, as a wallet would get it. */
export const getSessionOffer = plain(async (context) => {
  const session = await requireOffer(context)
  const offer = buildCredentialOffer(session, context.settings.baseUrl, context.ports.keyedHash)
  return { reply: jsonReply(200, offer), sessionId: session.sessionId }
})

/**
 * `GET /sessions/{sessionId}/deeplink`: the link that opens a wallet, and its offer. Called by testers, so it is not
 * evidence.
 */
export const getSessionDeeplink = plain(async (context) => {
  const { settings, ports } = context
  const session = await requireOffer(context)
  return {
    reply: jsonReply(200, {
      deeplink: buildDeeplink(session, settings.baseUrl, ports.keyedHash),
      credential_offer: buildCredentialOffer(session, settings.baseUrl, ports.keyedHash),
    }),
  }
})

/**
 * `GET /sessions/{sessionId}/jwks`: the observed holder keys, from accepted and refused proofs and from validly signed
 * attestations; 409 while there are none.
 */
export const getSessionKeys = plain(async (context) => {
  const session = await requireIssuerSession(context)
  const { keys, observedProofHeaderFields } = projectHolderKeys(await context.ports.store.events(session.sessionId))
  if (keys.length > 0) {
    const thumbprints = keys.map(({ kid }) => kid ?? null)
    return {
      reply: jsonReply(200, { keys }),
      sessionId: session.sessionId,
      events: [{ type: 'wallet_jwks_exported', detail: { thumbprints } }],
    }
  }
  throw new ProtocolError(
    'wallet_jwks_not_observed',
    'The wallet has shown no holder key yet: let it send a credential request.',
    {
      observed_proof_header_fields: observedProofHeaderFields,
    },
  )
})

/** `GET /sessions/{sessionId}/events`: the events, oldest first. */
export const listSessionEvents = plain(async (context) => {
  const session = await requireIssuerSession(context)
  const evidence = await loadEvidence(session, context.ports)
  return { reply: jsonReply(200, projectEvents(issuerKind, { ...evidence, now: context.exchange.at })) }
})
