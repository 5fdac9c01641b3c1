import { plain } from '../../../engine/endpoints/endpoint'
import { exchangesAfter } from '../../../engine/endpoints/exchanges-after'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { type Evidence, inferredQuery, loadEvidence } from '../../../engine/evidence/load-evidence'
import { projectInTurns } from '../../../engine/evidence/project-session'
import { keptAt, ordinaryNearby, toKnow } from '../../../engine/sessions/known-reading'
import { bytesReply, jsonReply } from '../../../ground/http/reply'
import { toSessionId } from '../../../ground/ports/ids'
import type { UnboundQuery } from '../../../ground/ports/ports'
import type { IssuanceSession } from '../../../ground/ports/store-types'
import { type EpochMillis, epochMillis } from '../../../ground/time/time'
import { utf8 } from '../../../ground/values/base64url'
import { issuerKind } from '../../evidence/issuer-kind'
import { requireIssuerSession } from './issuer-session'

/** A longer answer is made again each time: it takes more room than a hundred ordinary ones are worth. */
const keptBytesMax = 500_000

/** `GET /sessions/{sessionId}`: the session with everything that was observed. */
export const getSession = plain(async (context) => {
  const { exchange, params, ports } = context
  const id = exchange.query === null ? toSessionId(params.sessionId ?? '') : null
  const known = id === null ? undefined : ports.readBacks.get(id)
  // Asked before the evidence is read, so that whatever is added meanwhile makes another mark.
  const mark = id === null || known === undefined ? null : await ports.store.evidenceMark(id, known.nearby)
  if (id !== null && mark === null) ports.readBacks.delete(id)

  const answer = keptAt(known, mark, exchange.at)
  if (answer !== null) return { reply: bytesReply(200, 'application/json', answer.bytes) }
  const session = await requireIssuerSession(context)
  const evidence = await loadEvidence(session, ports)
  const view = await readBack(evidence, exchange.at, context)
  if (id === null) return { reply: jsonReply(200, view) }
  const bytes = utf8(JSON.stringify(view))
  const nearby = nearbyOf(evidence)
  if (nearby === null || bytes.length > keptBytesMax) ports.readBacks.delete(id)
  else {
    const isSameAt = async (later: EpochMillis) => {
      await ports.turn()
      return isSame(bytes, utf8(JSON.stringify(await readBack(evidence, later, context))))
    }
    // No sooner than it has expired; from then on at each reading.
    const retryAt = session.expiresAt < exchange.at ? exchange.at : epochMillis(session.expiresAt + 1)
    const { events } = evidence
    const reading = {
      before: known,
      mark,
      nearby,
      session,
      events,
      now: exchange.at,
      made: { bytes },
      isSameAt,
      retryAt,
    }
    ports.readBacks.set(id, await toKnow(reading))
  }
  return { reply: bytesReply(200, 'application/json', bytes) }
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

const nearbyOf = ({ session, exchanges }: Evidence<IssuanceSession>): UnboundQuery | null =>
  ordinaryNearby(
    inferredQuery(
      session,
      exchanges.filter(({ sessionId }) => sessionId !== null),
    ),
  )

const isSame = (some: Uint8Array, others: Uint8Array): boolean =>
  some.length === others.length && some.every((byte, index) => byte === others[index])
