import type { ArrayNode, ClaimNode, ClaimPosition, ObjectNode } from '../../../dcql/claim-tree'
import { isObject, type Json, type JsonObject } from '../../../values/json'
import type { ReadingBudget } from '../../reading-budget'
import type { DigestPlace, DigestReading } from './disclosure-reading'
import type { DisclosureContent } from './read-disclosure'
import { claimDepthMax, claimValuesMax } from './tolerances'

/** The claims with every Disclosure in its place, and all that was met on the way. */
export interface PlacedDisclosures {
  readonly tree: ClaimNode
  readonly claims: JsonObject
  readonly digests: readonly DigestReading[]
  readonly malformedDigests: readonly ClaimPosition[]
  /** Positions of `_sd_alg` below the top level. */
  readonly nestedSdAlg: readonly ClaimPosition[]
  /** By index of the Disclosure; without those that nothing refers to. */
  readonly placed: ReadonlyMap<number, Placement>
  readonly tooDeep: boolean
  readonly tooWide: boolean
}

interface Placement {
  readonly position: ClaimPosition
  readonly kindMismatch: boolean
  readonly collides: boolean
}

/** Names that mean something to SD-JWT and can be no claim. RFC9901-4.1 */
export const isReservedName = (name: string): boolean => name === '_sd' || name === '...'

/**
 * Walks the payload of an issuer-signed JWT and puts each Disclosure in place of its digest, once, down through
 * Disclosures inside Disclosures. What must not be put there is left out and told. Never throws. RFC9901-7.1
 */
export function placeDisclosures(
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

/** What is left of the values that one answer may have resolved. */
export type ClaimValuesBudget = Pick<ReadingBudget, 'claimValues'>

interface Context {
  readonly position: ClaimPosition
  /** The value is what a Disclosure reveals. */
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

  /** Texts in `_sd`; anything else there is told and passed over. */
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
    // Disclosures inside Disclosures nest deeper than any of them alone.
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

  /** What stands for `{"...": digest}`; `null` when it was kept back, or cannot be put there. */
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

  /** Notes a digest; the index of its Disclosure, `null` without one. */
  private refer(digest: string, place: DigestPlace): number | null {
    const disclosure = this.indexByDigest.get(digest) ?? null
    this.digests.push({ digest, place, disclosure })
    return disclosure
  }
}
