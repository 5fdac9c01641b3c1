import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dashboardAddress } from './live-database.mjs'
import { parseSettings } from './settings.mjs'
import { requireNode, runCommand, Stop, say } from './terminal.mjs'
import { dataDirOf } from './tls-files.mjs'

/**
 * `npm run pocketbase`: prints the address of the dashboard, where an operator edits organisations, members, pipelines,
 * wallets and their visibility.
 */
await runCommand(async () => {
  requireNode(process.versions.node)
  const { pocketbaseUrl } = /** @type {{ pocketbaseUrl?: string }} */ (parseSettings(process.env).values)
  if (pocketbaseUrl !== undefined) {
    say(`The dashboard: ${pocketbaseUrl.replace(/\/$/, '')}/_/`)
    say('Sign in as a superuser of that PocketBase, which you run yourself.')
    return 0
  }
  const dataDir = resolve(dataDirOf(process.env))
  const address = dashboardAddress(dataDir)
  const file = join(dataDir, 'pocketbase-admin.json')
  if (address === undefined || !existsSync(file))
    throw new Stop(`No PocketBase is running on the data directory ${dataDir}: run npm start first.`)
  say(`The dashboard: ${address}   (on this machine only)`)
  say(`Sign in with email and password from ${file}`)
  say('Changes take effect at once: docs/scoreboard.md, "Who adds what".')
  return 0
})
