import { resolve } from 'node:path'
import { backupsOf, forgetOldBackups, makeBackup, requireOwner } from './backups.mjs'
import { ensureInstalled } from './install.mjs'
import { copierOf } from './live-database.mjs'
import { parseSettings } from './settings.mjs'
import { requireNode, runCommand, Stop, say } from './terminal.mjs'
import { dataDirOf } from './tls-files.mjs'

const USAGE = `npm run backup [-- --to DIR] [--with-keys]

Makes a backup of DATA_DIR, whether the service runs or not; nothing waits for it.
  --to DIR     the folder in which it is made (default: DATA_DIR/backups, where the newest BACKUP_KEEP stay)
  --with-keys  with the private keys and passwords, in an archive of their own
`

await runCommand(async () => {
  requireNode(process.versions.node)
  const { to, withKeys, help } = readArguments(process.argv.slice(2))
  if (help) {
    say(USAGE)
    return 0
  }
  const settings = /** @type {Record<string, any>} */ (parseSettings(process.env).values)
  if (settings.pocketbaseUrl !== undefined)
    throw new Stop('POCKETBASE_URL names a PocketBase that runs elsewhere: back up its directory there.')
  const dataDir = resolve(dataDirOf(process.env))
  requireOwner(dataDir)
  await ensureInstalled()
  const copy = await copierOf({ dataDir, pocketbasePath: settings.pocketbasePath })
  const startedAt = Date.now()
  const { folder, manifest } = await makeBackup({ dataDir, to: to ?? backupsOf(dataDir), withKeys, copy })
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0)
  say(
    `Backup: ${folder} (${manifest.rows.sessions ?? 0} sessions, ${Math.ceil(bytes / 1024 / 1024)} MiB, ${((Date.now() - startedAt) / 1000).toFixed(1)} s)`,
  )
  if (!withKeys) say('Without keys: after a restore wallets meet a new issuer. --with-keys takes them too.')
  else say('It holds private keys: keep it where nobody else can read it.')
  if (to === undefined)
    for (const old of forgetOldBackups(backupsOf(dataDir), settings.backupKeep)) say(`Deleted: ${old}`)
  return 0
})

/** @param {readonly string[]} args */
function readArguments(args) {
  /** @type {string | undefined} */
  let to
  let withKeys = false
  let help = false
  for (let place = 0; place < args.length; place++) {
    const arg = args[place]
    if (arg === '--with-keys') withKeys = true
    else if (arg === '--help' || arg === '-h') help = true
    else if (arg === '--to' && args[place + 1] !== undefined) to = resolve(String(args[++place]))
    else throw new Stop(`${arg} is not an option of npm run backup; see npm run backup -- --help.`)
  }
  return { to, withKeys, help }
}
