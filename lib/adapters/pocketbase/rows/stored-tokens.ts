import type { StoredExchange } from '@/lib/core/shared/ports/store-types'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { isMembers, isSameJsonText } from './same-json-text'

/** The parts of an exchange that show decoded tokens, each as a member named `jwt`. */
type TokenParts = Pick<StoredExchange, 'headers' | 'query' | 'body'> & {
  readonly response: Pick<StoredExchange['response'], 'headers' | 'body'>
}

/** Replacing a token with fewer members than this would save almost nothing. */
const membersMin = 3

/**
 * Packs decoded tokens for storage. A token that the exchange itself shows is stored as its index among the shown ones,
 * plus its additional members. `unpackTokens` restores each with every member, in order.
 */
export function packTokens(decoded: readonly JsonObject[], parts: TokenParts): JsonObject[] {
  const shown = decoded.length === 0 ? [] : tokensIn(parts)
  return decoded.map((token) => {
    const [first, ...names] = Object.keys(token)
    if (first !== 'source') return token
    const place = shown.findIndex((one) => isBeginning(one, names, token))
    if (place < 0) return token
    const others = names.slice(Object.keys(shown[place] ?? {}).length).map((name) => [name, token[name]])
    return { source: token.source ?? null, shown: place, ...Object.fromEntries(others) }
  })
}

/**
 * Unpacks what `packTokens` of this or an earlier version stored. Throws if the exchange does not show the token that
 * is referred to.
 */
export function unpackTokens(stored: readonly JsonObject[], parts: TokenParts): JsonObject[] {
  if (!stored.some(({ shown }) => typeof shown === 'number')) return [...stored]
  const tokens = tokensIn(parts)
  return stored.map((token) => {
    const { source, shown, ...others } = token
    if (typeof shown !== 'number') return token
    const found = tokens[shown]
    if (found === undefined) throw new Error('A stored token refers to one that its exchange does not show.')
    return { source: source ?? null, ...found, ...others }
  })
}

/** Every token that the parts show, in order. */
function tokensIn({ headers, query, body, response }: TokenParts): JsonObject[] {
  const tokens: JsonObject[] = []
  const look = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) look(item)
    else if (isMembers(value))
      for (const [name, member] of Object.entries(value)) {
        if (name === 'jwt' && isMembers(member)) tokens.push(member)
        look(member)
      }
  }
  for (const part of [headers, query, body, response.headers, response.body]) look(part)
  return tokens
}

/** Whether a token begins with exactly the members of the shown one; more may follow. */
function isBeginning(shown: JsonObject, names: readonly string[], token: JsonObject): boolean {
  const members = Object.keys(shown)
  return (
    members.length >= membersMin &&
    members.every((name, index) => names[index] === name && isSameJsonText(shown[name] ?? null, token[name] ?? null))
  )
}
