import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runToEnd } from './processes.mjs'
import { ROOT } from './root.mjs'
import { Stop, withProgress } from './terminal.mjs'

/**
 * Ensures that the tests have a Chromium: finds one, or installs Playwright's, or the system's if permitted.
 * Dependencies must already be installed.
 * @param {{ signal?: AbortSignal }} [options]
 * @throws {Stop} if there is none and none can be installed
 */
export async function ensureBrowser({ signal } = {}) {
  const own = process.env.CHROMIUM_PATH
  if (own !== undefined && own !== '' && !existsSync(own))
    throw new Stop(`CHROMIUM_PATH names ${own}, where no program is.`)
  const { chromium } = await import('playwright')
  const found = () => findBrowser({ own, managed: chromium.executablePath() }) !== undefined
  if (found()) return

  const run = async (
    /** @type {string} */ what,
    /** @type {string} */ command,
    /** @type {readonly string[]} */ args,
  ) => {
    const options = { cwd: ROOT, env: process.env, ...(signal === undefined ? {} : { signal }) }
    await withProgress(
      what,
      runToEnd(command, args, options).catch(() => undefined),
    )
    return found()
  }
  const playwright = join(ROOT, 'node_modules/playwright/cli.js')
  if (await run('Installing a browser for the tests', process.execPath, [playwright, 'install', 'chromium'])) return
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    await run('Updating the list of system packages', 'apt-get', ['update'])
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (await run('Installing Chromium from the system packages', 'apt-get', ['install', '-y', name])) return
  }
  throw new Stop(
    "The tests need a Chromium and none could be installed: run `npx playwright install chromium`, install your system's, or set CHROMIUM_PATH.",
  )
}
