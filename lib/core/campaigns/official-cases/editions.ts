import { type EditionFacts, editionFacts, factsNamed } from './edition-facts'
import { tablesOfEditions } from './editions/tables'
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
  marked: readonly string[],
  texts: Edition['texts'],
  unrecorded: readonly string[],
]

/** By id. Their shape is guaranteed by the parser of the tables. */
const tables: Readonly<Record<string, Tables>> = tablesOfEditions

/** Every edition, newest first. */
export const editions: readonly Edition[] = editionFacts.map((facts) => {
  const [cases, marked, texts, unrecorded] = tables[facts.id] ?? [[], [], {}, []]
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
