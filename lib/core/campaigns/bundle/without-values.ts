import { isObject, type Json, type JsonObject } from '../../ground/values/json'

/** What stands where a value was shown because the session asked for it. */
const withheld: JsonObject = { redacted: true, present: true }

/**
 * A read-back without the values of claims that a session with `reveal_claims` shows: those of SD-JWT Disclosures, which have a
 * salt, and of mdoc elements, which have a digest id. A bundle is made to be handed on.
 */
export function withoutValues(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutValues)
  if (!isObject(value)) return value
  const members = Object.entries(value as JsonObject).map(([name, inner]): [string, Json] => [
    name,
    name === 'value' && holdsClaim(value) ? withheld : withoutValues(inner),
  ])
  return Object.fromEntries(members)
}

const holdsClaim = (value: Record<string, unknown>): boolean =>
  Object.hasOwn(value, 'salt') || (Object.hasOwn(value, 'digest_id') && Object.hasOwn(value, 'element'))
