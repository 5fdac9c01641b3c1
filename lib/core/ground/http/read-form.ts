import { fromUtf8 } from '../values/base64url'
import { type Exchange, mediaTypeOf } from './exchange'
import { formDecode } from './form-decode'
import { formPairsMax } from './limits'

/** Parameters of a form body or a query, repetition kept. An empty value counts as absent: RFC 6749 section 3.1. */
export interface Parameters {
  readonly pairs: ReadonlyArray<readonly [name: string, value: string]>
  /** Names that came more than once. */
  readonly duplicates: readonly string[]
  readonly tooMany: boolean
  /** The first non-empty value of a name, `null` when there is none. */
  get(name: string): string | null
  /** True when the name was sent, even with an empty value. */
  sent(name: string): boolean
}

/** A form body, read as far as it goes whatever its media type says. */
export interface FormReading {
  readonly mediaType: string | null
  readonly urlencoded: boolean
  readonly tooLarge: boolean
  readonly utf8: boolean
  readonly body: Parameters
  readonly query: Parameters
}

/**
 * Separators up to which a text is read: an empty piece is not a parameter, but millions of them are no form either.
 */
const separatorsMax = 64 * formPairsMax

/** Parses `application/x-www-form-urlencoded` text up to the first parameter too many; never throws. */
export function readParameters(text: string): Parameters {
  const { pieces, tooMany } = splitForm(text)
  const pairs = pieces.map((piece): readonly [string, string] => {
    const equals = piece.indexOf('=')
    return equals < 0
      ? [formDecode(piece), '']
      : [formDecode(piece.slice(0, equals)), formDecode(piece.slice(equals + 1))]
  })
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

/** The pieces of a form that are parameters, as they were sent, up to the bound. */
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
