import { isWording, quote, quoteStart, say, type Wording } from '../../ground/values/wording'

/**
 * Matches a compact JWS or JWE, or the beginning of one. The lookbehind lets a match start only at the start of a part,
 * which keeps matching linear.
 */
const tokenLike = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+(\.|$)|^eyJ/

/** Values longer than this are not examined: no reader compares them. */
const lookedAtMax = 16 * 1024

/**
 * A value from a wallet in a form that is safe for a finding: short, and never a token, not even a misplaced one. An
 * absent value is `null`; for objects and arrays only the kind is shown.
 */
export function shown(value: unknown): null | number | boolean | Wording {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (isWording(value)) return value
  if (Array.isArray(value)) return say`an array of ${value.length}`
  return typeof value === 'string' ? shownText(value) : say`an ${typeof value}`
}

function shownText(value: string): Wording {
  if (value.length > lookedAtMax) return say`a value of ${value.length} characters`
  if (tokenLike.test(value) && !/^[a-z][a-z0-9+.-]*:/i.test(value)) return say`a token of ${value.length} characters`
  return value.length > 200 ? say`${quoteStart(value, 200)} (${value.length} characters)` : quote(value)
}

/** Maximum length of a name: anything longer is a value used as a name. */
const nameCharactersMax = 64

/**
 * A name chosen by a wallet in a form that is safe for a finding: if it is too long for a name, only its length is
 * shown.
 */
export const shownName = (name: string): Wording =>
  name.length > nameCharactersMax ? say`a name of ${name.length} characters` : shownText(name)

/** How many names of a list a finding shows. */
const namesMax = 10

/**
 * The first names of parameters or members that a wallet made up. If a name has characters that names do not have, it
 * is misplaced content, such as a whole body that is not a form: only its length is shown.
 */
export const shownNames = (names: readonly string[]): Wording[] =>
  names
    .slice(0, namesMax)
    .map((name) => (/^[\w.[\]-]*$/.test(name) ? shownName(name) : say`a name of ${name.length} characters`))
