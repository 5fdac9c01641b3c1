import type { Exchange } from '../../shared/http/exchange'
import { digestOf } from '../../shared/ports/digests'
import { type SessionId, toSessionId } from '../../shared/ports/ids'
import type { Seeker } from '../../shared/ports/places'
import type { Ports } from '../../shared/ports/ports'
import type { Session } from '../../shared/ports/store-types'

/** Sessions of one kind. */
type SessionOf<Kind extends Session['kind']> = Extract<Session, { readonly kind: Kind }>

/**
 * The session of this kind with this id. `null` if the text is not a UUID, if no session has it, or if the session is
 * of the other kind, which does not exist as far as this endpoint is concerned. Throws StoreUnavailable.
 */
export async function loadSession<Kind extends Session['kind']>(
  kind: Kind,
  text: string,
  { store }: Pick<Ports, 'store'>,
): Promise<SessionOf<Kind> | null> {
  const id = toSessionId(text)
  const session = id === null ? null : await store.session(id)
  return session !== null && isOfKind(session, kind) ? session : null
}

const isOfKind = <Kind extends Session['kind']>(session: Session, kind: Kind): session is SessionOf<Kind> =>
  session.kind === kind

/**
 * Whose share of places a wallet's response uses: that of its network, or the operator's if the session was created
 * with the operator token, since wallets have none. Throws StoreUnavailable.
 */
export async function seekerInSession(
  sessionId: SessionId,
  {
    exchange,
    ports,
  }: { readonly exchange: Pick<Exchange, 'remoteAddress'>; readonly ports: Pick<Ports, 'store' | 'sha256'> },
): Promise<Seeker> {
  const mark = await ports.store.oneTimeValue('made_with_token', digestOf(sessionId, ports.sha256))
  return { remoteAddress: exchange.remoteAddress, isOperator: mark !== null }
}
