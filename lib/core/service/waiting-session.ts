import type { RequestContext } from '../engine/endpoints/request-context'
import { deviationOf } from '../issuer/deviations'
import type { IssuanceSession } from '../shared/ports/store-types'
import { addSeconds } from '../shared/time/time'

/** How long a client counts as busy in a session that it named. */
const busySeconds = 60

/**
 * The only open session whose wallet has sent nothing yet, for a request to a shared issuer that carries nothing of any
 * session: an offer in the link gives a wallet nothing to name its session by until the token request. `null` if several
 * wait, if the client is busy in another session, if clients cannot be told apart, and for a session that expects a refusal,
 * which silence would decide. Throws StoreUnavailable.
 */
export async function soleWaiting(
  issuerId: string | null,
  { exchange: { at }, issuer, ports: { store }, client, clientHidden }: RequestContext,
): Promise<IssuanceSession | null> {
  if (issuerId === null || (issuer?.session ?? null) !== null || clientHidden) return null
  const open = await store.offersByValue({ issuerId, at })
  const waiting: IssuanceSession[] = []
  for (const session of open) {
    if (!(await store.hasContact(session.sessionId))) waiting.push(session)
    if (waiting.length > 1) return null
  }
  const [sole] = waiting
  if (sole === undefined || deviationOf(sole) !== null) return null
  const lately = { issuerId, clients: [client], from: addSeconds(at, -busySeconds), to: at }
  return (await store.otherSession(lately, sole.sessionId)) === null ? sole : null
}
