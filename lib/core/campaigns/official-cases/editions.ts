import { type EditionFacts, editionFacts, factsNamed } from './edition-facts'
import decidedFirst from './editions/2026-07/cases.json'
import markedFirst from './editions/2026-07/review-needed.json'
import textsFirst from './editions/2026-07/texts.json'
import decidedSecond from './editions/2026-09/cases.json'
import markedSecond from './editions/2026-09/review-needed.json'
import textsSecond from './editions/2026-09/texts.json'
import unrecordedSecond from './editions/2026-09/unrecorded.json'
import { isDecidable, type OfficialCase } from './official-case'

/** The hashes of a case's text, `null` where the text was not at hand, and its commit where it has its own. */
interface TextFacts {
  readonly words: string | null
  readonly layout: string | null
  readonly commit?: string
}

/** One state of the framework, as it was reviewed. A case is an edition and an id. */
export interface Edition {
  readonly facts: EditionFacts
  /** In the order of the table. */
  readonly cases: readonly OfficialCase[]
  readonly texts: Readonly<Record<string, TextFacts>>
  /** Ids of cases whose text changed after the review. */
  readonly reviewNeeded: ReadonlySet<string>
  /** Ids of cases whose failure leaves nothing on record, because a wallet that fails them sends nothing. */
  readonly unrecorded: ReadonlySet<string>
}

type Tables = readonly [
  cases: unknown,
  texts: Edition['texts'],
  marked: readonly string[],
  unrecorded: readonly string[],
]

/** By id. Generated from tables whose parser guarantees the shape. */
const tables: Readonly<Record<string, Tables>> = {
  '2026-07': [decidedFirst, textsFirst, markedFirst, []],
  '2026-09': [decidedSecond, textsSecond, markedSecond, unrecordedSecond],
}

/** Every edition, newest first. */
export const editions: readonly Edition[] = editionFacts.map((facts) => {
  const [cases, texts, marked, unrecorded] = tables[facts.id] ?? [[], {}, [], []]
  return {
    ...{ facts, cases: cases as readonly OfficialCase[], texts },
    ...{ reviewNeeded: new Set(marked), unrecorded: new Set(unrecorded) },
  }
})

/** The newest edition, whole or not: pages begin with it. */
export const newestEdition: Edition = editions[0] as Edition

/** The newest complete edition: the interface answers with it where none is asked for. */
export const defaultEdition: Edition = editions.find(({ facts }) => facts.complete) as Edition

/** The edition with this id, or with a commit that begins so, in seven digits at least; `null` if there is none. */
export function editionNamed(name: string): Edition | null {
  const facts = factsNamed(name)
  return editions.find((one) => one.facts === facts) ?? null
}

const editionOfCase: ReadonlyMap<OfficialCase, Edition> = new Map(
  editions.flatMap((one) => one.cases.map((official) => [official, one] as const)),
)

/** The edition that a case is of. */
export const editionOf = (one: OfficialCase): Edition => editionOfCase.get(one) ?? defaultEdition

/** How many cases of an edition a session can decide. */
export const decidableIn = ({ cases }: Edition): number => cases.filter(isDecidable).length
