import { createHash } from 'node:crypto'

/** @typedef {{ words: string | null, layout: string | null, commit?: string }} TextHashes null where it was not at hand */

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

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
