import type { MadeIn, Span } from '../../../shared/ports/made-in'
import { atOnce, type PausableWork } from '../../../shared/time/pausable-work'
import type { Json } from '../../../shared/values/json'
import { withStarts } from '../../../shared/values/wording'
import { changeMembers } from '../names/own-members'
import { removed } from '../values/redact-text'
import { readingsOf, withoutSpans } from '../values/text-readings'

/** Shorter texts cannot contain a value that is searched for. */
const charactersMin = 4
/** How many characters of all readings of one record to search: sixteen times what the largest record holds. */
const searchedMax = 2 * 1024 * 1024
/** Characters to search per step, which ends between two readings of a text: usually less than a millisecond. */
const searchedPerStep = 64 * 1024

/** The search of the last pass over a record. */
export interface MadeSearch {
  readonly madeIn: MadeIn
  /** Characters left to search; anything beyond is not shown. */
  readonly budget: { left: number }
}

export const madeSearch = (madeIn: MadeIn): MadeSearch => ({
  madeIn,
  budget: { left: searchedMax },
})

/**
 * The last pass over what is about to be stored or sent, after decoding, redaction and cutting: removes each still
 * valid value made by this service from every text and name, in any encoding. Parts divided by a line break are both
 * removed. Returns the same value if there is none. Works in steps.
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

/** `hideMadeInSteps` for one text, at once. */
export const hideMadeInText = (text: string, search: MadeSearch): string =>
  atOnce(hideInText(text, search, () => false))

/**
 * The first characters of a longer text without such values. A value cut by the end is removed whole, because no search
 * would recognise its first half; its mark may make the text longer.
 */
function startWithoutMade(text: string, charactersMax: number, search: MadeSearch): string {
  const spans = atOnce(spansIn(text, search, () => false))
  if (spans === null) return removed('redacted', charactersMax)
  const shown = spans.filter(({ from }) => from < charactersMax)
  const end = shown.reduce((furthest, { to }) => Math.max(furthest, to), charactersMax)
  return withoutSpans(text.slice(0, end), shown)
}

/** Applies `startWithoutMade` to texts shown only in part, before redaction; `null` searches for nothing. */
export const startsWithoutMade = <Value>(told: Value, search: MadeSearch | null): Value =>
  search === null ? told : withStarts(told, (uncut, charactersMax) => startWithoutMade(uncut, charactersMax, search))

function* hideInText(text: string, search: MadeSearch, isStepOver: () => boolean): PausableWork<string> {
  const spans = yield* spansIn(text, search, isStepOver)
  if (spans === null) return removed('redacted', text.length)
  return spans.length === 0 ? text : withoutSpans(text, spans)
}

/** Spans of such values in a text; `null` if the budget ends first. */
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
