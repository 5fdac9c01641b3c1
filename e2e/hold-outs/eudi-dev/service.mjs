import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../../../scripts/paths.mjs'
import { freePort } from '../../../scripts/ports.mjs'
import { endChild } from '../../../scripts/processes.mjs'
import { runningService } from '../../../scripts/run-file.mjs'
import { Stop, say } from '../../../scripts/terminal.mjs'

/**
 * The good answer of the service.
 * @param {string} url @param {RequestInit} [init] @throws {Stop} where there is none
 */
export async function answer(url, init) {
  const response = await fetch(url, init).catch(() => {
    throw new Stop(`Nothing responds at ${new URL(url).origin}.`)
  })
  if (!response.ok) throw new Stop(`${url} responds ${response.status}: ${await response.text()}`)
  return response
}

/**
 * Starts the service in a data directory of its own.
 * @param {string} directory where that is made
 * @returns {Promise<{ url: string, end: () => Promise<void> }>} @throws {Stop} when it does not start
 */
export async function startService(directory) {
  const dataDir = join(directory, 'data')
  const port = await freePort()
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      BASE_URL: `http://localhost:${port}`,
      WARM_UP: 'off',
    },
    detached: process.platform !== 'win32',
  })
  say('Starting the service …')
  const end = () => endChild(child, 15_000)
  for (let waited = 0; waited < 600; waited++) {
    if (child.exitCode !== null) throw new Stop('The service did not start: see above.')
    const url = runningService(dataDir)
    const ready = url === undefined ? null : await fetch(`${url}/trust/anchors.jwks`).catch(() => null)
    if (url !== undefined && ready?.ok) return { url, end }
    await delay(1000)
  }
  await end()
  throw new Stop('The service did not become ready within ten minutes.')
}
