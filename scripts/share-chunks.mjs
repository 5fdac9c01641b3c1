import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Deduplicates server chunks. Next writes a copy for each page that needs the same modules, and the web process would
 * hold the text of every copy: 26 MB in 750 files, of which 8 MB are copies. Each copy becomes a line that requires the
 * first.
 * @param {string} folder one folder of server chunks; `require` in a chunk depends on it, so folders are not mixed
 * @returns {number} how many chunks became a line
 */
export function shareChunks(folder) {
  /** @type {Map<string, string>} */
  const first = new Map()
  let copies = 0
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.js')) continue
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    // Only lists of module factories: other files, such as Turbopack's runtime, have effects when loaded.
    if (!text.startsWith('module.exports=[') && !text.startsWith('module.exports = [')) continue
    const digest = createHash('sha256').update(withoutMapName(text)).digest('hex')
    const original = first.get(digest)
    if (original === undefined) {
      first.set(digest, name)
      continue
    }
    const line = `module.exports = require(${JSON.stringify(`./${original}`)})\n`
    if (line.length >= text.length) continue
    writeFileSync(file, line)
    copies += 1
  }
  return copies
}

/** Two copies differ only in the name of a source map that does not exist. @param {string} text */
function withoutMapName(text) {
  return text.replace(/\n\/\/# sourceMappingURL=[^\n]*\s*$/, '')
}
