import type { Json } from '../../json'

/**
 * What a compact JWS or JWE, or the beginning of one, looks like. The look-behind lets a match begin only where a part
 * begins, which keeps the time linear.
 */
const tokenLike = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+(\.|$)|^eyJ/

/**
 * A value that a wallet sent, made fit for a finding: short, and never a token, not even one in a wrong place.
 * An absent value is `null`; of objects and arrays only the kind is told.
 */
export function shown(value: unknown): Json {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value !== 'string') return `an ${typeof value}`
  if (tokenLike.test(value) && !/^[a-z][a-z0-9+.-]*:/i.test(value)) return `a token of ${value.length} characters`
  return value.length > 200 ? `${value.slice(0, 200)} (${value.length} characters)` : value
}

/** Characters that a name may have: a longer one is a value in the place of a name. */
const nameCharactersMax = 64

/** A name that a wallet chose, made fit for a finding: what is too long for a name is told by its length. */
export const shownName = (name: string): Json =>
  name.length > nameCharactersMax ? `a name of ${name.length} characters` : shown(name)
