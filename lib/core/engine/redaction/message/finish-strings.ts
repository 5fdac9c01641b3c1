import type { Json, JsonObject } from '../../../shared/values/json'
import { plainName } from '../names/names'
import { changeItems, changeMembers } from '../names/own-members'
import { shorten } from '../values/bound-json'
import type { PersonalValues, SearchDepth } from '../values/personal-values'
import { removed } from '../values/redact-text'
import { textsIn } from '../values/text-readings'
import { hideMadeInText, type MadeSearch } from './hide-made'

/**
 * How thoroughly to search a part of the record for personal values. Our own words count only in a view that this
 * service made; a member of the same name from a wallet or an issuer gets no special treatment.
 */
export interface Part {
  readonly depth: SearchDepth
  /** The part that a member belongs to; `null` if we wrote its value. */
  readonly member: (name: string, of: JsonObject) => Part | null
}

const part = (depth: SearchDepth, member: Part['member']): Part => ({ depth, member })

/**
 * True for our own words in the shape of a redacted value; the values inside that shape are not ours. A wallet's own
 * `true` is never shown, so `redacted: true` can only be ours.
 */
const isOurWord = (name: string, of: JsonObject): boolean =>
  (of.redacted === true && !peerMembers.has(name)) || of.unparsed === true || of.truncated === true

/** Members of a shape that still hold what the peer sent. */
const peerMembers: ReadonlySet<string> = new Set(['items', 'decrypted', 'did_method'])

/** Words from specifications, and what certificates say about an issuer. */
const technicalMembers: ReadonlySet<string> = new Set(['alg', 'enc', 'kty', 'crv', 'zip', 'x5c', 'x5chain'])

/** Text from a peer, whatever its members are called. */
const written = (depth: SearchDepth, isTechnical: (name: string) => boolean = () => false): Part => {
  const technical: Part | null = depth === 'technical' ? null : written('technical')
  const self: Part = part(depth, (name, of) =>
    isOurWord(name, of) ? null : technical !== null && isTechnical(name) ? technical : self,
  )
  return self
}

const free = written('free', (name) => name === 'x5c')

const signed = written('technical')

/** Header and claims of a token that a wallet signed. */
const content = written('free', (name) => technicalMembers.has(name))

/** Header fields in which software may write anything. The others hold names, lengths and times of HTTP. */
const freeFields: ReadonlySet<string> = new Set([
  'user-agent',
  'referer',
  'content-location',
  'link',
  'x-original-url',
  'x-rewrite-url',
])

/** Words and numbers that our views of tokens add to the token's content. */
const ownMembers: ReadonlySet<string> = new Set([
  ...['kind', 'format', 'signature', 'thumbprint', 'part_lengths', 'digest', 'digest_id', 'digest_ok', 'requested'],
  ...['cbor_tag', 'count', 'elements_omitted', 'disclosures_omitted', 'documents_omitted'],
])

const contentMembers: ReadonlySet<string> = new Set(['header', 'claims'])

/**
 * Everything in a credential except its key binding comes from its issuer. `value` is left alone: the session's
 * settings decide what it shows.
 */
const credential: Part = part('technical', (name, of) => {
  if (name === 'value' || isOurWord(name, of) || ownMembers.has(name)) return null
  if (name === 'key_binding') return token
  return contentMembers.has(name) ? signed : credential
})

const token: Part = part('free', (name, of) =>
  isOurWord(name, of) || ownMembers.has(name) ? null : contentMembers.has(name) ? content : free,
)

const isSentByUs = ({ source }: JsonObject): boolean => typeof source === 'string' && source.startsWith('response.')

/** How to finish each part of an exchange about a person. */
export const parts: Readonly<Record<'headers' | 'path' | 'query' | 'body' | 'decoded', Part>> = {
  headers: part('technical', (name, of) => (freeFields.has(name) ? free : signed.member(name, of))),
  path: signed,
  query: free,
  body: free,
  decoded: part('free', (name, of) =>
    isSentByUs(of) ? null : (of.kind === 'presented_credential' ? credential : token).member(name, of),
  ),
}

/** The longest string in a record. Longer ones are cut only after redaction. */
const charactersMax = 4096

/** How to remove personal values from a part of an exchange. */
export interface PersonalRedaction {
  readonly personalValues: PersonalValues
  readonly part: Part
  /** True for the plain form of a name that holds free text. */
  readonly isText: (plainName: string) => boolean
  /** What to search free text for before it is cut; `null` for nothing. */
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

/** Cuts free text last: nothing would recognise the first half of a value cut in two. */
function cutMember(name: string, value: Json, personal: PersonalRedaction | null): Json {
  if (personal === null || !(typeof value === 'string' || Array.isArray(value)) || !personal.isText(plainName(name)))
    return value
  const cut = (text: Json): Json => (typeof text === 'string' ? cutText(text, personal.search) : text)
  return Array.isArray(value) ? changeItems(value, cut) : cut(value)
}

/** Cuts free text after searching it for values made by the service. */
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

/** `finishText` for the name of a member. */
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
    // The common case.
    if (found.length === 0) return text
    return found
      .toSorted((a, b) => b.length - a.length)
      .reduce((shown, secret) => shown.replaceAll(secret, () => removed('redacted', secret.length)), text)
  }
}
