import { isObject, isSameJson, type Json } from '../values/json'
import { jsonBytes } from '../values/json-bytes'

/** Longest text, and most bytes of a list or an object, that stays whole where nothing in it was changed. */
const unchangedMax = 200

/** Characters of a changed text that are kept before its change, and after it; and as many of the change at each end. */
const aroundMax = 300

/** Most members of an object, and entries of a list, that are looked into. */
const membersMax = 200

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
  return jsonBytes(value) <= 2 * aroundMax ? value : wordsOf(value)
}

/** Both texts around where they begin and cease to differ. */
function cutTexts(right: string, sent: string): readonly [string, string] {
  const shorter = Math.min(right.length, sent.length)
  let before = 0
  while (before < shorter && right[before] === sent[before]) before += 1
  let after = 0
  while (after < shorter - before && right.at(-1 - after) === sent.at(-1 - after)) after += 1
  const around = (text: string): string => {
    const [start, end] = [Math.max(0, before - aroundMax), Math.min(text.length, text.length - after + aroundMax)]
    return `${cutMark(start)}${middleCut(text.slice(start, end))}${cutMark(text.length - end)}`
  }
  return [around(right), around(sent)]
}

/** The ends of a long text. */
function middleCut(text: string): string {
  const left = text.length - 4 * aroundMax
  return left <= 0 ? text : `${text.slice(0, 2 * aroundMax)}${cutMark(left)}${text.slice(-2 * aroundMax)}`
}

const cutMark = (characters: number): string => (characters <= 0 ? '' : `… (${characters} characters, cut) …`)

/** What is said of a part that is cut. */
function wordsOf(value: Json): string {
  if (typeof value === 'string') return `a text of ${value.length} characters, cut`
  if (Array.isArray(value)) return `a list of ${value.length} ${value.length === 1 ? 'entry' : 'entries'}, cut`
  const members = Object.keys(value ?? {}).length
  return `an object of ${members} ${members === 1 ? 'member' : 'members'}, cut`
}
