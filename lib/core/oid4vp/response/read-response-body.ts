import type { Exchange } from '../../http/exchange'
import { isUtf8Form } from '../../http/is-utf8-form'
import { readForm } from '../../http/read-form'
import { readJsonBody } from '../../http/read-json'
import { isObject, type Json } from '../../json'

/** The body of an answer, taken apart whatever it says it is. */
export interface ResponseBody {
  readonly source: 'form' | 'json_body'
  readonly mediaType: string | null
  readonly urlencoded: boolean
  readonly utf8: boolean
  /** Names in their order, repeated ones once. */
  readonly members: readonly string[]
  readonly duplicates: readonly string[]
  /** The first value of a name; `undefined` when it was not sent. A text for a form. */
  readonly value: (name: string) => Json | undefined
}

/**
 * Reads the body as a form, or as JSON where it is a JSON object by mistake: the fault is recorded, and the rest of the
 * answer is read all the same. Never throws.
 * @see OID4VP-1FINAL-8.2
 */
export function readResponseBody(exchange: Exchange): ResponseBody {
  const form = readForm(exchange)
  const common = { mediaType: form.mediaType, urlencoded: form.urlencoded, utf8: isUtf8Form(exchange) }
  const json = form.urlencoded ? null : readJsonBody(exchange)
  if (json?.ok && isObject(json.value)) {
    const members = json.value
    return {
      ...common,
      source: 'json_body',
      members: Object.keys(members),
      duplicates: json.duplicates.filter((path) => !path.slice(1).includes('/')).map((path) => path.slice(1)),
      value: (name) => (Object.hasOwn(members, name) ? (members[name] as Json) : undefined),
    }
  }
  const first = new Map<string, string>()
  for (const [name, value] of form.body.pairs) if (!first.has(name)) first.set(name, value)
  return {
    ...common,
    source: 'form',
    members: [...first.keys()],
    duplicates: form.body.duplicates,
    value: (name) => first.get(name),
  }
}
