import type { Decision } from '../engine/endpoints/endpoint'
import type { RequestContext } from '../engine/endpoints/request-context'
import { declaredHandles, grants, type Handle, handlesElsewhere } from '../issuer/read/oauth/handles'
import { sessionsOfKey } from '../issuer/read/oauth/key-handles'
import { namedSession } from '../issuer/read/oauth/named-session'
import { isFinalRefusal } from '../shared/http/reply'
import type { SessionId } from '../shared/ports/ids'
import type { StoredExchange } from '../shared/ports/store-types'
import { soleWaiting } from './waiting-session'

/** The session that a request belongs to by a value in it. */
export interface Link {
  readonly sessionId: SessionId
  /** `inferred`: by a key, which other sessions may see too. */
  readonly correlation: StoredExchange['correlation']
  /** Whether it carries handles of another session too. */
  readonly ofOthers: boolean
}

/** The sessions that a request may belong to, by a key that each has seen. */
export interface Several {
  readonly several: readonly SessionId[]
}

/** The session that a request fits, and no other, although it carries nothing of it. */
export interface Likely {
  readonly likely: SessionId
}

/**
 * The session of a request that was decided without one, or was refused with handles of several; `null` if nothing changes.
 * Asked after the decision, so that no answer shows what was found. Handles that grant something come first, then others, at
 * the declared places and, if they hold none, at any place and under any name; then keys; then the only session that waits
 * for a first request. RFC 6749 and OID4VCI give every handle one session. Throws StoreUnavailable.
 */
export async function linkOf(
  decision: Decision,
  context: RequestContext,
  issuerId: string | null,
): Promise<Link | Several | Likely | null> {
  const isKnown = decision.sessionId !== null && decision.correlation !== 'inferred'
  if (decision.session !== undefined || decision.firstRequests !== undefined) return null
  if (decision.sessionId !== null && !isFinalRefusal(decision.reply)) return null
  return isKnown ? strongest(decision, context) : find(decision, context, issuerId)
}

/**
 * Whether a request at an address that nobody has carries a handle: only then it is evidence. The id of an offer or of a
 * presentation counts only in the path of a request that sends something: people read at addresses with such ids too.
 * `named`: the session that it names by a declared value. Throws StoreUnavailable.
 */
export async function carriesHandle(context: RequestContext, named: SessionId | null): Promise<boolean> {
  const { exchange } = context
  if (exchange.path.startsWith('/api/')) return false
  if ((await handlesElsewhere(context)).some(({ kind }) => kind !== 'offer_id' && kind !== 'presentation_id'))
    return true
  if (exchange.method === 'GET' || exchange.method === 'HEAD' || exchange.method === 'OPTIONS') return false
  if (named !== null) return true
  const pathAlone = { ...exchange, query: null, body: new Uint8Array(), headers: [] }
  return (await handlesElsewhere({ ...context, exchange: pathAlone })).length > 0
}

/** Of the handles of a refused request, the one that grants something names the session. */
async function strongest({ sessionId }: Decision, context: RequestContext): Promise<Link | null> {
  const handles = await declaredHandles(context)
  const granting = handles.find(grants)?.sessionId ?? sessionId
  if (granting === null || !isOfOthers(handles, granting)) return null
  return { sessionId: granting, correlation: 'exact', ofOthers: true }
}

async function find(
  decision: Decision,
  context: RequestContext,
  issuerId: string | null,
): Promise<Link | Several | Likely | null> {
  const declared = await declaredHandles(context)
  const handles = declared.length > 0 ? declared : await handlesElsewhere(context, decision.decryptedBody)
  const exact = handles[0]?.sessionId ?? (await namedSession(context))
  if (exact !== null) return { sessionId: exact, correlation: 'exact', ofOthers: isOfOthers(handles, exact) }
  if (!isFinalRefusal(decision.reply)) return null
  const ofKeys = await sessionsOfKey(context, decision.decryptedBody)
  const [inferred, ...others] = ofKeys
  if (inferred === undefined) {
    const waiting = decision.sessionId === null ? await soleWaiting(issuerId, context) : null
    return waiting === null ? null : { likely: waiting.sessionId }
  }
  return others.length > 0 ? { several: ofKeys } : { sessionId: inferred, correlation: 'inferred', ofOthers: false }
}

const isOfOthers = (handles: readonly Handle[], session: SessionId): boolean =>
  handles.some(({ sessionId }) => sessionId !== session)
