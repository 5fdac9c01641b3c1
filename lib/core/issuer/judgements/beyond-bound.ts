import { type JsonBody, jsonBoundPassed } from '../../ground/http/read-json'

/** The refusal text for JSON that exceeds a limit, for use in a violation; empty for JSON within the limits. */
export function beyondBound(what: string, json: JsonBody): { readonly refusal?: string } {
  const passed = jsonBoundPassed(json)
  return passed === null ? {} : { refusal: `${what} ${passed}.` }
}
