import { hashesOf, objectiveWords } from './texts.mjs'

/** @typedef {import('./texts.mjs').Text} Text */
/** @typedef {import('./texts.mjs').TextHashes} TextHashes */
/** @typedef {{ id: string, class: string, score: string, from: string }} Guess what became of a case */
/** @typedef {{ hashes: Record<string, TextHashes>, texts: Record<string, Text> }} Edition texts where they are at hand */

/** A score that calls two objectives those of one matter. */
const ENOUGH = 0.5

/** The number of a case without the letter of a part, and without the mark of unhappy flows. @param {string} id */
const numberOf = (id) => id.replace(/_UF$/, '').replace(/(?<=\d)[a-z]+$/, '')

/**
 * What became of each case of an edition, in the order of ids: `same`, `layout`, `changed`, `renamed`, `split`, `reused`,
 * `merged`, `added`, `removed`; `unknown` where nobody kept the words of the old text. Guesses have a score.
 * @param {Edition} old @param {Record<string, Text>} now @returns {Guess[]}
 */
export function classify(old, now) {
  const hashes = Object.fromEntries(Object.entries(now).map(([id, { text }]) => [id, hashesOf(text, id)]))
  const removed = Object.keys(old.hashes).filter((id) => !(id in now))
  const score = scorer([...Object.values(old.texts), ...Object.values(now)].map(({ text }) => text))
  /** @type {Set<string>} */
  const followed = new Set()
  const guesses = Object.keys(now).map((id) => {
    const guess = id in old.hashes ? known(id) : added(id)
    if (guess.class === 'renamed' || guess.class === 'merged')
      for (const from of guess.from.split(';')) followed.add(from)
    return { id, ...guess }
  })
  return [
    ...guesses,
    ...removed.filter((id) => !followed.has(id)).map((id) => ({ id, class: 'removed', score: '', from: id })),
  ].sort((one, other) => (one.id < other.id ? -1 : 1))

  /** @param {string} id */
  function known(id) {
    const [before, after] = [old.hashes[id], hashes[id]]
    if (!before?.words) return { class: 'unknown', score: scoreOf(id, id), from: id }
    if (before?.words !== after?.words) return { class: 'changed', score: scoreOf(id, id), from: id }
    return { class: before?.layout === after?.layout ? 'same' : 'layout', score: '', from: id }
  }

  /** @param {string} id */
  function added(id) {
    const twin = removed.find((from) => !followed.has(from) && old.hashes[from]?.words === hashes[id]?.words)
    if (twin !== undefined) return { class: 'renamed', score: '', from: twin }
    const root = Object.keys(old.hashes).find((from) => numberOf(from) === numberOf(id))
    const near = removed.filter((from) => Number(scoreOf(from, id)) >= ENOUGH)
    if (near.length > 1) return { class: 'merged', score: scoreOf(near[0] ?? '', id), from: near.join(';') }
    if (root === undefined) return { class: 'added', score: '', from: '' }
    const own = scoreOf(root, id)
    return { class: Number(own) >= ENOUGH ? 'split' : 'reused', score: own, from: root }
  }

  /** @param {string} from @param {string} to */
  function scoreOf(from, to) {
    const [before, after] = [old.texts[from], now[to]]
    return before === undefined || after === undefined ? '' : score(before.text, after.text).toFixed(2)
  }
}

/** Words in more objectives than this are not rare. @param {number} count */
const commonFrom = (count) => Math.max(6, Math.ceil(count / 20))

/**
 * Makes a function that says how much of the rare words of the shorter of two objectives the other has, from 0 to 1.
 * @param {readonly string[]} texts
 */
function scorer(texts) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const text of texts) for (const word of objectiveWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const limit = commonFrom(texts.length)
  /** @param {string} text */
  const rare = (text) => [...objectiveWords(text)].filter((word) => (counts.get(word) ?? 0) <= limit)
  return (/** @type {string} */ one, /** @type {string} */ other) => {
    const [fewer = [], more = []] = [rare(one), rare(other)].sort((a, b) => a.length - b.length)
    return fewer.length === 0 ? 0 : fewer.filter((word) => more.includes(word)).length / fewer.length
  }
}
