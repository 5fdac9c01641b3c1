import type { RequestContext } from '../../../engine/endpoints/request-context'
import { listHeader } from '../../../shared/http/exchange'
import { isLinkPreview } from '../../../shared/http/not-a-wallet'
import { readJsonText } from '../../../shared/http/read-json'
import { canEncryptJwe } from '../../../shared/jose/jwe'
import { type JwkFacts, readPublicJwk } from '../../../shared/jose/jwk'
import { digestOf } from '../../../shared/ports/digests'
import type { PresentationSession } from '../../../shared/ports/store-types'
import type { EpochMillis } from '../../../shared/time/time'
import { fromUtf8 } from '../../../shared/values/base64url'
import { isObject } from '../../../shared/values/json'
import { say, type Wording } from '../../../shared/values/wording'
import { verifierHistory } from '../../history/verifier-history'
import { type PrivacyReading, readPrivacy } from '../privacy'
import { readSentParameters } from '../read-sent-parameters'

/** Supported key agreement and encryption, with a test for suitable keys. RFC7518-4.1 */
const algorithms: Readonly<Record<string, (facts: JwkFacts) => boolean>> = {
  'ECDH-ES': ({ kty, crv }) => kty === 'EC' || crv === 'X25519',
  'ECDH-ES+A128KW': ({ kty, crv }) => kty === 'EC' || crv === 'X25519',
  'ECDH-ES+A256KW': ({ kty, crv }) => kty === 'EC' || crv === 'X25519',
  'RSA-OAEP-256': ({ kty }) => kty === 'RSA',
}

/** Supported content encryption, strongest first. RFC7518-5.1 */
const encValues = ['A256GCM', 'A128GCM', 'A128CBC-HS256', 'A256CBC-HS512'] as const

/** How a Request Object is encrypted to a wallet. */
export interface RequestEncryption {
  readonly alg: string
  readonly enc: string
  readonly kid: string | null
  readonly publicJwk: Readonly<Record<string, string>>
}

/**
 * How to encrypt the request to a wallet that sent keys; `null` if none is usable. A key without `alg` takes the first
 * listed algorithm that fits its type. Each candidate is tried, since only encrypting shows that a key is too weak,
 * e.g. RSA with 1024 bits.
 * @see OID4VP-1FINAL-5.10, RFC9101-6.1
 */
export async function chooseRequestEncryption(
  metadata: Readonly<Record<string, unknown>>,
  keys: readonly { readonly facts: JwkFacts; readonly use: string | null }[],
): Promise<RequestEncryption | null> {
  const listedAlgs = namesIn(metadata.request_object_encryption_alg_values_supported)
  const listedEncs = namesIn(metadata.request_object_encryption_enc_values_supported)
  const enc = listedEncs.find((name) => encValues.some((known) => known === name)) ?? 'A128GCM'
  for (const { facts, use } of keys) {
    const { publicJwk, kid } = facts
    if (publicJwk === null || (use !== null && use !== 'enc')) continue
    const candidates = facts.alg === null ? [...listedAlgs, ...Object.keys(algorithms)] : [facts.alg]
    const alg = candidates.find((name) => Object.hasOwn(algorithms, name) && algorithms[name]?.(facts))
    if (alg !== undefined && (await canEncryptJwe({ alg, enc, kid, jwk: publicJwk })))
      return { alg, enc, kid, publicJwk }
  }
  return null
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []

/** Facts of a Request Object fetch. RFC9101-5.2.3, OID4VP-1FINAL-5.10 */
export interface RequestFetchReading {
  readonly session: PresentationSession
  readonly now: EpochMillis
  readonly method: 'GET' | 'POST'
  /** True for `HEAD`, which fetches header fields only and does not count. RFC 9110 section 9.3.2 */
  readonly onlyHead: boolean
  /** `Accept` fields joined; `null` if absent. */
  readonly accept: string | null
  readonly bodyBytes: number
  /** `null` if absent. */
  readonly query: string | null
  /** The connection; `version` is `null` if unknown, and `plain` if a trusted proxy says so. */
  readonly tls: { readonly https: boolean; readonly version: string | null; readonly plain?: boolean }
  readonly privacy: PrivacyReading
  /** Whether the client inspects links for previews or safety and is no wallet. */
  readonly linkPreview: boolean
  readonly history: {
    /** Earlier fetches, without link previews. */
    readonly fetches: number
    readonly consumedAt: EpochMillis | null
    readonly expired: boolean
  }
  /** `null` for GET. */
  readonly post: RequestPostReading | null
}

/** What a wallet posted to fetch the request. OID4VP-1FINAL-5.10 */
export interface RequestPostReading {
  readonly mediaType: string | null
  readonly urlencoded: boolean
  readonly utf8: boolean
  readonly members: readonly string[]
  readonly duplicates: readonly string[]
  readonly walletNonce: WalletNonceReading | null
  readonly walletMetadata: WalletMetadataReading | null
}

export interface WalletNonceReading {
  /** First value, as received. */
  readonly value: string
  /** Whether it has at most 512 printable ASCII characters; only then it is echoed. */
  readonly usable: boolean
  /** Whether an earlier fetch of any session used it. */
  readonly seenBefore: boolean
}

/** The wallet's metadata. OID4VP-1FINAL-10.1 */
export interface WalletMetadataReading {
  /** Why it is not a JSON object; `null` if it is. */
  readonly error: Wording | null
  /** As received. */
  readonly text: string
  readonly value: Readonly<Record<string, unknown>> | null
  /** Parsed JSON, for redaction; `undefined` if it is not JSON. */
  readonly json?: unknown
  readonly bytes: number
  /** `null` without keys. */
  readonly jwks: {
    readonly isKeySet: boolean
    readonly keys: readonly { readonly facts: JwkFacts; readonly use: string | null }[]
  } | null
  /** Encryption of the Request Object; `null` if none. */
  readonly encryption: RequestEncryption | null
}

/** Reads a Request Object fetch as far as possible; never throws on bad input. OID4VP-1FINAL-5.10 */
export async function readRequestFetch(
  session: PresentationSession,
  context: RequestContext,
): Promise<RequestFetchReading> {
  const { exchange, ports, settings } = context
  const method = exchange.method === 'POST' ? 'POST' : 'GET'
  const { fetches, consumedAt, expired } = verifierHistory(
    session,
    await ports.store.events(session.sessionId),
    exchange.at,
  )
  return {
    session,
    now: exchange.at,
    method,
    onlyHead: exchange.method === 'HEAD',
    accept: listHeader(exchange, 'accept'),
    bodyBytes: exchange.bodyBytes,
    query: exchange.query,
    tls: {
      https: settings.baseUrl.startsWith('https:'),
      version: exchange.tlsVersion ?? null,
      plain: exchange.plainHttp === true,
    },
    privacy: readPrivacy(exchange, {
      body: method === 'GET' ? (fromUtf8(exchange.body) ?? '') : besideMetadata(context),
    }),
    linkPreview: isLinkPreview(exchange),
    history: { fetches, consumedAt, expired },
    post: method === 'POST' ? await readPost(context) : null,
  }
}

/** The POST content without metadata, which has its own checks, and encryption keys. */
function besideMetadata({ exchange }: RequestContext): string {
  const { members, value } = readSentParameters(exchange)
  return members
    .filter((name) => name !== 'wallet_metadata')
    .map((name) => `${name} ${textOf(value(name)) ?? ''}`)
    .join('\n')
}

async function readPost({ exchange, ports }: RequestContext): Promise<RequestPostReading> {
  const { value, ...body } = readSentParameters(exchange)
  const nonce = textOf(value('wallet_nonce'))
  const metadata = textOf(value('wallet_metadata'))
  const digest = nonce === null ? '' : digestOf(nonce, ports.sha256)
  return {
    mediaType: body.mediaType,
    urlencoded: body.urlencoded,
    utf8: body.utf8,
    members: body.members,
    duplicates: body.duplicates,
    walletNonce:
      nonce === null ? null : readWalletNonce(nonce, (await ports.store.oneTimeValue('wallet_nonce', digest)) !== null),
    walletMetadata: metadata === null ? null : await readWalletMetadata(metadata),
  }
}

/**
 * An empty value counts as absent (RFC 6749 section 3.1). In a body that is JSON by mistake, a value counts as its JSON
 * text.
 */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const readWalletNonce = (value: string, seenBefore: boolean): WalletNonceReading => ({
  value,
  usable: /^[\x21-\x7e]{1,512}$/.test(value),
  seenBefore,
})

/** Maximum wallet keys read. */
const keysMax = 20

async function readWalletMetadata(text: string): Promise<WalletMetadataReading> {
  const bytes = new TextEncoder().encode(text).length
  const json = readJsonText(text)
  const nothing = { text, json: json.ok ? json.value : undefined, value: null, bytes, jwks: null, encryption: null }
  if (!json.ok) return { error: say`It is not JSON within the bounds.`, ...nothing }
  if (!isObject(json.value)) return { error: say`It is JSON, but no object.`, ...nothing }
  const value = json.value
  const jwks = Object.hasOwn(value, 'jwks') ? await readKeySet(value.jwks) : null
  return {
    error: null,
    text,
    json: value,
    value,
    bytes,
    jwks: jwks && { isKeySet: jwks.isKeySet, keys: jwks.keys.map(({ facts, use }) => ({ facts, use })) },
    encryption: jwks && (await chooseRequestEncryption(value, jwks.keys)),
  }
}

/** A wallet key with its metadata. */
interface WalletKey {
  readonly facts: JwkFacts
  readonly use: string | null
}

async function readKeySet(
  value: unknown,
): Promise<{ readonly isKeySet: boolean; readonly keys: readonly WalletKey[] }> {
  const keys = isObject(value) && Array.isArray(value.keys) ? value.keys : null
  const read = await Promise.all(
    (keys ?? []).slice(0, keysMax).map(async (key: unknown) => ({
      facts: await readPublicJwk(key),
      use: isObject(key) && typeof key.use === 'string' ? key.use : null,
    })),
  )
  return { isKeySet: keys !== null && keys.length > 0 && keys.every(isObject), keys: read }
}
