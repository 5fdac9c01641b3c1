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
