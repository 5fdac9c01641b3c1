import type { Json, JsonObject } from '../json'
import { shorten } from './bound-json'
import { setMember } from './own-members'
import { removed } from './scrub-text'

/** Longest string of a record; longer ones are cut after they were redacted, never before. */
const charactersMax = 4096

/**
 * The last pass over everything that is shown: a value that was found to be a secret at one place of the exchange goes
 * at every other place too, also inside longer text and in names; then long strings are cut.
 */
export function finishStrings(value: Json, secrets: ReadonlySet<string>): Json {
  if (typeof value === 'string') return shorten(withoutSecrets(value, secrets), charactersMax)
  if (Array.isArray(value)) return value.map((item) => finishStrings(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  const result: JsonObject = {}
  for (const [name, member] of Object.entries(value)) {
    setMember(result, shorten(withoutSecrets(name, secrets), 256), finishStrings(member, secrets))
  }
  return result
}

/**
 * Takes values of persons out of text, as a finding might repeat one: only where they stand by themselves, for `Ann` is
 * no part of `annual`.
 */
export function withoutConcealed(value: Json, concealed: ReadonlySet<string>): Json {
  if (concealed.size === 0) return value
  if (typeof value === 'string') return withoutWords(value, concealed)
  if (Array.isArray(value)) return value.map((item) => withoutConcealed(item, concealed))
  if (typeof value !== 'object' || value === null) return value
  const result: JsonObject = {}
  for (const [name, member] of Object.entries(value)) setMember(result, name, withoutConcealed(member, concealed))
  return result
}

function withoutWords(text: string, words: ReadonlySet<string>): string {
  let result = text
  for (const word of words) {
    const mark = removed('redacted', word.length)
    let next = 0
    for (let at = result.indexOf(word); at >= 0; at = result.indexOf(word, next)) {
      const [before, after] = [result.slice(0, at), result.slice(at + word.length)]
      const isWhole = !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)
      if (isWhole) result = before + mark + after
      next = at + (isWhole ? mark.length : 1)
    }
  }
  return result
}

/** Shorter ones would hit words by chance. */
export const secretCharactersMin = 16

function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  if (text.length < secretCharactersMin) return text
  let result = text
  for (const secret of secrets) {
    if (result.includes(secret)) result = result.replaceAll(secret, () => removed('redacted', secret.length))
  }
  return result
}
