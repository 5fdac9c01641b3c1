import { type Exchange, headerValue, headerValues } from '../../shared/http/exchange'
import { readParameters } from '../../shared/http/read-form'
import { readJsonBody } from '../../shared/http/read-json'
import { publicMembers } from '../../shared/jose/jwk'
import { readJwt } from '../../shared/jose/jwt'
import type { SessionId } from '../../shared/ports/ids'
import type { ValueKind } from '../../shared/recognise/kinds'
import { type KnownKey, type SignedToken, triedKeysMax } from '../../shared/recognise/who-signed'
import { fromUtf8 } from '../../shared/values/base64url'
import { isObject } from '../../shared/values/json'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { attestationHeader, popHeader } from './oauth/client-authentication/read-wallet-attestation'

/** Most proofs of a request, attested keys of a proof, and earlier exchanges whose keys are taken. */
const taken = { proofs: 20, attestedKeys: 2, exchanges: 20 } as const

/** What a request carries: its body, or the content of an encrypted one. */
type Members = Readonly<Record<string, unknown>> | null

/**
 * The tokens of a request that a wallet signs, each with the key that its header or the wallet attestation names. A proof
 * that names its key in another way is left out: which key should have signed it is not known here.
 */
export function signedTokens(exchange: Exchange, members: Members): (name: string) => readonly SignedToken[] {
  const textsOf = (name: string): string[] => {
    if (name === 'client_attestation') return [headerValue(exchange, attestationHeader) ?? '']
    if (name === 'client_assertion') return [assertionOf(exchange)]
    return keyAttestations(exchange, members)
  }
  return (name) => {
    if (name === 'client_attestation_pop') {
      const text = headerValue(exchange, popHeader) ?? ''
      return [{ text, jwk: confirmedKey(exchange) }]
    }
    // The keys that should have signed these are in certificates or registered; their checks have tried them.
    if (name !== 'dpop' && name !== 'proof_jwt') return textsOf(name).map((text) => ({ text, jwk: null }))
    const texts = name === 'dpop' ? dpopProofs(exchange) : proofsOf(exchange, members)
    return texts.flatMap((text) => {
      const jwk = headerKey(text)
      return jwk === undefined ? [] : [{ text, jwk }]
    })
  }
}

/** Public keys of the request, of its session and of the issuer, each once and nearest first. */
export async function knownKeys(
  { exchange, issuer, ports }: IssuerContext,
  sessionId: SessionId | null,
  members: Members,
): Promise<readonly KnownKey[]> {
  const proofs = proofsOf(exchange, members)
  const of =
    (kind: ValueKind, whose: KnownKey['whose']) =>
    (jwk: unknown): KnownKey => ({ kind, whose, jwk })
  const { accessToken, credential, mdoc, requestEncryption } = issuer.keys
  const keys = [
    ...dpopProofs(exchange).map(headerKey).map(of('dpop_key', 'this_request')),
    ...proofs.slice(0, 1).map(headerKey).map(of('holder_key', 'this_request')),
    ...proofs.slice(0, 1).flatMap(attestedKeys).map(of('holder_key', 'this_request')),
    of('attestation_key', 'this_request')(confirmedKey(exchange)),
    ...(await sessionKeys(sessionId, ports)),
    of('signing_key', 'this_service')(accessToken.publicJwk),
    of('encryption_key', 'this_service')(requestEncryption.publicJwk),
    ...[credential, mdoc].map(({ publicJwk }) => of('credential_signing_key', 'this_service')(publicJwk)),
  ]
  const known = new Map<string, KnownKey>()
  for (const key of keys) {
    const jwk = publicMembers(key.jwk)
    if (jwk === null) continue
    const id = JSON.stringify([jwk.kty, jwk.crv, jwk.x, jwk.y])
    if (!known.has(id)) known.set(id, { ...key, jwk })
  }
  return [...known.values()].slice(0, triedKeysMax)
}

const kindsOfTokens: Readonly<Record<string, ValueKind>> = { dpop: 'dpop_key', proof_jwt: 'holder_key' }

/** The latest DPoP key and holder key that earlier requests of the session named. */
async function sessionKeys(sessionId: SessionId | null, { store }: IssuerContext['ports']): Promise<KnownKey[]> {
  if (sessionId === null) return []
  const decoded = (await store.exchanges(sessionId)).slice(-taken.exchanges).flatMap((exchange) => exchange.decoded)
  return Object.entries(kindsOfTokens).flatMap(([token, kind]) => {
    const last = decoded.findLast((one) => one.kind === token && isObject(one.header) && isObject(one.header.jwk))
    return isObject(last?.header) ? [{ kind, whose: 'this_session', jwk: last.header.jwk } as const] : []
  })
}

const dpopProofs = (exchange: Exchange): string[] => headerValues(exchange, 'dpop').slice(0, 1)

function proofsOf(exchange: Exchange, members: Members, type: 'jwt' | 'attestation' = 'jwt'): string[] {
  const json = readJsonBody(exchange)
  const { proofs } = members ?? (json.ok && isObject(json.value) ? json.value : {})
  const texts = isObject(proofs) && Array.isArray(proofs[type]) ? proofs[type] : []
  return texts.slice(0, taken.proofs).filter((text) => typeof text === 'string')
}

/** Key attestations of a request: in the headers of its first proofs, or as proofs themselves. */
function keyAttestations(exchange: Exchange, members: Members): string[] {
  const carried = proofsOf(exchange, members)
    .slice(0, taken.attestedKeys)
    .flatMap((proof) => {
      const jwt = readJwt(proof)
      return jwt.readable && typeof jwt.header.key_attestation === 'string' ? [jwt.header.key_attestation] : []
    })
  return [...carried, ...proofsOf(exchange, members, 'attestation').slice(0, 1)]
}

const assertionOf = (exchange: Exchange): string => {
  const { pairs } = readParameters(fromUtf8(exchange.body) ?? '')
  return [...pairs].find(([name]) => name === 'client_assertion')?.[1] ?? ''
}

function headerKey(text: string): unknown {
  const jwt = readJwt(text)
  return jwt.readable ? jwt.header.jwk : undefined
}

function attestedKeys(proof: string): unknown[] {
  const jwt = readJwt(proof)
  const { key_attestation: attestation } = jwt.readable ? jwt.header : {}
  const read = typeof attestation === 'string' ? readJwt(attestation) : null
  const keys = read?.readable ? read.claims.attested_keys : null
  return Array.isArray(keys) ? keys.slice(0, taken.attestedKeys) : []
}

/** The `cnf` key of the wallet attestation. */
function confirmedKey(exchange: Exchange): unknown {
  const jwt = readJwt(headerValue(exchange, attestationHeader) ?? '')
  return jwt.readable && isObject(jwt.claims.cnf) ? jwt.claims.cnf.jwk : null
}
