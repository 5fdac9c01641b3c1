import type { Json, JsonObject } from '../../../ground/values/json'
import { changeItems, changeMembers } from '../names/own-members'
import { plainName } from '../names/plain-name'
import { shorten } from '../values/bound-json'
import type { Concealment } from '../values/concealment'
import { removed } from '../values/scrub-text'
import { textsIn } from '../values/texts-in'
import { type Part, parts } from './part-reach'

/** Longest string of a record; longer ones are cut after they were redacted, never before. */
const charactersMax = 4096

/** How the values of persons are taken out of a part of an exchange. */
export interface Concealing {
  readonly concealment: Concealment
  readonly part: Part
  /** True for a name of free text, by its plain form. */
  readonly isText: (plainName: string) => boolean
}

/**
 * The last pass over everything that is shown: a value that was found to be a secret at one place of the exchange goes
 * at every other place too, also inside longer text and in names, and so does a value of a person in what its wallet
 * wrote; then long strings are cut.
 */
export function finishStrings(value: Json, secrets: ReadonlySet<string>, concealing: Concealing | null = null): Json {
  const names = concealing?.concealment.hiddenNames() ?? new Map<string, string>()
  return finishValue(value, concealing?.part ?? null, { find: finderFor(secrets), concealing, names })
}

interface Finish {
  readonly find: Finder
  readonly concealing: Concealing | null
  readonly names: ReadonlyMap<string, string>
}

/** @param part - `null` for what we wrote */
function finishValue(value: Json, part: Part | null, finish: Finish): Json {
  if (typeof value === 'string')
    return shorten(part === null ? finish.find(value) : concealIn(value, part, finish), charactersMax)
  if (typeof value === 'number')
    return part?.reach === 'free' && finish.concealing?.concealment.isValue(value) ? hiddenNumber : value
  if (Array.isArray(value)) return changeItems(value, (item) => finishValue(item, part, finish))
  if (typeof value !== 'object' || value === null) return value
  const { find, names, concealing } = finish
  return changeMembers(
    value,
    (name) => names.get(name) ?? finishName(name, find),
    (name, member) => {
      const finished =
        name === 'source' && (part === null || part === parts.decoded)
          ? finishSource(member, finish)
          : finishValue(member, part?.member(name, value) ?? null, finish)
      return cutMember(name, finished, concealing)
    },
  )
}

/** A number that a wallet wrote, and that is a value of its holder. */
const hiddenNumber: JsonObject = { redacted: true, present: true, length: null, type: 'number' }

/** Each of the two would blind the other, were one done after the other: text that holds both kinds goes whole. */
function concealIn(text: string, part: Part, { find, concealing }: Finish): string {
  const withoutSecrets = find(text)
  if (concealing === null) return withoutSecrets
  const withoutValues = concealing.concealment.hide(text, part.reach)
  if (withoutValues === text) return withoutSecrets
  return withoutSecrets === text ? withoutValues : removed('redacted', text.length)
}

/** Where a view comes from names the members that lead there. */
const finishSource = (source: Json, { find, names }: Finish): Json =>
  typeof source === 'string'
    ? shorten(
        [...names].reduce((shown, [name, hidden]) => shown.replaceAll(name, () => hidden), find(source)),
        charactersMax,
      )
    : source

/** Free text is cut last: of a value that is cut in two, nobody would find the first half. */
function cutMember(name: string, value: Json, concealing: Concealing | null): Json {
  if (
    concealing === null ||
    !(typeof value === 'string' || Array.isArray(value)) ||
    !concealing.isText(plainName(name))
  )
    return value
  return Array.isArray(value) ? changeItems(value, cutText) : cutText(value)
}

export const cutText = (value: Json): Json => (typeof value === 'string' ? value.slice(0, textCharactersMax) : value)

/** Characters that are kept of free text of the peer. */
const textCharactersMax = 512

/** Shorter values would match words by chance. */
export const secretCharactersMin = 16

/** Text that we wrote, without the secrets in it, cut as all text is. */
export const finishText = (text: string, find: Finder): string => shorten(find(text), charactersMax)

/** The same for the name of a member. */
export const finishName = (name: string, find: Finder): string => shorten(find(name), nameCharactersMax)

const nameCharactersMax = 256

/** Takes the secrets out of a text. */
export type Finder = (text: string) => string

/** The last finder of each set, for one exchange has thousands of texts; a set grows while its exchange is looked through. */
const finders = new WeakMap<ReadonlySet<string>, { readonly size: number; readonly find: Finder }>()

/** Takes out the secrets that were found so far. */
export function finderFor(secrets: ReadonlySet<string>): Finder {
  const known = finders.get(secrets)
  if (known?.size === secrets.size) return known.find
  const find = finderOf(secrets)
  finders.set(secrets, { size: secrets.size, find })
  return find
}

/** Longer secrets first: a part of one may be a secret too. */
function finderOf(secrets: ReadonlySet<string>): Finder {
  const secretsIn = textsIn([...secrets], secretCharactersMin)
  return (text) => {
    const found = secretsIn(text)
    // As in nearly all of them.
    if (found.length === 0) return text
    return found
      .toSorted((a, b) => b.length - a.length)
      .reduce((shown, secret) => shown.replaceAll(secret, () => removed('redacted', secret.length)), text)
  }
}
