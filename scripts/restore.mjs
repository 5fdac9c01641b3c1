import { resolve } from 'node:path'
import { backupsOf, listBackups, restoreBackup } from './backups.mjs'
import { drill } from './drill.mjs'
import { ensureInstalled } from './install.mjs'
import { parseSettings } from './settings.mjs'
import { requireNode, runCommand, Stop, say } from './terminal.mjs'
import { dataDirOf } from './tls-files.mjs'

const USAGE = `npm run restore -- DIR
npm run restore -- --drill [DIR]

Restores the backup in DIR into DATA_DIR, which must be empty, after verifying every byte of it.
  --drill  restores it into a temporary folder instead, starts the service there on free ports, and compares it with what
           was counted and with the service that runs. Without DIR, the newest backup of DATA_DIR.
`

await runCommand(async () => {
  requireNode(process.versions.node)
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    say(USAGE)
    return 0
  }
  const isDrill = args.includes('--drill')
  const [named, ...more] = args.filter((arg) => arg !== '--drill')
  const odd = [named, ...more].find((arg) => arg?.startsWith('-'))
  if (odd !== undefined || more.length > 0)
    throw new Stop(`${odd ?? more[0]} is not an option of npm run restore; see npm run restore -- --help.`)
  const { values, warnings: _ } = parseSettings(process.env)
  const settings = /** @type {Record<string, any>} */ (values)
  if (settings.pocketbaseUrl !== undefined)
    throw new Stop('POCKETBASE_URL names a PocketBase that runs elsewhere: restore its directory there.')
  const dataDir = resolve(dataDirOf(process.env))
  const from = named === undefined ? (isDrill ? listBackups(backupsOf(dataDir))[0] : undefined) : resolve(named)
  if (from === undefined)
    throw new Stop(isDrill ? `There is no backup in ${backupsOf(dataDir)}.` : 'Name the folder of a backup.')
  await ensureInstalled()
  if (isDrill) {
    await drill({ from, dataDir, settings, env: process.env, say })
    return 0
  }
  const manifest = await restoreBackup({ from, dataDir, pocketbasePath: settings.pocketbasePath })
  say(`Restored: ${manifest.rows.sessions ?? 0} sessions of ${manifest.created_at} into ${dataDir}`)
  if (!manifest.keys) say('The backup holds no keys: the next start makes new ones, and wallets meet a new issuer.')
  return 0
})
