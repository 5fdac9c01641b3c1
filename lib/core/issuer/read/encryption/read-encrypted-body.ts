import { type Exchange, mediaTypeOf } from '../../../ground/http/exchange'
import { readJwe } from '../../../ground/jose/jwe'
import type { Decrypter } from '../../../ground/ports/keys'
import { fromUtf8 } from '../../../ground/values/base64url'
import { encValues, keyAgreement } from './parameters'

/** An encrypted request, as far as it can be read. OID4VCI-1FINAL-10 */
export interface EncryptedBodyReading {
  readonly mediaType: string | null
  /** Why it is not a JWE; `null` if it is one. */
  readonly unreadable: string | null
  /** Header parameters as sent; `null` if absent or not a string. */
  readonly alg: string | null
  readonly enc: string | null
  readonly kid: string | null
  readonly zip: string | null
  /** Whether `alg`, `enc` and `zip` are as published. */
  readonly asPublished: boolean
  /** The `kid` of the published key. */
  readonly publishedKid: string
  /** The JWE as received, with its decoded header; `null` if it is not a JWE. */
  readonly jwe: { readonly value: string; readonly header: Readonly<Record<string, unknown>> } | null
  /** The decrypted content; `null` if decryption failed. */
  readonly plaintext: string | null
}

/** An encrypted request before decryption. */
export interface SealedBodyReading extends Omit<EncryptedBodyReading, 'plaintext'> {
  /** The JWE if its header allows decryption: as published, and without an extension. */
  readonly openable: string | null
}

/** Reads the header of an encrypted body, recognised by its media type or its form; `null` for an unencrypted body. */
export function readSealedBody(exchange: Exchange, publishedKid: string): SealedBodyReading | null {
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
  const asPublished = facts.alg === keyAgreement && encValues.some((value) => value === facts.enc) && facts.zip === null
  return { ...facts, asPublished, openable: jwe.readable && asPublished && !('crit' in header) ? jwe.value : null }
}

/** Reads and decrypts an encrypted body, with the published algorithms only, whatever key it names. */
export async function readEncryptedBody(
  exchange: Exchange,
  decrypter: Decrypter,
): Promise<EncryptedBodyReading | null> {
  const sealed = readSealedBody(exchange, decrypter.kid)
  if (sealed === null) return null
  const bytes = sealed.openable === null ? null : await decrypter.decrypt(sealed.openable)
  return opened(sealed, bytes)
}

/** The reading of a body together with its decrypted content. */
export const opened = (
  { openable: _, ...facts }: SealedBodyReading,
  bytes: Uint8Array | null,
): EncryptedBodyReading => ({ ...facts, plaintext: bytes && fromUtf8(bytes) })

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
