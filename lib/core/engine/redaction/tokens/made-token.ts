import { jsonDepthMax, jsonValuesMax } from '../../../shared/http/limits'
import type { MadeJwt } from '../../../shared/jose/jwt'
import { isObject, type JsonObject } from '../../../shared/values/json'
import { type FoundToken, partCharactersMax } from './read-token'

/** A token that we made, and what it was made from. */
interface MadeToken extends MadeJwt {
  /** What a credential says, as its format describes it. */
  readonly says?: JsonObject
}

/**
 * A token that we made, for `readTokens`. It counts as unread if parsing its text would give something else than what
 * it was made from: it is too long, or JSON changes a value.
 */
export const madeToken = ({ token, header, claims, says }: MadeToken): FoundToken => {
  const isAsItsText =
    token.length <= partCharactersMax && [header, claims, says ?? null].every((part) => survivesJson(part))
  return [token, isAsItsText ? { header, claims, ...(says === undefined ? {} : { says }) } : null]
}

/** True for a value that survives writing and reading as JSON within the limits of limits.ts. */
function survivesJson(value: unknown): boolean {
  let values = 0
  const look = (inner: unknown, depth: number): boolean => {
    values += 1
    if (values > jsonValuesMax) return false
    if (inner === null || typeof inner === 'string' || typeof inner === 'boolean') return true
    if (typeof inner === 'number') return Number.isFinite(inner) && !Object.is(inner, -0)
    if (depth === jsonDepthMax) return false
    // Array.from visits the holes of a sparse array too.
    if (Array.isArray(inner)) return Array.from(inner).every((item) => look(item, depth + 1))
    return isPlain(inner) && Object.values(inner).every((member) => look(member, depth + 1))
  }
  return look(value, 0)
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype && typeof value.toJSON !== 'function'
