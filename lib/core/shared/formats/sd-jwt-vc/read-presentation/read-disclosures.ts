import type { ArrayNode, ClaimNode, ClaimPosition, ObjectNode } from '../../../dcql/claim-tree'
import { readJsonText } from '../../../http/read-json'
import { fromBase64url, fromUtf8, isBase64url, toBase64url, utf8, withoutPadding } from '../../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../../values/json'
import type { ReadingBudget } from '../../reading-of-presentation'
import { claimDepthMax, claimValuesMax } from './read-numeric-date'
import type { DigestPlace, DigestReading, DisclosureError, DisclosureReading, SaltReading } from './sd-jwt-vc-reading'

/** The content of a Disclosure, before its place is known. */
export type DisclosureContent = Pick<
  DisclosureReading,
  'text' | 'digest' | 'errors' | 'kind' | 'name' | 'salt' | 'saltText' | 'value'
>

/** Decodes a Disclosure and lists all its errors. Never throws. RFC9901-4.2.1, RFC9901-4.2.2 */
export function readDisclosure(text: string, digest: string): DisclosureContent {
  const base = { text, digest, kind: null, name: null, salt: null, saltText: null, value: null }
  const decoded = decode(text)
  if (!decoded.ok) return { ...base, errors: decoded.errors }
  const { content } = decoded
  const kind = content.length === 3 ? 'property' : content.length === 2 ? 'element' : null
  const [salt] = content
  const name = kind === 'property' ? content[1] : null
  const errors: DisclosureError[] = [...decoded.errors]
  if (kind === null) errors.push('wrong_length')
  if (typeof salt !== 'string') errors.push('salt_not_a_string')
  if (kind === 'property' && typeof name !== 'string') errors.push('name_not_a_string')
  return {
    ...base,
    errors,
    kind,
    name: typeof name === 'string' ? name : null,
    salt: typeof salt === 'string' ? saltOf(salt) : null,
    saltText: typeof salt === 'string' ? salt : null,
    value: kind === null ? null : (content.at(-1) ?? null),
  }
}

type Decoded =
  | { readonly ok: true; readonly content: readonly Json[]; readonly errors: readonly DisclosureError[] }
  | { readonly ok: false; readonly errors: readonly DisclosureError[] }

function decode(text: string): Decoded {
  if (text === '') return { ok: false, errors: ['empty'] }
  const strict = fromBase64url(text)
  // Padding and the other alphabet are separate errors and must not hide others.
  const bytes = strict ?? fromBase64url(withoutPadding(text.replaceAll('+', '-').replaceAll('/', '_')))
  const errors: DisclosureError[] = isBase64url(text) ? [] : ['not_base64url']
  if (bytes === null) return { ok: false, errors }
  const plain = fromUtf8(bytes)
  if (plain === null) return { ok: false, errors: [...errors, 'not_utf8'] }
  const json = readJsonText(plain)
  if (!json.ok) return { ok: false, errors: [...errors, json.reason === 'not_json' ? 'not_json' : 'passes_a_bound'] }
  if (!Array.isArray(json.value)) return { ok: false, errors: [...errors, 'not_an_array'] }
  if (json.duplicates.length > 0) errors.push('repeated_names')
  return { ok: true, content: json.value, errors }
}

/** Salts are usually base64url with six bits a character; another alphabet holds at most eight. */
const saltOf = (salt: string): SaltReading => ({
  characters: salt.length,
  bitsAtMost: salt.length * (/^[A-Za-z0-9_-]*$/.test(salt) ? 6 : 8),
})

/** The claims with every Disclosure in place, and the errors found on the way. */
interface PlacedDisclosures {
  readonly tree: ClaimNode
  readonly claims: JsonObject
  readonly digests: readonly DigestReading[]
  readonly malformedDigests: readonly ClaimPosition[]
  /** Positions of `_sd_alg` below the top level. */
  readonly nestedSdAlg: readonly ClaimPosition[]
  /** By Disclosure index; unreferenced ones are missing. */
  readonly placed: ReadonlyMap<number, Placement>
  readonly tooDeep: boolean
  readonly tooWide: boolean
}

interface Placement {
  readonly position: ClaimPosition
  readonly kindMismatch: boolean
  readonly collides: boolean
}

/** Names that SD-JWT reserves, which no claim may have. RFC9901-4.1 */
const isReservedName = (name: string): boolean => name === '_sd' || name === '...'

/**
 * Walks the issuer-signed payload and substitutes each Disclosure for its digest once, recursively. Illegal
 * substitutions are skipped and reported. Never throws. RFC9901-7.1
 */
function placeDisclosures(
  payload: JsonObject,
  disclosures: readonly DisclosureContent[],
  budget: ClaimValuesBudget,
): PlacedDisclosures {
  const walk = new Walk(disclosures, budget)
  const { node, json } = walk.object(payload, { position: [], disclosed: false, inDisclosure: null })
  return {
    tree: node,
    claims: json,
    digests: walk.digests,
    malformedDigests: walk.malformedDigests,
    nestedSdAlg: walk.nestedSdAlg,
    placed: walk.placed,
    tooDeep: walk.tooDeep,
    tooWide: walk.tooWide,
  }
}

/** Claim values left to resolve for the response. */
export type ClaimValuesBudget = Pick<ReadingBudget, 'claimValues'>

interface Context {
  readonly position: ClaimPosition
  /** The value comes from a Disclosure. */
  readonly disclosed: boolean
  readonly inDisclosure: number | null
}

interface Built<Node extends ClaimNode = ClaimNode, Value extends Json = Json> {
  readonly node: Node
  readonly json: Value
}

class Walk {
  readonly digests: DigestReading[] = []
  readonly malformedDigests: ClaimPosition[] = []
  readonly nestedSdAlg: ClaimPosition[] = []
  readonly placed = new Map<number, Placement>()
  tooDeep = false
  tooWide = false
  private values = 0
  private readonly indexByDigest = new Map<string, number>()

  constructor(
    private readonly disclosures: readonly DisclosureContent[],
    private readonly budget: ClaimValuesBudget,
  ) {
    for (const [index, { digest }] of disclosures.entries())
      if (!this.indexByDigest.has(digest)) this.indexByDigest.set(digest, index)
  }

  object(source: JsonObject, context: Context): Built<ObjectNode, JsonObject> {
    const { position, disclosed, inDisclosure } = context
    const members = new Map<string, Built>()
    for (const [name, value] of Object.entries(source)) {
      if (this.tooWide) break
      if (name === '_sd') continue
      if (name === '...') this.malformedDigests.push(position)
      else if (name === '_sd_alg' && position.length === 0) continue
      else members.set(name, this.value(value, { position: [...position, name], disclosed: false, inDisclosure }))
      if (name === '_sd_alg') this.nestedSdAlg.push([...position, name])
    }
    let concealed = 0
    for (const digest of this.digestsOf(source, position)) {
      const index = this.refer(digest, { kind: '_sd', inDisclosure, position })
      if (index === null) concealed += 1
      else this.insert(index, members, position)
    }
    return {
      node: {
        kind: 'object',
        disclosed,
        concealed,
        members: new Map([...members].map(([name, { node }]) => [name, node])),
      },
      json: Object.fromEntries([...members].map(([name, { json }]) => [name, json])),
    }
  }

  /** Texts in `_sd`; anything else is reported and skipped. */
  private digestsOf(source: JsonObject, position: ClaimPosition): readonly string[] {
    const sd = Object.hasOwn(source, '_sd') ? source._sd : []
    const texts = Array.isArray(sd) ? sd.filter((digest) => typeof digest === 'string') : []
    if (!Array.isArray(sd) || texts.length < sd.length) this.malformedDigests.push(position)
    return texts
  }

  private insert(index: number, members: Map<string, Built>, position: ClaimPosition): void {
    const disclosure = this.disclosures[index]
    if (disclosure === undefined || this.placed.has(index)) return
    const { kind, name } = disclosure
    const collides = name !== null && members.has(name)
    const placement = name === null ? position : [...position, name]
    this.placed.set(index, { position: placement, kindMismatch: kind === 'element', collides })
    if (kind !== 'property' || name === null || collides || isReservedName(name)) return
    members.set(name, this.value(disclosure.value, { position: placement, disclosed: true, inDisclosure: index }))
  }

  private value(value: Json, context: Context): Built {
    const { disclosed, position } = context
    this.values += 1
    this.budget.claimValues -= 1
    if (this.values > claimValuesMax || this.budget.claimValues < 0) {
      this.tooWide = true
      return { node: { kind: 'value', disclosed, value: null }, json: null }
    }
    if (value === null || typeof value !== 'object') return { node: { kind: 'value', disclosed, value }, json: value }
    // Nested Disclosures can nest deeper than any single one.
    if (position.length >= claimDepthMax) {
      this.tooDeep = true
      return { node: { kind: 'value', disclosed, value: null }, json: null }
    }
    return Array.isArray(value) ? this.array(value, context) : this.object(value, context)
  }

  private array(source: readonly Json[], { position, disclosed, inDisclosure }: Context): Built<ArrayNode, Json[]> {
    const elements: (Built | null)[] = []
    for (const [place, element] of source.entries()) {
      if (this.tooWide) break
      const here = { position: [...position, place], inDisclosure }
      elements.push(
        isObject(element) && Object.hasOwn(element, '...')
          ? this.element(element, here)
          : this.value(element, { ...here, disclosed: false }),
      )
    }
    return {
      node: { kind: 'array', disclosed, elements: elements.map((element) => element?.node ?? null) },
      json: elements.flatMap((element) => (element === null ? [] : [element.json])),
    }
  }

  /** The element behind `{"...": digest}`; `null` if it was withheld or cannot be placed. */
  private element(
    element: Readonly<Record<string, unknown>>,
    { position, inDisclosure }: Omit<Context, 'disclosed'>,
  ): Built | null {
    const digest = element['...']
    if (typeof digest !== 'string' || Object.keys(element).length > 1) this.malformedDigests.push(position)
    if (typeof digest !== 'string') return null
    const index = this.refer(digest, { kind: '...', inDisclosure, position })
    const disclosure = index === null ? undefined : this.disclosures[index]
    if (index === null || disclosure === undefined || this.placed.has(index)) return null
    this.placed.set(index, { position, kindMismatch: disclosure.kind === 'property', collides: false })
    if (disclosure.kind !== 'element') return null
    return this.value(disclosure.value, { position, disclosed: true, inDisclosure: index })
  }

  /** Records a digest; returns the index of its Disclosure, `null` without one. */
  private refer(digest: string, place: DigestPlace): number | null {
    const disclosure = this.indexByDigest.get(digest) ?? null
    this.digests.push({ digest, place, disclosure })
    return disclosure
  }
}

/** Every Disclosure with its place, and the resulting claims. */
export interface ReadDisclosures extends Omit<PlacedDisclosures, 'placed'> {
  readonly disclosures: readonly DisclosureReading[]
  readonly repeatedDigests: readonly string[]
  readonly sharedSalts: readonly (readonly number[])[]
}

/** Reads the Disclosures of a presentation and resolves them into its payload. Never throws. RFC9901-7.1 */
export function readDisclosures({
  payload,
  texts,
  digestOf,
  budget,
}: {
  readonly payload: JsonObject
  readonly texts: readonly string[]
  /** base64url of a text's digest. */
  readonly digestOf: (text: string) => string
  /** Of the whole response. */
  readonly budget: ClaimValuesBudget
}): ReadDisclosures {
  const contents = texts.map((text) => readDisclosure(text, digestOf(text)))
  const { placed, ...result } = placeDisclosures(payload, contents, budget)
  // Equal Disclosures share one list, however often their digest occurs.
  const references = new Map(
    [...groupBy(result.digests, ({ digest }) => digest)].map(
      ([digest, readings]) => [digest, readings.map(({ place }) => place)] as const,
    ),
  )
  const indexesByText = groupBy([...contents.keys()], (index) => contents[index]?.text ?? '')
  const open = new Set(result.digests.flatMap(({ digest, disclosure }) => (disclosure === null ? [digest] : [])))
  const hasOpenDigest = open.size > 0
  const disclosures = contents.map((content, index): DisclosureReading => {
    const equals = indexesByText.get(content.text) ?? []
    const placement = placed.get(equals[0] ?? index)
    const referencedBy = references.get(content.digest) ?? []
    return {
      ...content,
      index,
      position: placement?.position ?? null,
      referencedBy,
      kindMismatch: placement?.kindMismatch ?? false,
      reservedName: content.name !== null && isReservedName(content.name),
      collides: placement?.collides ?? false,
      repeats: equals.length === 1 ? [] : equals.filter((other) => other !== index),
      parentMayBeMissing: referencedBy.length === 0 && hasOpenDigest,
      encodedAnew:
        referencedBy.length === 0 &&
        hasOpenDigest &&
        index < respelledMax &&
        spellingsOf(content).some((spelling) => open.has(digestOf(spelling))),
    }
  })
  return { ...result, disclosures, repeatedDigests: repeated(result.digests), sharedSalts: sharedSalts(contents) }
}

/** Most Disclosures of which other spellings are tried, and the longest of them. */
const respelledMax = 32
const respelledCharactersMax = 4096

/** The Disclosure as other libraries write the same JSON: without blanks, with some, and in ASCII. */
function spellingsOf({ text, errors, saltText, kind, name, value }: DisclosureContent): string[] {
  if (errors.length > 0 || text.length > respelledCharactersMax) return []
  const content: Json = kind === 'property' ? [saltText, name, value] : [saltText, value]
  const spellings = [JSON.stringify(content), spaced(content)].flatMap((json) => [json, inAscii(json)])
  return [...new Set(spellings.map((json) => toBase64url(utf8(json))))].filter((one) => one !== text)
}

/** JSON with a blank after each comma and colon, as in the examples of RFC 9901. */
function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`)
    .join(', ')}}`
}

const inAscii = (json: string): string =>
  json.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const repeated = (digests: readonly DigestReading[]): string[] =>
  [...groupBy(digests, ({ digest }) => digest)].flatMap(([digest, places]) => (places.length > 1 ? [digest] : []))

/** Groups of different Disclosures with the same salt; exact repetitions are another error. */
function sharedSalts(contents: readonly DisclosureContent[]): number[][] {
  const texts = new Set<string>()
  const firsts = contents.flatMap(({ text, saltText }, index) => {
    const repeats = texts.has(text)
    texts.add(text)
    return saltText === null || repeats ? [] : [{ saltText, index }]
  })
  return [...groupBy(firsts, ({ saltText }) => saltText).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ index }) => index))
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
