import { type EditionFacts, editionFacts, factsNamed } from './edition-facts'
import made from './editions/drafts.json' with { type: 'json' }
import { sideOf, sides } from './official-case'

/** A case of a draft: what became of it, and what a reviewer decided so far. `null` where nobody wrote anything. */
interface DraftCase {
  readonly id: string
  /** What `npm run edition` found, see `classes.mjs`. */
  readonly change: string
  /** How sure that is, from 0 to 1. */
  readonly score: number | null
  readonly from: readonly string[]
  readonly baseline: boolean
  readonly objective: string | null
  /** Where its text is; `null` for a case that is gone. */
  readonly text: { readonly path: string; readonly commit: string } | null
  readonly verdict: string | null
  readonly checks: readonly string[]
  readonly preset: string | null
  readonly by: string | null
  readonly date: string | null
  readonly why: string | null
}

/** An edition before it is published: it is shown, and counts nowhere. */
export interface Draft {
  readonly id: string
  readonly commit: string
  readonly date: string
  readonly previous: string
  readonly complete: boolean
  readonly table_sha256: string
  readonly cases: readonly DraftCase[]
}

/** Newest first. Generated from the folders that `npm run edition` writes; none once an edition is published. */
export const drafts: readonly Draft[] = made

/** The draft with this id; `null` if there is none. */
export const draftNamed = (id: string): Draft | null => drafts.find((one) => one.id === id) ?? null

/** What a draft is of, as its `edition.json` would say, but for the status. */
export function draftFacts({ id, commit, date, previous, complete, table_sha256, cases }: Draft): EditionFacts {
  const { full_commit: _, ...former } = factsNamed(previous) ?? (editionFacts[0] as EditionFacts)
  const sidesOf = (wanted: Draft['cases']) => sides.filter((side) => wanted.some((one) => sideOf(one.id) === side))
  return {
    ...former,
    ...{ id, commit, date, complete, previous, table_sha256 },
    title: `Draft of ${date.slice(0, 7)}`,
    status: 'under review, counts nowhere',
    sides: sidesOf(cases),
    baselines: sidesOf(cases.filter(({ baseline }) => baseline)),
  }
}
