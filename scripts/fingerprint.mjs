import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A hash over files and folders, by path and content, independent of order and times. Ignores tests and their helpers,
 * which no build contains.
 * @param {string} root @param {readonly string[]} paths relative to `root`; absent ones are skipped
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesUnder(root, path)).sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** @param {string} root @param {string} path @returns {string[]} */
function filesUnder(root, path) {
  const full = join(root, path)
  if (!existsSync(full) || path === 'lib/testing') return []
  if (!statSync(full).isDirectory()) return /\.test\.[cm]?tsx?$/.test(path) ? [] : [path]
  return readdirSync(full).flatMap((entry) => filesUnder(root, `${path}/${entry}`))
}
