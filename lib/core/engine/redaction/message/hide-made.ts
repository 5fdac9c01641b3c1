import type { MadeIn, Span } from '../../../shared/ports/made-in'
import { atOnce, type PausableWork } from '../../../shared/time/pausable-work'
import type { Json } from '../../../shared/values/json'
import { withStarts } from '../../../shared/values/wording'
import { changeItems, changeMembers } from '../names/own-members'
import { removed } from '../values/redact-text'
import { readingsOf, readsOnlyAsIs, withoutSpans } from '../values/text-readings'

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
  // Most texts of a record occur many times: names of members, ids of checks.
  const texts = new Set<string>()
  collectTexts(value, texts)
  const shown = new Map<string, string>()
  for (const text of texts) {
    const hidden = yield* hideInText(text, search, isStepOver)
    if (hidden !== text) shown.set(text, hidden)
  }
  return shown.size === 0 ? value : (showTexts(value, shown) as Value)
}

/** Adds every text and name that is long enough to contain a value. */
function collectTexts(value: Json, texts: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= charactersMin) texts.add(value)
  } else if (Array.isArray(value)) for (const item of value) collectTexts(item, texts)
  else if (value !== null && typeof value === 'object')
    for (const name of Object.keys(value)) {
      if (name.length >= charactersMin) texts.add(name)
      collectTexts(value[name] as Json, texts)
    }
}

/** A value with other texts and names; the same where nothing changes. */
function showTexts(value: Json, shown: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return shown.get(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return changeItems(value, (item) => showTexts(item, shown))
  return changeMembers(
    value,
    (name) => shown.get(name) ?? name,
    (_name, member) => showTexts(member, shown),
  )
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
  if (readsOnlyAsIs(text)) {
    budget.left -= text.length
    return budget.left < 0 ? null : madeIn(text)
  }
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
