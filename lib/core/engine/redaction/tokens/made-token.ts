import { jsonDepthMax, jsonValuesMax } from '../../../ground/http/limits'
import type { MadeJwt } from '../../../ground/jose/sign-jwt'
import { isObject, type JsonObject } from '../../../ground/values/json'
import type { FoundToken } from './read-token'
import { partCharactersMax } from './read-token-part'

/** A token that we made, with what it was made of. */
interface MadeToken extends MadeJwt {
  /** What a credential says, as its format describes it. */
  readonly says?: JsonObject
}

/**
 * A token that we made, for `readTokens`. One whose text would be read as anything else than what it was made of counts as
 * not read: it is too long, or JSON does not give a value back as it was.
 */
export const madeToken = ({ token, header, claims, says }: MadeToken): FoundToken => {
  const isAsItsText =
    token.length <= partCharactersMax && [header, claims, says ?? null].every((part) => survivesJson(part))
  return [token, isAsItsText ? { header, claims, ...(says === undefined ? {} : { says }) } : null]
}

/** True for a value that is the same after it was written as JSON and read within the bounds of limits.ts. */
function survivesJson(value: unknown): boolean {
  let values = 0
  const look = (inner: unknown, depth: number): boolean => {
    values += 1
    if (values > jsonValuesMax) return false
    if (inner === null || typeof inner === 'string' || typeof inner === 'boolean') return true
    if (typeof inner === 'number') return Number.isFinite(inner) && !Object.is(inner, -0)
    if (depth === jsonDepthMax) return false
    // The index of a list is looked at even where it is empty.
    if (Array.isArray(inner)) return Array.from(inner).every((item) => look(item, depth + 1))
    return isPlain(inner) && Object.values(inner).every((member) => look(member, depth + 1))
  }
  return look(value, 0)
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype && typeof value.toJSON !== 'function'
