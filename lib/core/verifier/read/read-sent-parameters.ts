import { type Exchange, headerValue } from '../../shared/http/exchange'
import { formPairsMax } from '../../shared/http/limits'
import { isUtf8Form, readForm } from '../../shared/http/read-form'
import { readJsonBody } from '../../shared/http/read-json'
import { fromUtf8 } from '../../shared/values/base64url'
import { isObject, type Json } from '../../shared/values/json'

/** Posted parameters, parsed whatever the media type. */
export interface SentParameters {
  readonly source: 'form' | 'json_body'
  readonly mediaType: string | null
  readonly urlencoded: boolean
  readonly utf8: boolean
  /** Distinct names in order of appearance. */
  readonly members: readonly string[]
  readonly duplicates: readonly string[]
  /** First value of a name; `undefined` if absent. Form values are strings. */
  readonly value: (name: string) => Json | undefined
}

/**
 * Parses a body as the form it should be, or as what it is by mistake: a JSON object, `multipart/form-data`, or a form
 * with another media type. Mistakes are recorded. Any other text yields no parameters. Never throws.
 * @see OID4VP-1FINAL-5.10, OID4VP-1FINAL-8.2
 */
export function readSentParameters(exchange: Exchange): SentParameters {
  const form = readForm(exchange)
  const { mediaType, urlencoded } = form
  const common = { mediaType, urlencoded, utf8: isUtf8Form(exchange) }
  if (urlencoded) return { ...common, ...ofPairs(form.body.pairs), duplicates: form.body.duplicates }
  const json = readJsonBody(exchange)
  if (json.ok && isObject(json.value)) {
    const members = json.value
    return {
      ...common,
      source: 'json_body',
      members: Object.keys(members),
      duplicates: json.duplicates.filter((path) => !path.slice(1).includes('/')).map((path) => path.slice(1)),
      value: (name) => (Object.hasOwn(members, name) ? (members[name] as Json) : undefined),
    }
  }
  const pairs = mediaType === 'multipart/form-data' ? multipartPairs(exchange) : plausible(form.body.pairs)
  return { ...common, ...ofPairs(pairs) }
}

type Pair = readonly [name: string, value: string]

function ofPairs(pairs: readonly Pair[]): Pick<SentParameters, 'source' | 'members' | 'duplicates' | 'value'> {
  const first = new Map<string, string>()
  const duplicates = new Set<string>()
  for (const [name, value] of pairs) {
    if (first.has(name)) duplicates.add(name)
    else first.set(name, value)
  }
  return { source: 'form', members: [...first.keys()], duplicates: [...duplicates], value: (name) => first.get(name) }
}

/** Text with spaces and without `=` is prose, not a form. */
const plausible = (pairs: readonly Pair[]): readonly Pair[] =>
  pairs.every(([name]) => /^[\w.~-]{1,64}$/.test(name)) ? pairs : []

/** `multipart/form-data` fields with readable names. RFC7578-4.2 */
function multipartPairs(exchange: Exchange): Pair[] {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(headerValue(exchange, 'content-type') ?? '') ?? []
  const boundary = quoted ?? plain
  const text = exchange.bodyOverflow ? null : fromUtf8(exchange.body)
  if (boundary === undefined || text === null) return []
  return `\r\n${text}`
    .split(`\r\n--${boundary}`, formPairsMax)
    .slice(1)
    .flatMap((part): Pair[] => {
      const end = part.indexOf('\r\n\r\n')
      const name = /^content-disposition:[^\r\n]*[;\s]name="([^"\r\n]{1,64})"/im.exec(
        part.slice(0, Math.max(0, end)),
      )?.[1]
      return name === undefined ? [] : [[name, part.slice(end + 4)]]
    })
}
