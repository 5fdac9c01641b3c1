import type { RequestContext } from '../../../engine/endpoints/request-context'
import { type Exchange, headerValues } from '../../../shared/http/exchange'
import { readJsonBody, readJsonText } from '../../../shared/http/read-json'
import { readPublicJwk } from '../../../shared/jose/jwk'
import { readJwt } from '../../../shared/jose/jwt'
import { digestOf } from '../../../shared/ports/digests'
import type { SessionId } from '../../../shared/ports/ids'
import { isObject } from '../../../shared/values/json'

const keyKinds = ['dpop_key', 'holder_key'] as const

/** Keys of one request that are looked up, and sessions of one key. */
const max = { keys: 4, sessions: 20 } as const

/** The open sessions that have seen a DPoP or holder key of this request. */
export async function sessionsOfKey(context: RequestContext, decrypted?: string): Promise<readonly SessionId[]> {
  const { ports } = context
  const sessions = new Set<SessionId>()
  for (const jwk of keysIn(context.exchange, decrypted)) {
    const { thumbprint } = await readPublicJwk(jwk, { ports })
    if (thumbprint === null) continue
    for (const session of await openSessionsOf(digestOf(thumbprint, ports.sha256), context)) sessions.add(session)
  }
  return [...sessions]
}

/** The open sessions that have seen a key: the first, and those that saw it again. */
async function openSessionsOf(digest: string, { exchange: { at }, ports: { store } }: RequestContext) {
  const [first, again] = await Promise.all([
    store.valuesOfAnyKind(keyKinds, [digest]),
    store.liveValues({ kinds: keyKinds, parent: digest, at, max: max.sessions }),
  ])
  const ids = new Set([...first, ...again].flatMap(({ sessionId }) => sessionId ?? []))
  const sessions = await Promise.all([...ids].map((id) => store.session(id)))
  return sessions.flatMap((session) => (session !== null && session.expiresAt > at ? [session.sessionId] : []))
}

/** The keys in the headers of the DPoP proof and of the proofs for a credential. */
function keysIn(exchange: Exchange, decrypted?: string): unknown[] {
  const tokens = [...headerValues(exchange, 'dpop').slice(0, 1), ...proofsIn(exchange, decrypted)]
  return tokens.slice(0, max.keys).flatMap((token) => {
    const jwt = readJwt(token.trim())
    return jwt.readable && jwt.header.jwk !== undefined ? [jwt.header.jwk] : []
  })
}

function proofsIn(exchange: Exchange, decrypted?: string): string[] {
  const body = decrypted === undefined ? readJsonBody(exchange) : readJsonText(decrypted)
  const proofs = body.ok && isObject(body.value) && isObject(body.value.proofs) ? body.value.proofs.jwt : null
  return Array.isArray(proofs) ? proofs.filter((proof) => typeof proof === 'string') : []
}
