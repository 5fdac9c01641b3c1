import type { Json, JsonObject } from '../../../ground/values/json'
import { changeItems, changeMembers } from '../names/own-members'
import { plainName } from '../names/plain-name'
import { shorten } from '../values/bound-json'
import type { PersonalValues } from '../values/personal-values'
import { removed } from '../values/redact-text'
import { textsIn } from '../values/texts-in'
import { hideMadeInText, type MadeSearch } from './hide-made'
import { type Part, parts } from './search-depth'

/** The longest string in a record. Longer ones are cut only after redaction. */
const charactersMax = 4096

/** How to remove personal values from a part of an exchange. */
export interface PersonalRedaction {
  readonly personalValues: PersonalValues
  readonly part: Part
  /** True for the plain form of a name that holds free text. */
  readonly isText: (plainName: string) => boolean
  /** What free text is searched for before it is cut; `null` for nothing. */
  readonly search: MadeSearch | null
}

/**
 * The last pass over everything that is shown. Removes each secret found anywhere in the exchange from every other
 * place, including longer text and names; does the same with personal values in what the wallet wrote; then cuts long
 * strings.
 */
export function finishStrings(
  value: Json,
  secrets: ReadonlySet<string>,
  personal: PersonalRedaction | null = null,
): Json {
  const names = personal?.personalValues.redactedNames() ?? new Map<string, string>()
  return finishValue(value, personal?.part ?? null, { find: finderFor(secrets), personal, names })
}

interface Finish {
  readonly find: Finder
  readonly personal: PersonalRedaction | null
  readonly names: ReadonlyMap<string, string>
}

/** @param part - `null` for text that we wrote */
function finishValue(value: Json, part: Part | null, finish: Finish): Json {
  if (typeof value === 'string')
    return shorten(part === null ? finish.find(value) : redactIn(value, part, finish), charactersMax)
  if (typeof value === 'number')
    return part?.depth === 'free' && finish.personal?.personalValues.isValue(value) ? redactedNumber : value
  if (Array.isArray(value)) return changeItems(value, (item) => finishValue(item, part, finish))
  if (typeof value !== 'object' || value === null) return value
  const { find, names, personal } = finish
  return changeMembers(
    value,
    (name) => names.get(name) ?? finishName(name, find),
    (name, member) => {
      const finished =
        name === 'source' && (part === null || part === parts.decoded)
          ? finishSource(member, finish)
          : finishValue(member, part?.member(name, value) ?? null, finish)
      return cutMember(name, finished, personal)
    },
  )
}

/** Replaces a number from a wallet that is a personal value. */
const redactedNumber: JsonObject = { redacted: true, present: true, length: null, type: 'number' }

/**
 * Searches the same text for secrets and for personal values, because removing one kind first could hide the other.
 * Text that contains both is removed whole.
 */
function redactIn(text: string, part: Part, { find, personal }: Finish): string {
  const withoutSecrets = find(text)
  if (personal === null) return withoutSecrets
  const withoutValues = personal.personalValues.redact(text, part.depth)
  if (withoutValues === text) return withoutSecrets
  return withoutSecrets === text ? withoutValues : removed('redacted', text.length)
}

/** The source of a view is a path of member names, and these may be personal. */
const finishSource = (source: Json, { find, names }: Finish): Json =>
  typeof source === 'string'
    ? shorten(
        [...names].reduce((shown, [name, redacted]) => shown.replaceAll(name, () => redacted), find(source)),
        charactersMax,
      )
    : source

/** Cuts free text last: if a value were cut in two, nothing would recognise its first half. */
function cutMember(name: string, value: Json, personal: PersonalRedaction | null): Json {
  if (personal === null || !(typeof value === 'string' || Array.isArray(value)) || !personal.isText(plainName(name)))
    return value
  const cut = (text: Json): Json => (typeof text === 'string' ? cutText(text, personal.search) : text)
  return Array.isArray(value) ? changeItems(value, cut) : cut(value)
}

/** Cuts free text once it was searched for what the service made. */
export function cutText(text: string, search: MadeSearch | null): string {
  const searched = search === null || text.length <= textCharactersMax ? text : hideMadeInText(text, search)
  return searched.slice(0, textCharactersMax)
}

/** How many characters of the peer's free text to keep. */
const textCharactersMax = 512

/** Shorter secrets would match words by chance. */
export const secretCharactersMin = 16

/** Removes the secrets from text that we wrote, then cuts it like all text. */
export const finishText = (text: string, find: Finder): string => shorten(find(text), charactersMax)

/** The same for the name of a member. */
export const finishName = (name: string, find: Finder): string => shorten(find(name), nameCharactersMax)

const nameCharactersMax = 256

/** Removes the secrets from a text. */
export type Finder = (text: string) => string

/**
 * Caches the last finder of each set, because one exchange has thousands of texts. A set grows while its exchange is
 * searched.
 */
const finders = new WeakMap<ReadonlySet<string>, { readonly size: number; readonly find: Finder }>()

/** A finder that removes the secrets found so far. */
export function finderFor(secrets: ReadonlySet<string>): Finder {
  const known = finders.get(secrets)
  if (known?.size === secrets.size) return known.find
  const find = finderOf(secrets)
  finders.set(secrets, { size: secrets.size, find })
  return find
}

/** Replaces longer secrets first, because part of one may be a secret too. */
function finderOf(secrets: ReadonlySet<string>): Finder {
  const secretsIn = textsIn([...secrets], secretCharactersMin)
  return (text) => {
    const found = secretsIn(text)
    // True of nearly all texts.
    if (found.length === 0) return text
    return found
      .toSorted((a, b) => b.length - a.length)
      .reduce((shown, secret) => shown.replaceAll(secret, () => removed('redacted', secret.length)), text)
  }
}
