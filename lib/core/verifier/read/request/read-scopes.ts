import type { Json } from '../../../ground/values/json'

/** Scope values of a request. RFC6749-3.3 */
export interface ScopesReading {
  readonly tokens: readonly string[]
  /** True for a value that stands for a query; `openid` only requests an ID Token. OID4VP-1FINAL-5.5 */
  readonly standsForQuery: boolean
  /** What is wrong with the value, as one sentence; `null` if nothing is. */
  readonly error: string | null
}

/** Maximum characters of all scope values together, far more than a useful request has. */
const scopeCharactersMax = 8192

const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** True for an empty array: it requests no scope, whatever else the request says. */
export const asksForNoScope = (value: Json | undefined): boolean => Array.isArray(value) && value.length === 0

/** Reads scopes given as a string with spaces between them or as an array; never throws. */
export function readScopes(value: Json): ScopesReading {
  if (isTooLong(value)) return malformed(`Scopes may have ${scopeCharactersMax} characters together.`)
  const tokens = tokensOf(value)
  if (tokens === null) return malformed('Scopes are a string with spaces between them, or an array of strings.')
  if (tokens.length === 0) return malformed('At least one scope value is needed.')
  if (!tokens.every((token) => scopeToken.test(token)))
    return malformed('A scope value holds visible ASCII characters other than quote and backslash, and at least one.')
  if (new Set(tokens).size < tokens.length) return malformed('A scope value is given more than once.')
  return { tokens, standsForQuery: tokens.some((token) => token !== 'openid'), error: null }
}

/** Checked before splitting the text, which could create hundreds of thousands of values. */
function isTooLong(value: Json): boolean {
  if (typeof value === 'string') return value.length > scopeCharactersMax
  if (!Array.isArray(value)) return false
  let characters = 0
  for (const token of value) {
    // Counts the space between two values.
    characters += typeof token === 'string' ? token.length + 1 : 1
    if (characters > scopeCharactersMax + 1) return true
  }
  return false
}

function tokensOf(value: Json): string[] | null {
  if (typeof value === 'string') return value.split(' ')
  if (!Array.isArray(value)) return null
  return value.every((token) => typeof token === 'string') ? value : null
}

const malformed = (error: string): ScopesReading => ({ tokens: [], standsForQuery: false, error })
