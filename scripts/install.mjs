import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { missingPlatformPackages, thisHost } from './lock-file.mjs'
import { ROOT } from './paths.mjs'
import { commandLine, runToEnd } from './processes.mjs'
import { Stop, say, withProgress } from './terminal.mjs'

/**
 * Allows one command at a time to install or build in this folder; others wait.
 * @template T
 * @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  const folder = join(ROOT, '.cache')
  const file = join(folder, 'setup.lock')
  mkdirSync(folder, { recursive: true })
  for (let waits = 0; !taken(file); waits++) {
    const pid = Number(readOrEmpty(file))
    const holds = Number.isInteger(pid) && pid > 1 && commandLine(pid)?.includes('.mjs') === true
    if (!holds && waits > 0) rmSync(file, { force: true })
    else {
      if (waits === 1) say(`Process ${pid} is installing or building here; waiting for it …`)
      await delay(200)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function taken(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }> }} LockFile */

/**
 * Ensures that `node_modules` matches the lock file, and contains this platform's programs even if the lock file lacks
 * them. Without `dev`, packages for tests and checks may be missing.
 * @param {{ root?: string, dev?: boolean, signal?: AbortSignal }} [options]
 * @throws {Stop} if npm cannot install
 */
export async function ensureInstalled({ root = ROOT, dev = false, signal } = {}) {
  if (stampIsFresh(root, dev)) return
  await withSetupLock(async () => {
    if (stampIsFresh(root, dev)) return
    const lock = readJson(join(root, 'package-lock.json'))
    const installed = () => readJson(join(root, 'node_modules/.package-lock.json'))
    if (!matchesLock(lock, installed(), { dev })) {
      await npm(
        root,
        ['ci', devFlag(dev), '--include=optional'],
        'Fetching packages (half a minute the first time)',
        signal,
      )
    }
    const whole = matchesLock(lock, installed(), { dev: true })
    const missing = missingPlatformPackages(installedTree(root), thisHost())
    if (missing.length > 0) {
      say(`The lock file lacks programs for this platform: ${missing.join(', ')}.`)
      const args = ['install', '--no-save', '--no-package-lock', devFlag(whole), ...missing]
      try {
        await npm(root, args, 'Fetching them', signal)
      } catch (error) {
        // Some belong to tools that a user never runs. Whatever needs a missing package reports it; the next start
        // tries again.
        if (!(error instanceof Stop) || signal?.aborted) throw error
        say(`${error.message}\nContinuing without these programs.`)
        return
      }
    }
    writeFileSync(join(root, 'node_modules/.wallet-capture'), stamp(root, whole))
  })
}

/** Always explicit, because NODE_ENV and the user's npm settings may differ. @param {boolean} dev */
const devFlag = (dev) => (dev ? '--include=dev' : '--omit=dev')

/**
 * Whether an installed tree matches the lock file: every required package is present, in the right version. Optional
 * packages may be missing, and without `dev` also those for development.
 * @param {LockFile | undefined} lock @param {LockFile | undefined} installed npm's hidden lock file
 * @param {{ dev: boolean }} options
 */
export function matchesLock(lock, installed, { dev }) {
  if (lock?.packages === undefined || installed?.packages === undefined) return false
  const have = installed.packages
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '') return true
    const mayBeMissing = entry.optional === true || (!dev && (entry.dev === true || entry.devOptional === true))
    return have[path] === undefined ? mayBeMissing : have[path].version === entry.version
  })
}

/** A complete tree also serves users who need less. @param {string} root @param {boolean} dev */
function stampIsFresh(root, dev) {
  const file = join(root, 'node_modules/.wallet-capture')
  if (!existsSync(file)) return false
  const found = readFileSync(file, 'utf8')
  return found === stamp(root, true) || (!dev && found === stamp(root, false))
}

/**
 * What the tree was installed for: lock file, platform, and whether for development.
 * @param {string}
 * root @param {boolean} dev
 */
function stamp(root, dev) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const words = [createHash('sha256').update(lock).digest('hex'), Object.values(thisHost()).join('-')]
  return `${[...words, dev ? 'development' : 'running'].join(' ')}\n`
}

/** @param {string} root @param {readonly string[]} args @param {string} what @param {AbortSignal} [signal] */
async function npm(root, args, what, signal) {
  const cli = process.env.npm_execpath
  const own = cli?.endsWith('npm-cli.js') === true && existsSync(cli)
  const [command, first] = own ? [process.execPath, [cli]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  const run = runToEnd(command, [...first, ...args, '--no-audit', '--no-fund'], {
    cwd: root,
    env: process.env,
    shell: !own && process.platform === 'win32',
    ...(signal === undefined ? {} : { signal }),
  }).catch((error) => {
    throw new Stop(`npm could not be started (${error.message}); install npm, or run this by \`npm start\`.`)
  })
  const { code, output } = await withProgress(what, run)
  if (code !== 0) {
    const tail = output.split('\n').slice(-15).join('\n')
    throw new Stop(`${tail}\nnpm ${args[0]} failed with code ${code}: see the lines above, then start again.`)
  }
}

/** Reads the installed packages, nested ones included. @param {string} root */
function installedTree(root) {
  /** @type {import('./lock-file.mjs').InstalledPackage[]} */
  const tree = []
  const visit = (/** @type {string} */ folder) => {
    for (const entry of list(join(root, folder))) {
      if (entry.startsWith('.')) continue
      if (entry.startsWith('@')) {
        for (const inner of list(join(root, folder, entry))) add(`${folder}/${entry}/${inner}`)
      } else add(`${folder}/${entry}`)
    }
  }
  const add = (/** @type {string} */ path) => {
    const manifest = readJson(join(root, path, 'package.json'))
    if (manifest === undefined) return
    const { name, version, optionalDependencies = {} } = manifest
    tree.push({ path, name, version, optionalDependencies })
    visit(`${path}/node_modules`)
  }
  visit('node_modules')
  return tree
}

/** @param {string} folder */
function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** @param {string} file @returns {any} undefined when there is no such file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
