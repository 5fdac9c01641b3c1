import { fromUtf8 } from '../../base64url'
import { type Exchange, mediaTypeOf } from '../../http/exchange'
import { readJwe } from '../../jose/read-jwe'
import type { Decrypter } from '../../ports'
import { encValues, keyAgreement } from './parameters'

/** An encrypted request, read as far as it goes. OID4VCI-1FINAL-10 */
export interface EncryptedBodyReading {
  readonly mediaType: string | null
  /** Why it is no JWE at all; `null` when it is one. */
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
  /** What was in it; `null` when it could not be decrypted. */
  readonly plaintext: string | null
}

/**
 * Reads a body that is encrypted, by its media type or by what it looks like; `null` for a plain one. It is decrypted
 * under the published algorithms only, whatever key it names.
 */
export function readEncryptedBody(exchange: Exchange, decrypter: Decrypter): EncryptedBodyReading | null {
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
    publishedKid: decrypter.kid,
  }
  const asPublished = facts.alg === keyAgreement && encValues.some((value) => value === facts.enc) && facts.zip === null
  const plaintext = jwe.readable && asPublished && !('crit' in header) ? decrypter.decrypt(jwe.value) : null
  return { ...facts, asPublished, plaintext: plaintext && fromUtf8(plaintext) }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
