import { plain } from '../../../engine/endpoints/endpoint'
import { exchangesAfter } from '../../../engine/endpoints/query-parameters'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { type Evidence, loadEvidence } from '../../../engine/evidence/load-evidence'
import { projectEvents } from '../../../engine/evidence/project-events'
import { projectInTurns } from '../../../engine/evidence/project-session'
import { type CacheEntry, readCached } from '../../../engine/sessions/cached-reading'
import { loadSession } from '../../../engine/sessions/load-session'
import { bytesReply, jsonReply } from '../../../shared/http/reply'
import { ProtocolError } from '../../../shared/ports/errors'
import { toSessionId } from '../../../shared/ports/ids'
import type { Facet } from '../../../shared/ports/session-memory'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import { utf8 } from '../../../shared/values/base64url'
import { issuerKind } from '../../evidence/issuer-kind'
import { projectHolderKeys } from '../../evidence/project-proofs'
import { buildCredentialOffer, buildDeeplink } from '../../read/credential-offer'
import { recheckUnit } from '../recheck-unit'

const sessionNotFound = (): ProtocolError =>
  new ProtocolError('session_not_found', 'No session has this id: create one with POST /sessions.')

/**
 * The issuance session in the path. Throws `session_not_found`, also for ids that are no UUID or belong to a
 * presentation.
 */
export async function requireIssuerSession({ params, ports }: RequestContext): Promise<IssuanceSession> {
  const session = await loadSession('issuance', params.sessionId ?? '', ports)
  if (session === null) throw sessionNotFound()
  return session
}

/** Caches response bytes. */
export const readBackFacet: Facet<CacheEntry<Uint8Array>> = { name: 'read-back' }

/** `GET /sessions/{sessionId}`: the read-back of a session. */
export const getSession = plain(async (context) => {
  const { exchange, params, ports } = context
  if (exchange.query !== null) {
    const evidence = await loadEvidence(await requireIssuerSession(context), ports)
    return { reply: jsonReply(200, await readBack(evidence, exchange.at, context)) }
  }
  const id = toSessionId(params.sessionId ?? '')
  if (id === null) throw sessionNotFound()
  const known = await loadSession('issuance', id, ports)
  if (known !== null) await recheckUnit(known, exchange.at, context)
  const recipe = {
    facet: readBackFacet,
    load: async () => {
      const session = await loadSession('issuance', id, ports)
      return session === null ? null : loadEvidence(session, ports)
    },
    fold: async (evidence: Evidence<IssuanceSession>, at: EpochMillis) =>
      JSON.stringify(await readBack(evidence, at, context)),
    textOf: (text: string) => text,
    make: utf8,
  }
  const read = await readCached(id, recipe, { ...ports, now: () => exchange.at })
  if (read === null) throw sessionNotFound()
  return { reply: bytesReply(200, 'application/json', read.made) }
})

const readBack = (
  evidence: Evidence<IssuanceSession>,
  now: EpochMillis,
  { exchange, settings, ports }: RequestContext,
) =>
  projectInTurns(issuerKind, {
    ...evidence,
    now,
    settings,
    ports,
    show: exchangesAfter(exchange, evidence.exchanges),
  })

/** The session in the path, if it began with an offer. Throws `session_not_found` for wallet-initiated sessions. */
async function requireOffer(context: RequestContext): Promise<IssuanceSession> {
  const session = await requireIssuerSession(context)
  if (session.origin === 'wallet_initiated')
    throw new ProtocolError('credential_offer_not_found', 'The wallet started this session itself: there is no offer.')
  return session
}

/** `GET /sessions/{sessionId}/offer`: the credential offer as a wallet gets it. */
export const getSessionOffer = plain(async (context) => {
  const session = await requireOffer(context)
  const offer = buildCredentialOffer(session, context.settings.baseUrl, context.ports.keyedHash)
  return { reply: jsonReply(200, offer), sessionId: session.sessionId }
})

/**
 * `GET /sessions/{sessionId}/deeplink`: the link that opens a wallet, and its offer. Called by testers, so not
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
 * `GET /sessions/{sessionId}/jwks`: the holder keys seen in accepted and refused proofs and in validly signed
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
