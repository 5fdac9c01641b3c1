import { editionOf } from './editions'
import corrected from './editions/2026-09/corrections.json'
import { type OfficialCase, remarkOn } from './official-case'

/** By edition: notes in place of those of the frozen table, by id. */
const corrections: Readonly<Record<string, Readonly<Record<string, string>>>> = { '2026-09': corrected }

/**
 * Why no session decides a case, what it needs besides its session, or its note; `null` if there is none. A note that
 * proved wrong is read from `corrections.json`: statements name the hash of the table, which stays as it was published.
 */
export const noteOn = (one: OfficialCase): string | null =>
  corrections[editionOf(one).facts.id]?.[one.id] ?? remarkOn(one)
