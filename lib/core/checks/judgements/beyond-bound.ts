import { type JsonBody, jsonBoundPassed } from '../../http/read-json'

/** The sentence of the answer to JSON that passes a bound, for a violation; nothing for JSON within the bounds. */
export function beyondBound(what: string, json: JsonBody): { readonly refusal?: string } {
  const passed = jsonBoundPassed(json)
  return passed === null ? {} : { refusal: `${what} ${passed}.` }
}
