import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The folder of the cases about wallets in a checkout of the framework. */
export const TEXTS = 'docs/fcaf/suts/wallet_solution'

/** @typedef {{ path: string, text: string, commit?: string }} Text a case's text, its path in the repository, its own commit */
/** @typedef {{ words: string | null, layout: string | null, commit?: string }} TextHashes null where it was not at hand */

/** @param {string} text */
export const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** The id of a case: its file name with single underscores. @param {string} path */
const idOf = (path) => basename(path, '.md').replaceAll('__', '_')

/** The files below a folder, with slashes, in order. @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()

/**
 * Every case in a checkout of the framework, by id, in order. Throws if there is no such folder.
 * @param {string} checkout @returns {Record<string, Text>}
 */
export function readTexts(checkout) {
  if (!existsSync(join(checkout, TEXTS)))
    throw new Error(`${checkout} is no checkout of the framework: it has no folder ${TEXTS}.`)
  return casesIn(filesBelow(join(checkout, TEXTS)).map((file) => ({ path: `${TEXTS}/${file}`, folder: checkout })))
}

/**
 * Texts that could be had by their path alone, each below a folder that is named by its commit. Throws if there is none.
 * @param {string} folder @returns {Record<string, Text>}
 */
export function readLooseTexts(folder) {
  const commits = readdirSync(folder).filter((name) => /^[0-9a-f]{40}$/.test(name))
  if (commits.length === 0) throw new Error(`${folder} has no folder that is named by a commit, in 40 digits.`)
  return casesIn(
    commits.flatMap((commit) =>
      filesBelow(join(folder, commit)).map((path) => ({ path, folder: join(folder, commit), commit })),
    ),
  )
}

/** @param {readonly { path: string, folder: string, commit?: string }[]} files @returns {Record<string, Text>} */
const casesIn = (files) =>
  Object.fromEntries(
    files
      .filter(({ path }) => /(^|\/)WS_(RP|AP)_[^/]+\.md$/.test(path))
      .map(({ path, folder, commit }) => /** @type {const} */ ([idOf(path), { path, folder, commit }]))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, { path, folder, commit }]) => [
        id,
        { path, text: readFileSync(join(folder, path), 'utf8'), ...(commit === undefined ? {} : { commit }) },
      ]),
  )

/** The ids in the baseline lists of a checkout. @param {string} checkout @returns {string[]} */
export function readBaselines(checkout) {
  const isList = (/** @type {string} */ path) => {
    const name = basename(path).toLowerCase()
    return name.includes('baseline') && name.endsWith('.md')
  }
  const lists = filesBelow(join(checkout, 'docs')).filter(isList)
  const named = lists.flatMap(
    (path) => readFileSync(join(checkout, 'docs', path), 'utf8').match(/\bWS_(?:RP|AP)_[\w-]+/g) ?? [],
  )
  return [...new Set(named.map((name) => idOf(name)))]
}

/** A text without line ends, trailing spaces and empty lines. @param {string} text */
export const plainText = (text) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join('\n')

/**
 * The words of a text: without the marks of headings, lists and quotes, blank lines, the order of its sections, and the
 * case's own name.
 * @param {string} text @param {string} id
 */
function wordsOf(text, id) {
  const name = new RegExp(id.replaceAll('_', '_+').replace(/[-.]/g, '\\$&'), 'g')
  /** @type {string[][]} */
  const sections = [[]]
  for (const line of text.replace(name, '').split(/\r?\n/)) {
    if (/^\s*#/.test(line)) sections.push([])
    sections
      .at(-1)
      ?.push(line.replace(/^[\s>]*(?:#+|[-*+]|(?:\d+|[A-Za-z])[.)])(?=\s|$)/, '').replace(/["'`“”‘’>]/g, ' '))
  }
  return sections
    .map((lines) => lines.join(' ').split(/\s+/).filter(Boolean).join(' '))
    .filter(Boolean)
    .sort()
    .join('\n')
}

/** Hashes of a text: of its words, and of the whole with its layout. @param {string} text @param {string} id */
export const hashesOf = (text, id) => ({ words: sha256(wordsOf(text, id)), layout: sha256(plainText(text)) })

/** The words of a case's objective, or of its whole text where it has no such section. @param {string} text */
export function objectiveWords(text) {
  const lines = text.split('\n')
  const heading = lines.findIndex((line) => line.startsWith('#') && line.toLowerCase().includes('objective'))
  const end = lines.findIndex((line, at) => at > heading && line.startsWith('#'))
  const section = heading === -1 ? text : lines.slice(heading + 1, end === -1 ? undefined : end).join('\n')
  return new Set(section.toLowerCase().match(/[a-z][a-z_-]{3,}/g) ?? [])
}
