import { plain } from '../../../engine/endpoints/endpoint'
import { exchangesAfter } from '../../../engine/endpoints/query-parameters'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { type Evidence, loadEvidence } from '../../../engine/evidence/load-evidence'
import { projectInTurns } from '../../../engine/evidence/project-session'
import { type CacheEntry, readCached } from '../../../engine/sessions/cached-reading'
import { loadSession } from '../../../engine/sessions/load-session'
import { bytesReply, jsonReply } from '../../../ground/http/reply'
import { toSessionId } from '../../../ground/ports/ids'
import type { Facet } from '../../../ground/ports/session-memory'
import type { IssuanceSession } from '../../../ground/ports/store-types'
import type { EpochMillis } from '../../../ground/time/time'
import { utf8 } from '../../../ground/values/base64url'
import { issuerKind } from '../../evidence/issuer-kind'
import { requireIssuerSession, sessionNotFound } from './issuer-session'

/** Caches the bytes of the answer. */
export const readBackFacet: Facet<CacheEntry<Uint8Array>> = { name: 'read-back' }

/** `GET /sessions/{sessionId}`: the session with everything that was observed. */
export const getSession = plain(async (context) => {
  const { exchange, params, ports } = context
  if (exchange.query !== null) {
    const evidence = await loadEvidence(await requireIssuerSession(context), ports)
    return { reply: jsonReply(200, await readBack(evidence, exchange.at, context)) }
  }
  const id = toSessionId(params.sessionId ?? '')
  if (id === null) throw sessionNotFound()
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
