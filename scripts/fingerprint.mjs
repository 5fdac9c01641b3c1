import { createHash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files go through it piece by piece: as whole buffers they left `npm start` 7 MiB of free memory in pieces. */
const piece = Buffer.allocUnsafeSlow(64 * 1024)

/**
 * A hash over files and folders, by path and content, independent of order and times. Ignores tests and their helpers,
 * which no build contains.
 * @param {string} root @param {readonly string[]} paths relative to `root`; absent ones are skipped
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesUnder(root, path)).sort()) {
    const file = openSync(join(root, path), 'r')
    try {
      hash.update(`${path}\0${fstatSync(file).size}\0`)
      for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece))
        hash.update(piece.subarray(0, bytes))
    } finally {
      closeSync(file)
    }
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
