import type { StoredExchange } from '@/lib/core/ground/ports/store-types'
import type { Json, JsonObject } from '@/lib/core/ground/values/json'
import { isMembers, isSameJsonText } from './same-json-text'

/** The parts of an exchange in which a token stands as a member named `jwt`, beside what was taken out of its text. */
type TokenParts = Pick<StoredExchange, 'headers' | 'query' | 'body'> & {
  readonly response: Pick<StoredExchange['response'], 'headers' | 'body'>
}

/** A token with fewer members than this says hardly more than its place does. */
const membersMin = 3

/**
 * Decoded tokens as they are stored: of one that the exchange shows in its place anyway, only which of the shown ones it
 * is, and what the list says beyond that. `unpackTokens` restores each with every member, in order.
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

/** Unpacks what `packTokens`, or an earlier version, stored. Throws when the exchange does not show such a token. */
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

/** Every token that the parts show, in their order. */
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

/** Whether these members of a token are those of a shown one and further ones behind them. */
function isBeginning(shown: JsonObject, names: readonly string[], token: JsonObject): boolean {
  const members = Object.keys(shown)
  return (
    members.length >= membersMin &&
    members.every((name, index) => names[index] === name && isSameJsonText(shown[name] ?? null, token[name] ?? null))
  )
}
