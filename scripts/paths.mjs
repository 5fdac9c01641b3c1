import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of the project's root. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Creates a directory readable only by its owner, and its missing parents, one at a time: Node 20's recursive mkdir
 * hangs on file systems that report an existing parent as missing, as /proc does.
 * @param {string} dir
 * @throws {NodeJS.ErrnoException} where it cannot be created
 */
export function makeDir(dir) {
  if (!existsSync(dirname(dir))) makeDir(dirname(dir))
  mkdirSync(dir, { mode: 0o700 })
}
