import { factsOfEditions } from './editions/facts'
import type { Side } from './official-case'

/** `edition.json`: what an edition is of, and whether it is whole. */
export interface EditionFacts {
  /** Year and month of its review; a second one in a month gets a letter. */
  readonly id: string
  readonly title: string
  readonly name: string
  readonly repository: string
  readonly website: string
  readonly branch: string
  /** Of a partial edition the one that more of its texts are from than from any other. */
  readonly commit: string
  /** All digits of the commit, where they are known. */
  readonly full_commit?: string
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

/** Every edition, newest first, without its cases: a page that verifies a bundle loads this alone. */
export const editionFacts: readonly EditionFacts[] = factsOfEditions as readonly unknown[] as readonly EditionFacts[]

/** The id of the newest edition, whole or not: pages begin with it. */
export const newestEditionId: string = editionFacts[0]?.id ?? ''

/** The fewest digits of a commit that name an edition. */
const commitDigitsMin = 7

/** The edition with this id, or with a commit that begins so, in seven digits at least; `null` if there is none. */
export function factsNamed(name: string): EditionFacts | null {
  const byId = editionFacts.find(({ id }) => id === name)
  if (byId !== undefined || name.length < commitDigitsMin || !/^[0-9a-f]{7,40}$/.test(name)) return byId ?? null
  return editionFacts.find(({ commit, full_commit = commit }) => full_commit.startsWith(name)) ?? null
}
