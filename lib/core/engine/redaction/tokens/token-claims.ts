import type { JsonObject } from '../../../ground/values/json'
import { redactMember, shownName } from '../message/redact-json'
import { setMember } from '../names/own-members'
import { type Place, within } from '../place'
import type { Redaction, TokenRule } from '../redaction'
import { redactUnknown } from '../values/redact-sensitive'

/** Claims whose value may be a structure. A structure under any other shown claim is unexpected and stays redacted. */
const structured = ['aud', 'cnf', 'status']

/**
 * The claims of a token as evidence shows them. Hides nonces, codes and tokens, even spent ones, unless a protocol says
 * otherwise.
 */
export function redactClaims(rule: TokenRule, claims: JsonObject, place: Place, redaction: Redaction): JsonObject {
  const result: JsonObject = {}
  const ours = place.ours && rule.isOurs === true
  for (const [name, value] of Object.entries(claims)) {
    const shown = shownName(name, { ...place, ours }, redaction)
    setMember(result, shown, redactClaim(rule, name, value, within(place, shown, { ours }), redaction))
  }
  return result
}

function redactClaim(rule: TokenRule, name: string, value: JsonObject[string], place: Place, redaction: Redaction) {
  const described = rule.describeClaim?.(name, value, place, redaction)
  if (described !== undefined) return described
  if (redaction.profile.names.isSensitive(name)) return redactMember(name, value, place, redaction)
  if (!rule.claims?.includes(name)) return redactUnknown(value, redaction)
  const isStructured = structured.includes(name) || rule.structured?.includes(name) === true
  if (typeof value === 'object' && value !== null && !isStructured) return redactUnknown(value, redaction)
  if (name === 'htu' && typeof value === 'string') {
    return redactMember(name, value.split(/[?#]/, 1)[0] ?? '', place, redaction)
  }
  return redactMember(name, value, place, redaction)
}
