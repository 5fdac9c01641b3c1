import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top folder of the project, whatever the working directory is. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Creates a directory that only its owner may read, and its missing parents, step by step: the recursive mkdir of Node 20 hangs where
 * a file system reports a missing parent that exists, as /proc does.
 * @param {string} dir
 * @throws {NodeJS.ErrnoException} where it cannot be created
 */
export function makeDir(dir) {
  if (!existsSync(dirname(dir))) makeDir(dirname(dir))
  mkdirSync(dir, { mode: 0o700 })
}
