import { type Exchange, mediaTypeOf } from '../../../shared/http/exchange'
import { readJwe } from '../../../shared/jose/jwe'
import type { WrongDerivation } from '../../../shared/ports/keys'
import type { StoredEvent } from '../../../shared/ports/store-types'
import { fromUtf8 } from '../../../shared/values/base64url'
import { isObject } from '../../../shared/values/json'
import { quoteStart, type ToldObject, type Wording } from '../../../shared/values/wording'
import type { IssuerInPlay } from '../../configurations/issuer-in-play'
import { requiredEncryption } from '../../configurations/laboratory/protocol-options'
import { encValues, keyAgreement, type ResponseEncryptionReading } from './response-encryption'

/** Facts of an encrypted request. OID4VCI-1FINAL-10 */
export interface EncryptedBodyReading {
  readonly mediaType: string | null
  /** Why it is not a JWE; `null` if it is one. */
  readonly unreadable: string | null
  /** As sent; `null` if absent or not a string. */
  readonly alg: string | null
  readonly enc: string | null
  readonly kid: string | null
  readonly zip: string | null
  /** Whether `alg`, `enc` and `zip` match the metadata. */
  readonly asPublished: boolean
  /** `kid` of the published key; `null` if the metadata offers no encryption. */
  readonly publishedKid: string | null
  /** The JWE as received, with its decoded header; `null` if it is none. */
  readonly jwe: { readonly value: string; readonly header: Readonly<Record<string, unknown>> } | null
  /** Decrypted content; `null` if decryption failed. */
  readonly plaintext: string | null
  /** Why the published key does not open it, though it is encrypted to it; `null` if it opens, or nothing explains it. */
  readonly misderived: WrongDerivation | null
}

/** An encrypted request before decryption. */
export interface SealedBodyReading extends Omit<EncryptedBodyReading, 'plaintext' | 'misderived'> {
  /** The JWE, if its header permits decryption: as published and without extensions. */
  readonly openable: string | null
}

/** Reads the header of an encrypted body, recognised by media type or form; `null` for a plain body. */
export function readSealedBody(exchange: Exchange, publishedKid: string | null): SealedBodyReading | null {
  const mediaType = mediaTypeOf(exchange)
  const text = exchange.bodyOverflow ? null : fromUtf8(exchange.body)
  const jwe = readJwe(text?.trim() ?? '')
  if (!jwe.readable && mediaType !== 'application/jwt') return null
  const header = jwe.readable ? jwe.header : {}
  const facts = {
    mediaType,
    unreadable: jwe.readable ? null : jwe.reason,
    alg: textOf(header.alg),
    enc: textOf(header.enc),
    kid: textOf(header.kid),
    zip: 'zip' in header ? (textOf(header.zip) ?? '') : null,
    publishedKid,
    jwe: jwe.readable ? { value: jwe.value, header: jwe.header } : null,
  }
  const isOffered = facts.alg === keyAgreement && encValues.some((value) => value === facts.enc) && facts.zip === null
  const asPublished = publishedKid !== null && isOffered
  return { ...facts, asPublished, openable: jwe.readable && asPublished && !('crit' in header) ? jwe.value : null }
}

/**
 * Reads and decrypts an encrypted body, with published algorithms only, whatever key it names. Where the metadata offer
 * no encryption, nothing is decrypted.
 */
export async function readEncryptedBody(
  exchange: Exchange,
  { keys, options }: Pick<IssuerInPlay, 'keys' | 'options'>,
): Promise<EncryptedBodyReading | null> {
  const decrypter = requiredEncryption(options).offered ? keys.requestEncryption : null
  const sealed = readSealedBody(exchange, decrypter?.kid ?? null)
  if (sealed === null) return null
  const bytes = decrypter === null || sealed.openable === null ? null : await decrypter.decrypt(sealed.openable)
  const isClosed = decrypter !== null && sealed.openable !== null && bytes === null
  return opened(sealed, bytes, isClosed ? decrypter.misderived(sealed.openable) : null)
}

/** Adds decrypted content to a reading. */
export const opened = (
  { openable: _, ...facts }: SealedBodyReading,
  bytes: Uint8Array | null,
  misderived: WrongDerivation | null = null,
): EncryptedBodyReading => ({ ...facts, plaintext: bytes && fromUtf8(bytes), misderived })

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Encryption details of a request for its event; same members as `observed.encryption`. */
export const encryptionFacts = (
  body: EncryptedBodyReading | null,
  response: ResponseEncryptionReading | null,
): ToldObject => ({
  request: {
    encrypted: body !== null,
    alg: short(body?.alg),
    enc: short(body?.enc),
    kid: short(body?.kid),
  },
  response: {
    requested: response !== null,
    alg: short(response?.jwk?.alg),
    enc: short(response?.enc),
    key_thumbprint: response?.jwk?.thumbprint ?? null,
  },
})

/** Thumbprints of response encryption keys in the session's earlier requests. */
export const earlierResponseKeys = (events: readonly StoredEvent[]): string[] =>
  events.flatMap(({ type, detail }) => {
    const response =
      type === 'credential_request_received' && isObject(detail.encryption) ? detail.encryption.response : null
    return isObject(response) && typeof response.key_thumbprint === 'string' ? [response.key_thumbprint] : []
  })

const short = (value: string | null | undefined): Wording | null => quoteStart(value, 100) ?? null
