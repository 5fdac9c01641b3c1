import { utf8 } from '../../base64url'
import { issuanceKind } from '../../evidence/issuance/issuance-kind'
import { type Evidence, inferredQuery, loadEvidence } from '../../evidence/load-evidence'
import { projectInTurns } from '../../evidence/project-session'
import { bytesReply, jsonReply } from '../../http/reply'
import { toSessionId } from '../../ids'
import type { KeptReadBack, UnboundQuery } from '../../ports'
import type { RequestContext } from '../../request-context'
import { sessionEnd } from '../../sessions/session-end'
import type { IssuanceSession } from '../../store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../time'
import { plain } from '../endpoint'
import { exchangesAfter } from './exchanges-after'
import { requireIssuanceSession } from './issuance-session'

/** A longer answer is made again each time: it takes more room than a hundred ordinary ones are worth. */
const keptBytesMax = 500_000
/** A session of more clients is no ordinary one. */
const clientsMax = 10
/** By then nothing that a session waits for can still be awaited. */
const longAfterSeconds = 100 * 366 * 86_400

/** `GET /sessions/{sessionId}`: the session with everything that was observed. */
export const getSession = plain(async (context) => {
  const { exchange, params, ports } = context
  const id = exchange.query === null ? toSessionId(params.sessionId ?? '') : null
  const kept = id === null ? undefined : ports.readBacks.get(id)
  // Asked before the evidence is read, so that whatever is added meanwhile makes another mark.
  const mark = id === null || kept === undefined ? null : await ports.store.evidenceMark(id, kept.nearby)
  if (id !== null && mark === null) ports.readBacks.delete(id)

  if (kept?.answer && kept.mark === mark && exchange.at <= kept.answer.until)
    return { reply: bytesReply(200, 'application/json', kept.answer.bytes) }
  const session = await requireIssuanceSession(context)
  const evidence = await loadEvidence(session, ports)
  const view = await readBack(evidence, exchange.at, context)
  if (id === null) return { reply: jsonReply(200, view) }
  const bytes = utf8(JSON.stringify(view))
  const nearby = nearbyOf(evidence)
  if (nearby === null || bytes.length > keptBytesMax) ports.readBacks.delete(id)
  else ports.readBacks.set(id, await toKeep({ kept, mark, nearby, bytes, evidence }, context))
  return { reply: bytesReply(200, 'application/json', bytes) }
})

const readBack = (
  evidence: Evidence<IssuanceSession>,
  now: EpochMillis,
  { exchange, settings, ports }: RequestContext,
) =>
  projectInTurns(issuanceKind, {
    ...evidence,
    now,
    settings,
    ports,
    show: exchangesAfter(exchange, evidence.exchanges),
  })

function nearbyOf({ session, exchanges }: Evidence<IssuanceSession>): UnboundQuery | null {
  const nearby = inferredQuery(
    session,
    exchanges.filter(({ sessionId }) => sessionId !== null),
  )
  return nearby !== null && nearby.clients.length <= clientsMax ? nearby : null
}

/**
 * What to keep of an answer. At its first reading nobody knows the mark, and at the second whether the evidence has come to
 * rest. At the third it is worth to try until when time alone does not change the answer: what a session waits for ends and
 * never begins again, so an answer that is the same at a later time is the same at every time between.
 */
async function toKeep(
  {
    kept,
    mark,
    nearby,
    bytes,
    evidence,
  }: {
    readonly kept: KeptReadBack | undefined
    readonly mark: string | null
    readonly nearby: UnboundQuery
    readonly bytes: Uint8Array
    readonly evidence: Evidence<IssuanceSession>
  },
  context: RequestContext,
): Promise<KeptReadBack> {
  const isKnown = kept !== undefined && mark !== null && JSON.stringify(kept.nearby) === JSON.stringify(nearby)
  if (!isKnown || kept.mark !== mark) return { nearby, mark: isKnown ? mark : null, answer: undefined }
  const { exchange, ports } = context
  if (kept.answer === null && exchange.at <= evidence.session.expiresAt) return kept
  const end = epochMillis(sessionEnd(evidence.session, evidence.events) - 1)
  for (const until of [addSeconds(exchange.at, longAfterSeconds), end]) {
    if (until < exchange.at) continue
    await ports.turn()
    const later = utf8(JSON.stringify(await readBack(evidence, until, context)))
    if (isSame(bytes, later)) return { nearby, mark, answer: { bytes, until } }
  }
  return { nearby, mark, answer: null }
}

const isSame = (some: Uint8Array, others: Uint8Array): boolean =>
  some.length === others.length && some.every((byte, index) => byte === others[index])
