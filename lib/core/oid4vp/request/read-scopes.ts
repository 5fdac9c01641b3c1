import type { Json } from '../../json'

/** Scope values of a request. RFC6749-3.3 */
export interface ScopesReading {
  readonly tokens: readonly string[]
  /** True for a value that stands for a query; `openid` only asks for an ID Token. OID4VP-1FINAL-5.5 */
  readonly standsForQuery: boolean
  /** What is wrong with the value, as one sentence; `null` when nothing is. */
  readonly fault: string | null
}

const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** Reads scopes given as a string with spaces between them or as an array; never throws. */
export function readScopes(value: Json): ScopesReading {
  const tokens = tokensOf(value)
  if (tokens === null) return faulty('Scopes are a string with spaces between them, or an array of strings.')
  if (tokens.length === 0) return faulty('At least one scope value is needed.')
  if (!tokens.every((token) => scopeToken.test(token)))
    return faulty('A scope value holds visible ASCII characters other than quote and backslash, and at least one.')
  if (new Set(tokens).size < tokens.length) return faulty('A scope value is given more than once.')
  return { tokens, standsForQuery: tokens.some((token) => token !== 'openid'), fault: null }
}

function tokensOf(value: Json): string[] | null {
  if (typeof value === 'string') return value.split(' ')
  if (!Array.isArray(value)) return null
  return value.every((token) => typeof token === 'string') ? value : null
}

const faulty = (fault: string): ScopesReading => ({ tokens: [], standsForQuery: false, fault })
