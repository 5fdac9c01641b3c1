import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Where common systems install Chromium, besides Playwright's own. The headless shell comes first: it renders the same
 * pages with a sixth less CPU time. Playwright prefers its own headless shell too.
 */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds the browser for the tests: the configured one, then Playwright's, then the system's.
 * @param {{ own?: string | undefined, managed?: string | undefined, exists?: (path: string) => boolean }} options
 * `managed` = the path at which Playwright would keep its Chromium
 * @returns {string | undefined}
 */
export function findBrowser({ own, managed, exists = existsSync }) {
  const candidates = [own, managed, ...PLACES].filter((path) => path !== undefined && path !== '')
  return candidates.find((path) => path !== undefined && exists(path))
}

/** All folders with modules that tests import. */
const FOLDERS = ['app', 'components', 'e2e', 'lib', 'pb_hooks', 'scripts']

/**
 * The cache directory for modules transformed by Vitest. Entries are keyed by path, content and settings, but import
 * resolution also depends on which files exist, so each list of files gets a directory, and the others are removed.
 * @param {string} root @returns {string}
 */
export function transformedModules(root) {
  const kept = join(root, '.cache', 'tests')
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort(),
  )
  const hash = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
  for (const other of existsSync(kept) ? readdirSync(kept) : [])
    if (other !== hash) rmSync(join(kept, other), { recursive: true, force: true })
  return join(kept, hash)
}
