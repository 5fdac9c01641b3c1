import decidedFirst from './editions/2026-07/cases.json'
import factsFirst from './editions/2026-07/edition.json'
import markedFirst from './editions/2026-07/review-needed.json'
import textsFirst from './editions/2026-07/texts.json'
import decidedSecond from './editions/2026-09/cases.json'
import factsSecond from './editions/2026-09/edition.json'
import markedSecond from './editions/2026-09/review-needed.json'
import textsSecond from './editions/2026-09/texts.json'
import { isDecidable, type OfficialCase, type Side } from './official-case'

/** `edition.json`: what an edition is of, and whether it is whole. */
interface EditionFacts {
  /** Year and month of its review; a second one in a month gets a letter. */
  readonly id: string
  readonly title: string
  readonly name: string
  readonly repository: string
  readonly website: string
  readonly branch: string
  /** Of a partial edition the commit that most of its texts are from. */
  readonly commit: string
  readonly date: string
  readonly status: string
  readonly licence: string
  readonly attribution: string
  /** Whether it holds every case of its draft. */
  readonly complete: boolean
  /** The edition that it was compared with; `null` for the first. */
  readonly previous: string | null
  readonly sides: readonly Side[]
  /** The sides of which the framework lists a baseline. */
  readonly baselines: readonly Side[]
  /** SHA-256 of its table once it was published; `null` before. */
  readonly table_sha256: string | null
}

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
}

const edition = (facts: unknown, cases: unknown, texts: Edition['texts'], marked: readonly string[]): Edition => ({
  // Generated from tables whose parser guarantees the shape.
  facts: facts as EditionFacts,
  cases: cases as readonly OfficialCase[],
  texts,
  reviewNeeded: new Set(marked),
})

/** Every edition, newest first. */
export const editions: readonly Edition[] = [
  edition(factsSecond, decidedSecond, textsSecond, markedSecond),
  edition(factsFirst, decidedFirst, textsFirst, markedFirst),
]

/** The newest edition, whole or not: pages begin with it. */
export const newestEdition: Edition = editions[0] as Edition

/** The newest complete edition: the interface answers with it where none is asked for. */
export const defaultEdition: Edition = editions.find(({ facts }) => facts.complete) as Edition

/** The fewest digits of a commit that name an edition. */
const commitDigitsMin = 7

/** The edition with this id, or with a commit that begins so, in seven digits at least; `null` if there is none. */
export function editionNamed(name: string): Edition | null {
  const byId = editions.find(({ facts }) => facts.id === name)
  if (byId !== undefined || name.length < commitDigitsMin || !/^[0-9a-f]{7,40}$/.test(name)) return byId ?? null
  return editions.find(({ facts: { commit } }) => commit.startsWith(name) || name.startsWith(commit)) ?? null
}

const editionOfCase: ReadonlyMap<OfficialCase, Edition> = new Map(
  editions.flatMap((one) => one.cases.map((official) => [official, one] as const)),
)

/** The edition that a case is of. */
export const editionOf = (one: OfficialCase): Edition => editionOfCase.get(one) ?? defaultEdition

/** How many cases of an edition a session can decide. */
export const decidableIn = ({ cases }: Edition): number => cases.filter(isDecidable).length
