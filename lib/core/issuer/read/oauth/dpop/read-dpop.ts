import { type Exchange, headerValue, headerValues } from '../../../../ground/http/exchange'
import { readPublicJwk } from '../../../../ground/jose/jwk'
import { type ReadableJwt, readStrictJwt, verifyJwtSignature } from '../../../../ground/jose/jwt'
import { digestOf } from '../../../../ground/ports/digests'
import type { SessionId } from '../../../../ground/ports/ids'
import type { Ports } from '../../../../ground/ports/ports'
import { toBase64url } from '../../../../ground/values/base64url'
import { compareHtu } from './compare-htu'
import { type DpopRole, readDpopNonce } from './dpop-nonce'
import { type DpopHistory, type DpopNoncePolicy, type DpopProof, type DpopReading, noDpopHistory } from './dpop-reading'

export interface DpopInput {
  readonly exchange: Exchange
  /** Canonical URL of the endpoint, from configuration; never derived from the request. */
  readonly endpointUrl: string
  readonly role: DpopRole
  /** The access token as sent; `null` without one. */
  readonly accessToken: string | null
  /** `cnf.jkt` of the token (`rs`), or the thumbprint bound to the code (`as`); `null` without a binding. */
  readonly boundThumbprint: string | null
  readonly issuerId: string
  readonly policy: DpopNoncePolicy
  /** `dpop_signing_alg_values_supported`. */
  readonly algorithms: readonly string[]
  readonly ports: Pick<Ports, 'sha256' | 'digest' | 'keyedHash' | 'store' | 'verifySignature' | 'isPublicKey'>
  /** False if the endpoint works without DPoP; default true. */
  readonly demanded?: boolean
  readonly sessionId?: SessionId | null
  readonly history?: DpopHistory
}

/**
 * Reads the DPoP proof of a request as far as possible. Nothing in the request makes it throw; storage may
 * (StoreUnavailable). Of several header values it reads the first, so that the other errors in it show too.
 * @see RFC9449-4.3
 */
export async function readDpop(input: DpopInput): Promise<DpopReading> {
  const { exchange, role, policy, endpointUrl, algorithms, boundThumbprint, ports } = input
  // A comma inside a value means that an intermediary joined two header lines; a JWS contains no comma.
  const values = headerValues(exchange, 'dpop').flatMap((value) => value.split(',').map((part) => part.trim()))
  const jwt = values[0] === undefined ? null : readStrictJwt(values[0])
  const authorization = headerValue(exchange, 'authorization')
  return {
    role,
    policy,
    demanded: input.demanded ?? true,
    method: exchange.method,
    endpointUrl,
    algorithms,
    now: exchange.at,
    headerCount: values.length,
    proof: jwt?.readable ? await readProof(jwt, input) : null,
    unreadable: jwt === null || jwt.readable ? null : jwt,
    authorizationScheme: authorization === null ? null : (/^\s*([^\s,]*)/.exec(authorization)?.[1] ?? ''),
    accessTokenHash: input.accessToken === null ? null : toBase64url(ports.sha256(input.accessToken)),
    boundThumbprint,
    sessionId: input.sessionId ?? null,
    history: input.history ?? noDpopHistory,
    holderThumbprints: null,
  }
}

async function readProof(jwt: ReadableJwt, input: DpopInput): Promise<DpopProof> {
  const { header, claims } = jwt
  const { exchange, ports, role, algorithms, endpointUrl, issuerId: issuer } = input
  const { keyedHash, sha256, store, verifySignature } = ports
  const jwk = await readPublicJwk(header.jwk, { ports })
  const verifiable = jwk.valid && typeof header.alg === 'string' && algorithms.includes(header.alg)
  const valid = verifiable && (await verifyJwtSignature({ jwt, jwk: jwk.publicJwk, algorithms, verifySignature }))

  const { jti } = claims
  // The key is part of the digest, so two wallets with the same `jti` do not interfere with each other.
  const jtiDigest =
    jwk.thumbprint === null || typeof jti !== 'string' || jti === ''
      ? null
      : digestOf(`${jwk.thumbprint}.${jti}`, sha256)
  const keyDigest = jwk.thumbprint === null ? null : digestOf(jwk.thumbprint, sha256)
  // A remembered `jti` counts even after it expired: storage may still hold it and would refuse a second one.
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
  }
}
