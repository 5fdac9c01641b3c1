import { type Exchange, mediaTypeOf } from '../../../ground/http/exchange'
import { readJwe } from '../../../ground/jose/read-jwe'
import type { Decrypter } from '../../../ground/ports/ports'
import { fromUtf8 } from '../../../ground/values/base64url'
import { encValues, keyAgreement } from './parameters'

/** An encrypted request, read as far as it goes. OID4VCI-1FINAL-10 */
export interface EncryptedBodyReading {
  readonly mediaType: string | null
  /** Why it is not a JWE at all; `null` when it is one. */
  readonly unreadable: string | null
  /** Header parameters as they were sent; `null` where they are absent or no text. */
  readonly alg: string | null
  readonly enc: string | null
  readonly kid: string | null
  readonly zip: string | null
  /** `alg`, `enc` and `zip` are as published. */
  readonly asPublished: boolean
  /** The `kid` of the published key. */
  readonly publishedKid: string
  /** As it came, with its header as it was read; `null` when it is not a JWE. */
  readonly jwe: { readonly value: string; readonly header: Readonly<Record<string, unknown>> } | null
  /** What was in it; `null` when it could not be decrypted. */
  readonly plaintext: string | null
}

/** An encrypted request before it is opened. */
export interface SealedBodyReading extends Omit<EncryptedBodyReading, 'plaintext'> {
  /** The JWE, where its header allows to open it: as published, and without an extension. */
  readonly openable: string | null
}

/**
 * Reads a body that is encrypted as far as its header, by its media type or by what it looks like; `null` for a plain
 * one.
 */
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

/** Reads a body that is encrypted and opens it, under the published algorithms only, whatever key it names. */
export async function readEncryptedBody(
  exchange: Exchange,
  decrypter: Decrypter,
): Promise<EncryptedBodyReading | null> {
  const sealed = readSealedBody(exchange, decrypter.kid)
  if (sealed === null) return null
  const bytes = sealed.openable === null ? null : await decrypter.decrypt(sealed.openable)
  return opened(sealed, bytes)
}

/** The reading of a body with the bytes that were in it. */
export const opened = (
  { openable: _, ...facts }: SealedBodyReading,
  bytes: Uint8Array | null,
): EncryptedBodyReading => ({ ...facts, plaintext: bytes && fromUtf8(bytes) })

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
