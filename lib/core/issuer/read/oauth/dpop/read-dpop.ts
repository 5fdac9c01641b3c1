import { type Exchange, headerValue, headerValues } from '../../../../shared/http/exchange'
import { readPublicJwk } from '../../../../shared/jose/jwk'
import { type ReadableJwt, readStrictJwt, verifyJwtSignature } from '../../../../shared/jose/jwt'
import { digestOf } from '../../../../shared/ports/digests'
import type { StoredEventType } from '../../../../shared/ports/event-type'
import type { SessionId } from '../../../../shared/ports/ids'
import type { Ports } from '../../../../shared/ports/ports'
import type { StoredEvent } from '../../../../shared/ports/store-types'
import type { EpochMillis } from '../../../../shared/time/time'
import { toBase64url } from '../../../../shared/values/base64url'
import { lostWithRestart } from '../../lost-with-restart'
import { type DpopRole, readDpopNonce } from './dpop-nonce'
import {
  compareHtu,
  type DpopHistory,
  type DpopNoncePolicy,
  type DpopProof,
  type DpopReading,
  noDpopHistory,
} from './dpop-reading'
import { dpopProofInBody } from './proof-in-body'

/** Events with a `DPoP-Nonce` response header, and the server role. */
const offersNonce: Readonly<Partial<Record<StoredEventType, DpopRole>>> = {
  par_accepted: 'as',
  token_issued: 'as',
  token_refreshed: 'as',
  credential_issued: 'rs',
  credential_deferred: 'rs',
  deferred_polled: 'rs',
  nonce_issued: 'rs',
}

/**
 * DPoP facts from a session's earlier events: nonces offered, keys used, and whether this endpoint last sent a nonce
 * challenge. A response possibly lost in a restart is kept separately.
 */
export function readDpopHistory(
  all: readonly StoredEvent[],
  endpoint: 'par' | 'token' | 'credential' | 'deferred' | 'notification',
  ports: Parameters<typeof lostWithRestart>[1],
): DpopHistory {
  const events = sinceLaterOffer(all)
  const exchangeId = lostWithRestart(events, ports)
  if (exchangeId === null) return { ...historyOf(events, endpoint), lost: null }
  const received = historyOf(
    events.filter((event) => event.exchangeId !== exchangeId),
    endpoint,
  )
  const { as, rs } = historyOf(
    events.filter((event) => event.exchangeId === exchangeId),
    endpoint,
  ).nonceOfferedAt
  const { thumbprints } = historyOf(events, endpoint)
  const since = events.slice(events.findLastIndex((event) => event.exchangeId === exchangeId) + 1)
  const seenSince = historyOf(since, endpoint).thumbprints
  return {
    ...received,
    thumbprints,
    lost: {
      exchangeId,
      nonceOf: as !== null ? 'as' : rs !== null ? 'rs' : null,
      thumbprints: thumbprints.filter((one) => !seenSince.includes(one)),
    },
  }
}

/** A later offer starts a new flow, in which the wallet knows no nonce. */
const sinceLaterOffer = (events: readonly StoredEvent[]): readonly StoredEvent[] =>
  events.slice(
    events.findLastIndex(({ type, detail }) => type === 'credential_offer_generated' && 'expires_in' in detail) + 1,
  )

function historyOf(
  events: readonly StoredEvent[],
  endpoint: 'par' | 'token' | 'credential' | 'deferred' | 'notification',
): Omit<DpopHistory, 'lost'> {
  const offered: Record<DpopRole, EpochMillis | null> = { as: null, rs: null }
  const thumbprints: string[] = []
  let challenge: DpopHistory['challenge'] = null
  for (const { type, detail, at } of events) {
    const role = type === 'dpop_nonce_challenged' ? roleOf(detail.endpoint) : offersNonce[type]
    if (role && detail.dpop_nonce !== 'off') offered[role] = at
    // A new authorization or a refresh may use a new key, so earlier keys no longer count.
    if (type === 'par_accepted' || type === 'token_refreshed') thumbprints.length = 0
    if (typeof detail.jkt === 'string' && !thumbprints.includes(detail.jkt)) thumbprints.push(detail.jkt)
    if (type === `${endpoint}_received` || type === `${endpoint}_request_received` || type === `${endpoint}_polled`)
      challenge = null
    if (type === 'dpop_nonce_challenged' && detail.endpoint === endpoint) {
      challenge = { jti: typeof detail.jti === 'string' ? detail.jti : null }
    }
  }
  return { nonceOfferedAt: offered, thumbprints: endpoint === 'par' ? [] : thumbprints, challenge }
}

const roleOf = (endpoint: unknown): DpopRole =>
  endpoint === 'credential' || endpoint === 'deferred' || endpoint === 'notification' ? 'rs' : 'as'

export interface DpopInput {
  readonly exchange: Exchange
  /** Canonical, from configuration; never derived from the request. */
  readonly endpointUrl: string
  readonly role: DpopRole
  /** As sent; `null` without one. */
  readonly accessToken: string | null
  /** `cnf.jkt` of the token (`rs`) or thumbprint bound to the code (`as`); `null` without a binding. */
  readonly boundThumbprint: string | null
  readonly issuerId: string
  readonly policy: DpopNoncePolicy
  /** `dpop_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly ports: Pick<Ports, 'sha256' | 'digest' | 'keyedHash' | 'store' | 'verifySignature' | 'isPublicKey'>
  /** False if the endpoint also works without DPoP; default true. */
  readonly demanded?: boolean
  readonly sessionId?: SessionId | null
  readonly history?: DpopHistory
}

/**
 * Reads a DPoP proof as far as possible; never throws on bad input, but storage may (StoreUnavailable). Of several
 * header values it reads the first, so that its other errors show too.
 * @see RFC9449-4.3
 */
export async function readDpop(input: DpopInput): Promise<DpopReading> {
  const { exchange, role, policy, endpointUrl, algorithms, boundThumbprint, ports } = input
  // A comma inside a value means that an intermediary joined two header lines; a JWS has none.
  const values = headerValues(exchange, 'dpop').flatMap((value) => value.split(',').map((part) => part.trim()))
  const jwt = values[0] === undefined ? null : readStrictJwt(values[0])
  const authorization = headerValue(exchange, 'authorization')
  const isMissing = values.length === 0 && input.demanded !== false
  const inBody = isMissing ? dpopProofInBody(exchange) : null
  return {
    role,
    policy,
    demanded: input.demanded ?? true,
    method: exchange.method,
    endpointUrl,
    algorithms,
    now: exchange.at,
    headerCount: values.length,
    ...(inBody === null ? {} : { inBody }),
    proof: jwt?.readable ? await readProof(jwt, input) : null,
    unreadable: jwt === null || jwt.readable ? null : jwt,
    authorizationScheme: authorization === null ? null : (/^\s*([^\s,]*)/.exec(authorization)?.[1] ?? ''),
    ...(authorization !== null && /^\s*[^\s,]+\s*$/.test(authorization) && { authorizationIsOneWord: true }),
    accessTokenHash: input.accessToken === null ? null : toBase64url(ports.sha256(input.accessToken)),
    boundThumbprint,
    sessionId: input.sessionId ?? null,
    history: input.history ?? noDpopHistory,
    holderThumbprints: null,
  }
}

async function readProof(jwt: ReadableJwt, input: DpopInput): Promise<DpopProof> {
  const { header, claims } = jwt
  const { exchange, ports, role, algorithms, endpointUrl, issuerId: issuer, sessionId } = input
  const { keyedHash, sha256, store, verifySignature } = ports
  const jwk = await readPublicJwk(header.jwk, { ports })
  const verifiable = jwk.valid && typeof header.alg === 'string' && algorithms.includes(header.alg)
  const valid = verifiable && (await verifyJwtSignature({ jwt, jwk: jwk.publicJwk, algorithms, verifySignature }))

  const { jti } = claims
  // Includes the key, so two wallets with the same `jti` do not collide.
  const jtiDigest =
    jwk.thumbprint === null || typeof jti !== 'string' || jti === ''
      ? null
      : digestOf(`${jwk.thumbprint}.${jti}`, sha256)
  const keyDigest = jwk.thumbprint === null ? null : digestOf(jwk.thumbprint, sha256)
  // A remembered `jti` counts even after expiry: storage may still hold it and would refuse a second one.
  const [usedJti, usedKey] = await Promise.all([
    jtiDigest === null ? null : store.oneTimeValue('dpop_jti', jtiDigest),
    keyDigest === null ? null : store.oneTimeValue('dpop_key', keyDigest),
  ])
  return {
    header,
    claims,
    jwk: {
      present: header.jwk !== undefined,
      usable: jwk.valid,
      kty: jwk.kty,
      crv: jwk.crv,
      privateMembers: jwk.privateMembers,
    },
    thumbprint: jwk.thumbprint,
    signature: verifiable ? (valid ? 'valid' : 'invalid') : 'unverifiable',
    htu: compareHtu(claims.htu, endpointUrl),
    jtiDigest,
    jtiSeen: usedJti !== null,
    jtiSeenIn: usedJti?.exchangeId ?? null,
    nonce: readDpopNonce(claims.nonce, { issuer, role, now: exchange.at, keyedHash }),
    keyDigest,
    keyFirstSession: usedKey?.sessionId ?? null,
    ...(usedKey?.sessionId && sessionId && usedKey.sessionId !== sessionId
      ? { keyAgainDigest: digestOf(`${usedKey.digest}.${sessionId}`, sha256) }
      : {}),
  }
}
