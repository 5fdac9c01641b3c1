import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The folder of the cases in a checkout of the framework. */
export const TEXTS = 'docs/fcaf/suts/wallet_solution/relying_party'

/**
 * The text of each case in a checkout of the framework, by id. Throws if there is no such folder.
 * @param {string} checkout @returns {Record<string, string>}
 */
export function readCases(checkout) {
  const folder = join(checkout, TEXTS)
  if (!existsSync(folder)) throw new Error(`${checkout} is no checkout of the framework: it has no folder ${TEXTS}.`)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[\\/])WS_RP_[^\\/]+\.md$/.test(file))
    .map((file) => /** @type {const} */ ([basename(file, '.md').replaceAll('__', '_'), file]))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(files.map(([id, file]) => [id, readFileSync(join(folder, file), 'utf8')]))
}

/** The name of most files: the last underscore of the id is doubled. @param {string} id */
export const fileName = (id) => id.replace(/_(?=\d+$)/, '__')

/** A text without line ends, trailing spaces and empty lines. @param {string} text */
export const plainText = (text) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join('\n')

/** The hash of a plain text. @param {string} text */
export const hashText = (text) => createHash('sha256').update(plainText(text)).digest('hex')
