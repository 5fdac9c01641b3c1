import type { MadeIn, Span } from '../../../ground/ports/made-in'
import { atOnce, type PausableWork } from '../../../ground/time/pausable-work'
import type { Json } from '../../../ground/values/json'
import { withStarts } from '../../../ground/values/wording'
import { changeMembers } from '../names/own-members'
import { removed } from '../values/redact-text'
import { readingsOf, withoutSpans } from '../values/text-readings'

/** A shorter text can hold no value that is searched for. */
const charactersMin = 4
/** How many characters of all readings of one record to search: sixteen times what the largest record holds. */
const searchedMax = 2 * 1024 * 1024
/** How many of them in one step, which ends between two readings of a text: mostly less than a millisecond. */
const searchedPerStep = 64 * 1024

/** What the last pass over a record looks for. */
export interface MadeSearch {
  readonly madeIn: MadeIn
  /** How many characters may still be searched; what would be searched after that is not shown. */
  readonly budget: { left: number }
}

export const madeSearch = (madeIn: MadeIn): MadeSearch => ({
  madeIn,
  budget: { left: searchedMax },
})

/**
 * The last pass over what is about to be stored or answered, once it is decoded, redacted and cut: removes each value that
 * this service made and that still works, from every text and every name, however it is written there. Parts of it that a
 * line break divides go both. Returns the same value if there is none. Works in steps.
 */
export function* hideMadeInSteps<Value extends Json>(value: Value, search: MadeSearch): PausableWork<Value> {
  let last = search.budget.left
  const isStepOver = (): boolean => {
    const isOver = last - search.budget.left >= searchedPerStep
    if (isOver) last = search.budget.left
    return isOver
  }
  function* hide(inner: Json): PausableWork<Json> {
    if (typeof inner === 'string') return yield* hideInText(inner, search, isStepOver)
    if (typeof inner !== 'object' || inner === null) return inner
    if (Array.isArray(inner)) {
      const items: Json[] = []
      for (const item of inner) items.push(yield* hide(item))
      return items.every((item, index) => item === inner[index]) ? inner : items
    }
    const names = new Map<string, string>()
    const members = new Map<string, Json>()
    for (const [name, member] of Object.entries(inner)) {
      names.set(name, yield* hideInText(name, search, isStepOver))
      members.set(name, yield* hide(member))
    }
    return changeMembers(
      inner,
      (name) => names.get(name) ?? name,
      (name, member) => members.get(name) ?? member,
    )
  }
  return (yield* hide(value)) as Value
}

/** The same for one text, at once. */
export const hideMadeInText = (text: string, search: MadeSearch): string =>
  atOnce(hideInText(text, search, () => false))

/**
 * The first characters of a longer text without such values. One that their end divides goes whole, for no search would
 * recognise its first half, and its mark may make the text longer.
 */
function startWithoutMade(text: string, charactersMax: number, search: MadeSearch): string {
  const spans = atOnce(spansIn(text, search, () => false))
  if (spans === null) return removed('redacted', charactersMax)
  const shown = spans.filter(({ from }) => from < charactersMax)
  const end = shown.reduce((furthest, { to }) => Math.max(furthest, to), charactersMax)
  return withoutSpans(text.slice(0, end), shown)
}

/** The same of each text that is shown by its start alone, in what is yet to be redacted; `null` searches for nothing. */
export const startsWithoutMade = <Value>(told: Value, search: MadeSearch | null): Value =>
  search === null ? told : withStarts(told, (uncut, charactersMax) => startWithoutMade(uncut, charactersMax, search))

function* hideInText(text: string, search: MadeSearch, isStepOver: () => boolean): PausableWork<string> {
  const spans = yield* spansIn(text, search, isStepOver)
  if (spans === null) return removed('redacted', text.length)
  return spans.length === 0 ? text : withoutSpans(text, spans)
}

/** Where a text holds such values; `null` if the budget ends before all of it is searched. */
function* spansIn(
  text: string,
  { madeIn, budget }: MadeSearch,
  isStepOver: () => boolean,
): PausableWork<readonly Span[] | null> {
  const spans: Span[] = []
  if (text.length < charactersMin) return spans
  for (const reading of readingsOf(text)) {
    if (reading === null) {
      yield
      continue
    }
    budget.left -= reading.text.length
    if (budget.left < 0) return null
    for (const { from, to } of madeIn(reading.text)) spans.push(reading.spanOf(from, to))
    if (isStepOver()) yield
  }
  return spans
}
