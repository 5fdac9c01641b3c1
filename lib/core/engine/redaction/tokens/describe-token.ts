import { isObject, type Json, type JsonObject } from '../../../shared/values/json'
import { redactMember, shownName } from '../message/redact-json'
import { plainName } from '../names/names'
import { setMember } from '../names/own-members'
import { type Place, within } from '../place'
import type { Redaction, TokenRule } from '../redaction'
import { otherRuleOf, redactUnknown } from '../values/redact-sensitive'
import { encryptedToken, otherToken } from './shared-tokens'
import { redactJoseHeader, tokenClaims, tokenHeader, tokenSignature } from './token-content'
import { partsOf } from './token-text'

/** How many levels of nested tokens to decode: an attestation in a proof's header, and what that may hold. */
const nestingMax = 3

/**
 * The view of a compact token: kind, header, claims, the thumbprint of its key and the result of verification: `ours`
 * for a token that we made and do not verify, `null` for an encrypted one, which has no signature. It contains neither
 * the token nor its signature, so nobody can reassemble the token. `null` if not even the header can be read.
 */
export function describeToken(token: string, name: string, place: Place, redaction: Redaction): JsonObject | null {
  const { tokens: rules, limits } = redaction.profile
  const parts = partsOf(token)
  if (token.length > limits.tokenCharacters || place.nesting >= nestingMax) return null
  if (parts === null) return otherRuleOf(rules, name)?.describeOther?.(token, redaction) ?? null
  const header = tokenHeader(token, redaction)
  if (header === null) return null
  const inner = { ...place, nesting: place.nesting + 1 }
  const isEncrypted = parts.length === 5
  const rule = isEncrypted
    ? (rules.find(({ kind }) => kind === encryptedToken.kind) ?? encryptedToken)
    : ruleOf({ rules, name, typ: header.typ, token })
  if (rule.describe !== undefined) return rule.describe(token, inner, redaction)
  const claims = isEncrypted ? null : tokenClaims(token, redaction)
  const describeKeys = rule.describeKeys ?? ((): JsonObject => thumbprintOf(header, claims, redaction))
  return {
    kind: rule.kind,
    header: headerView(rule, header, within(inner, 'header'), redaction),
    claims: claims && redactClaims(rule, claims, within(inner, 'claims'), redaction),
    ...describeKeys(claims, redaction.thumbprint),
    signature: isEncrypted ? null : inner.ours ? 'ours' : tokenSignature(token, redaction),
  }
}

/** The header; claims that stand in it, in a token of ours, are shown as claims. */
function headerView(rule: TokenRule, header: JsonObject, place: Place, redaction: Redaction): JsonObject {
  const { claimsOfHeader = [] } = rule
  const isClaim = ([name]: [string, Json]): boolean => place.ours && claimsOfHeader.includes(name)
  const members = Object.entries(header)
  const others = Object.fromEntries(members.filter((member) => !isClaim(member)))
  return {
    ...redactJoseHeader(others, place, redaction),
    ...redactClaims(rule, Object.fromEntries(members.filter(isClaim)), place, redaction),
  }
}

/** The thumbprint of the key that a token is about: the one in its header, or else the one in its `cnf`. */
function thumbprintOf(header: JsonObject, claims: JsonObject | null, redaction: Redaction): JsonObject {
  const cnf = own(claims, 'cnf')
  const thumbprint =
    redaction.thumbprint(own(header, 'jwk')) ?? redaction.thumbprint(isJsonObject(cnf) ? own(cnf, 'jwk') : undefined)
  return thumbprint === null ? {} : { thumbprint }
}

const own = (value: JsonObject | null, name: string): Json | undefined =>
  value !== null && Object.hasOwn(value, name) ? value[name] : undefined

const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

/** Claims whose value may be a structure. A structure under any other shown claim is unexpected and stays redacted. */
const structured = ['aud', 'cnf', 'status']

/**
 * The claims of a token as evidence shows them. Hides nonces, codes and tokens, even spent ones, unless a protocol says
 * otherwise.
 */
function redactClaims(rule: TokenRule, claims: JsonObject, place: Place, redaction: Redaction): JsonObject {
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

/**
 * Finds the rule for a token by its own `typ` or, if that matches none, by the name it came under. A rule that insists
 * comes first, so that its tokens are recognised anywhere.
 */
function ruleOf({
  rules,
  name,
  typ,
  token,
}: {
  readonly rules: readonly TokenRule[]
  readonly name: string
  readonly typ: unknown
  readonly token: string
}): TokenRule {
  const plain = plainName(name)
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : null
  const byType = (rule: TokenRule) => type !== null && (rule.types?.includes(type) ?? false)
  const byName = (rule: TokenRule) => rule.names?.includes(plain) ?? false
  return (
    rules.find((rule) => rule.insists && (byType(rule) || byName(rule) || rule.looksLike?.(token))) ??
    rules.find(byType) ??
    rules.find(byName) ??
    otherToken
  )
}
