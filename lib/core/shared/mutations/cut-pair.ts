import { isObject, isSameJson, type Json } from '../values/json'
import { jsonBytes } from '../values/json-bytes'

/** Longest text, and most bytes of a list or an object, that stays whole where nothing in it was changed. */
const unchangedMax = 200

/** Characters of a changed text that are kept before its change, and after it; and as many of the change at each end. */
const aroundMax = 300

/** Most members of an object, and entries of a list, that are looked into. */
const membersMax = 200

/** What may be a token. What is redacted is recognised whole, so that no part of one may be left of it. */
const runs = /[A-Za-z0-9_.~+/=%-]{100,}/g
const ofRuns = /[A-Za-z0-9_.~+/=%-]/

/** A text without the run that it begins with, which may be a part of one. */
function fromFirstGap(text: string): string {
  let at = 0
  while (at < text.length && ofRuns.test(text[at] ?? '')) at += 1
  return text.slice(at)
}

/** The same at its end. */
function toLastGap(text: string): string {
  let end = text.length
  while (end > 0 && ofRuns.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** A text with words for what may be a token. */
const withoutRuns = (text: string): string =>
  text.replace(runs, (run) => `(${run.length} characters without a space, cut)`)

/** Two documents cut to what was changed: words stand for long parts that are the same in both. */
export function cutPair(right: Json, sent: Json): readonly [right: Json, sent: Json] {
  if (isSameJson(right, sent)) {
    const whole = jsonBytes(right) <= unchangedMax ? right : wordsOf(right)
    return [whole, whole]
  }
  if (typeof right === 'string' && typeof sent === 'string') return cutTexts(right, sent)
  if (isObject(right) && isObject(sent)) return cutObjects(right, sent)
  if (Array.isArray(right) && Array.isArray(sent) && right.length === sent.length && right.length <= membersMax) {
    const pairs = right.map((one, index) => cutPair(one, sent[index] ?? null))
    return [pairs.map(([one]) => one), pairs.map(([, one]) => one)]
  }
  return [cutAlone(right), cutAlone(sent)]
}

function cutObjects(right: object, sent: object): readonly [Json, Json] {
  const [ofRight, ofSent] = [new Map(Object.entries(right)), new Map(Object.entries(sent))] as [
    Map<string, Json>,
    Map<string, Json>,
  ]
  const names = [...new Set([...ofRight.keys(), ...ofSent.keys()])]
  const kept: [string, Json][][] = [[], []]
  for (const name of names.slice(0, membersMax)) {
    const [before, after] = [ofRight.get(name), ofSent.get(name)]
    const pair = before !== undefined && after !== undefined ? cutPair(before, after) : null
    if (before !== undefined) kept[0]?.push([name, pair === null ? cutAlone(before) : pair[0]])
    if (after !== undefined) kept[1]?.push([name, pair === null ? cutAlone(after) : pair[1]])
  }
  const left = names.length - membersMax
  const [one = {}, other = {}] = kept.map(
    (members): Json => ({
      ...Object.fromEntries(members),
      ...(left > 0 ? { '…': `${left} more members, cut` } : {}),
    }),
  )
  return [one, other]
}

/** A value that is in one of the documents alone, or of another kind there. */
function cutAlone(value: Json): Json {
  if (typeof value === 'string') return middleCut(value)
  if (jsonBytes(value) <= 2 * aroundMax) return value
  return isObject(value) ? cutObjects(value, {})[0] : wordsOf(value)
}

/** Both texts around where they begin and cease to differ; short ones whole. */
function cutTexts(whole: string, changed: string): readonly [string, string] {
  if (Math.max(whole.length, changed.length) <= 4 * aroundMax) return [whole, changed]
  const [right, sent] = [withoutRuns(whole), withoutRuns(changed)]
  const shorter = Math.min(right.length, sent.length)
  let before = 0
  while (before < shorter && right[before] === sent[before]) before += 1
  let after = 0
  while (after < shorter - before && right.at(-1 - after) === sent.at(-1 - after)) after += 1
  const around = (text: string): string => {
    const [start, end] = [Math.max(0, before - aroundMax), Math.min(text.length, text.length - after + aroundMax)]
    const shown = start === 0 ? text.slice(0, end) : fromFirstGap(text.slice(start, end))
    return `${cutMark(start)}${middleCut(end === text.length ? shown : toLastGap(shown))}${cutMark(text.length - end)}`
  }
  return [around(right), around(sent)]
}

/** The ends of a long text. */
function middleCut(whole: string): string {
  if (whole.length <= 4 * aroundMax) return whole
  const text = withoutRuns(whole)
  const left = text.length - 4 * aroundMax
  if (left <= 0) return text
  const [start, end] = [text.slice(0, 2 * aroundMax), text.slice(-2 * aroundMax)]
  return `${toLastGap(start)}${cutMark(left)}${fromFirstGap(end)}`
}

const cutMark = (characters: number): string => (characters <= 0 ? '' : `… (some ${characters} characters, cut) …`)

/** What is said of a part that is cut. */
function wordsOf(value: Json): string {
  if (typeof value === 'string') return `a text of ${value.length} characters, cut`
  if (Array.isArray(value)) return `a list of ${value.length} ${value.length === 1 ? 'entry' : 'entries'}, cut`
  const members = Object.keys(value ?? {}).length
  return `an object of ${members} ${members === 1 ? 'member' : 'members'}, cut`
}
