import { fromUtf8 } from '../values/base64url'
import { type Exchange, mediaTypeOf } from './exchange'
import { formPairsMax } from './limits'

const plus = 0x2b

const percent = 0x25

const space = 0x20

/** Value of each hexadecimal digit by character code; 255 for any other. */
const digits = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 255 : value
})

/**
 * Decodes a name or value of a form or query in linear time: `+` is a space, invalid escapes stay, and bytes that are
 * not UTF-8 become U+FFFD. Never throws.
 * @see https://url.spec.whatwg.org/#urlencoded-parsing
 */
export function formDecode(text: string): string {
  if (!text.includes('+') && !text.includes('%')) return text
  if (text.includes('+')) return decodeOddly(text)
  try {
    return decodeURIComponent(text)
  } catch {
    return decodeOddly(text)
  }
}

/** Slow path for spaces, invalid escapes and invalid UTF-8. */
function decodeOddly(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let written = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const high = digits[bytes[at + 1] ?? 0] ?? 255
    const low = digits[bytes[at + 2] ?? 0] ?? 255
    if (byte === percent && high < 16 && low < 16 && at + 2 < bytes.length) {
      bytes[written++] = high * 16 + low
      at += 2
    } else bytes[written++] = byte === plus ? space : byte
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, written))
}

/** Parameters of a form body or query, with repetitions. An empty value counts as absent: RFC 6749 section 3.1. */
export interface Parameters {
  readonly pairs: ReadonlyArray<readonly [name: string, value: string]>
  /** Names that occur more than once. */
  readonly duplicates: readonly string[]
  readonly tooMany: boolean
  /** The first non-empty value of a name; `null` if there is none. */
  get(name: string): string | null
  /** True if the name was sent, even with an empty value. */
  sent(name: string): boolean
}

/** A form body, read as far as possible whatever its media type. */
export interface FormReading {
  readonly mediaType: string | null
  readonly urlencoded: boolean
  readonly tooLarge: boolean
  readonly utf8: boolean
  readonly body: Parameters
  readonly query: Parameters
}

/** Most separators to scan: empty pieces are no parameters, but millions of them are no form either. */
const separatorsMax = 64 * formPairsMax

/** Parses `application/x-www-form-urlencoded` text up to the parameter limit; never throws. */
export function readParameters(text: string): Parameters {
  const { pieces, tooMany } = splitForm(text)
  const pairs = pieces.map((piece): readonly [string, string] => {
    const equals = piece.indexOf('=')
    return equals < 0
      ? [formDecode(piece), '']
      : [formDecode(piece.slice(0, equals)), formDecode(piece.slice(equals + 1))]
  })
  return parametersOf(pairs, tooMany)
}

/** These pairs of names and values as parameters. */
export function parametersOf(pairs: Parameters['pairs'], tooMany = false): Parameters {
  const seen = new Set<string>()
  const duplicates = new Set<string>()
  for (const [name] of pairs) (seen.has(name) ? duplicates : seen).add(name)
  return {
    pairs,
    duplicates: [...duplicates],
    tooMany,
    get: (name) => pairs.find(([key, value]) => key === name && value !== '')?.[1] ?? null,
    sent: (name) => seen.has(name),
  }
}

/** The non-empty pieces of a form, as sent, up to the limit. */
function splitForm(text: string): { readonly pieces: readonly string[]; readonly tooMany: boolean } {
  const pieces: string[] = []
  let separators = 0
  let from = 0
  while (from < text.length) {
    const ampersand = text.indexOf('&', from)
    const end = ampersand === -1 ? text.length : ampersand
    if (end > from && pieces.length === formPairsMax) return { pieces, tooMany: true }
    if (end > from) pieces.push(text.slice(from, end))
    if (++separators > separatorsMax) return { pieces, tooMany: true }
    from = end + 1
  }
  return { pieces, tooMany: false }
}

/** Reads the form body and the query of an exchange; never throws. */
export function readForm(exchange: Exchange): FormReading {
  const mediaType = mediaTypeOf(exchange)
  const text = exchange.bodyOverflow ? null : fromUtf8(exchange.body)
  return {
    mediaType,
    urlencoded: mediaType === 'application/x-www-form-urlencoded',
    tooLarge: exchange.bodyOverflow,
    utf8: exchange.bodyOverflow || text !== null,
    body: readParameters(text ?? ''),
    query: readParameters(exchange.query ?? ''),
  }
}

/**
 * True if a form is valid UTF-8 after percent-decoding; `URLSearchParams` silently replaces invalid bytes. Always true
 * for a truncated body.
 */
export function isUtf8Form({ body, bodyOverflow }: Pick<Exchange, 'body' | 'bodyOverflow'>): boolean {
  const text = bodyOverflow ? null : fromUtf8(body)
  if (text === null) return bodyOverflow
  try {
    decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'))
    return true
  } catch {
    return false
  }
}
