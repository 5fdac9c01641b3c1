import type { JsonObject } from '../../../values/json'
import type { DigestReading, DisclosureReading } from './disclosure-reading'
import { type ClaimValuesBudget, isReservedName, type PlacedDisclosures, placeDisclosures } from './place-disclosures'
import { type DisclosureContent, readDisclosure } from './read-disclosure'

/** Every Disclosure of a presentation with its place, and the claims that come of them. */
export interface ReadDisclosures extends Omit<PlacedDisclosures, 'placed'> {
  readonly disclosures: readonly DisclosureReading[]
  readonly repeatedDigests: readonly string[]
  readonly sharedSalts: readonly (readonly number[])[]
}

/** Reads the Disclosures of a presentation into the payload that they belong to. Never throws. RFC9901-7.1 */
export function readDisclosures({
  payload,
  texts,
  digestOf,
  budget,
}: {
  readonly payload: JsonObject
  readonly texts: readonly string[]
  /** base64url of the digest of a text. */
  readonly digestOf: (text: string) => string
  /** Of the answer that the presentation came in. */
  readonly budget: ClaimValuesBudget
}): ReadDisclosures {
  const contents = texts.map((text) => readDisclosure(text, digestOf(text)))
  const { placed, ...result } = placeDisclosures(payload, contents, budget)
  // One list for all equal Disclosures, however often their digest is there.
  const references = new Map(
    [...groupBy(result.digests, ({ digest }) => digest)].map(
      ([digest, readings]) => [digest, readings.map(({ place }) => place)] as const,
    ),
  )
  const indexesByText = groupBy([...contents.keys()], (index) => contents[index]?.text ?? '')
  const hasOpenDigest = result.digests.some(({ disclosure }) => disclosure === null)
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
    }
  })
  return { ...result, disclosures, repeatedDigests: repeated(result.digests), sharedSalts: sharedSalts(contents) }
}

const repeated = (digests: readonly DigestReading[]): string[] =>
  [...groupBy(digests, ({ digest }) => digest)].flatMap(([digest, places]) => (places.length > 1 ? [digest] : []))

/** A Disclosure that was sent twice shares its salt with itself, which is another error. */
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
