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
export const finishStrings = (value: Json, secrets: ReadonlySet<string>): Json => finish(value, finderFor(secrets))

function finish(value: Json, find: Finder): Json {
  if (typeof value === 'string') return shorten(find(value), charactersMax)
  if (Array.isArray(value)) return value.map((item) => finish(item, find))
  if (typeof value !== 'object' || value === null) return value
  const result: JsonObject = {}
  for (const [name, member] of Object.entries(value)) setMember(result, shorten(find(name), 256), finish(member, find))
  return result
}

/** Shorter values would match words by chance. */
export const secretCharactersMin = 16

/** Takes the secrets out of a text. */
type Finder = (text: string) => string

/** Up to this many secrets are searched for one by one. */
const fewSecrets = 8

/** The last finder of each set, for one exchange has thousands of texts; a set grows while its exchange is looked through. */
const finders = new WeakMap<ReadonlySet<string>, { readonly size: number; readonly find: Finder }>()

function finderFor(secrets: ReadonlySet<string>): Finder {
  const known = finders.get(secrets)
  if (known?.size === secrets.size) return known.find
  const find = finderOf(secrets)
  finders.set(secrets, { size: secrets.size, find })
  return find
}

/** Longer secrets first: a part of one may be a secret too. */
function finderOf(secrets: ReadonlySet<string>): Finder {
  const ordered = [...secrets].sort((a, b) => b.length - a.length)
  const without = (text: string, found: Iterable<string>): string => {
    let result = text
    for (const secret of found)
      if (result.includes(secret)) result = result.replaceAll(secret, () => removed('redacted', secret.length))
    return result
  }
  if (ordered.length <= fewSecrets) return (text) => (text.length < secretCharactersMin ? text : without(text, ordered))
  const byStart = startsOf(ordered)
  return (text) => {
    const found = secretsIn(text, byStart)
    return found.length === 0
      ? text
      : without(
          text,
          found.toSorted((a, b) => b.length - a.length),
        )
  }
}

/** Secrets by the sum that their first characters come to. */
function startsOf(secrets: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const byStart = new Map<number, string[]>()
  for (const secret of secrets) {
    let sum = 0
    for (let at = 0; at < secretCharactersMin; at++) sum = next(sum, secret.charCodeAt(at), 0)
    const list = byStart.get(sum)
    if (list) list.push(secret)
    else byStart.set(sum, [secret])
  }
  return byStart
}

const base = 31
const outgoing = Array.from({ length: secretCharactersMin }).reduce<number>((power) => Math.imul(power, base), 1)

/** The sum of a window that moves on by one character. */
const next = (sum: number, entering: number, leaving: number): number =>
  (Math.imul(sum, base) + entering - Math.imul(leaving, outgoing)) | 0

/** Which secrets are in a text, in the time that its length takes, however many there are. */
function secretsIn(text: string, byStart: ReadonlyMap<number, readonly string[]>): string[] {
  const found = new Set<string>()
  let sum = 0
  for (let at = 0; at < text.length; at++) {
    const start = at - secretCharactersMin
    sum = next(sum, text.charCodeAt(at), start < 0 ? 0 : text.charCodeAt(start))
    if (start < -1) continue
    for (const secret of byStart.get(sum) ?? []) if (text.startsWith(secret, start + 1)) found.add(secret)
  }
  return [...found]
}
