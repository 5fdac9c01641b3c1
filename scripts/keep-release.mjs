import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DATABASE, makeBackup } from './backups.mjs'
import { copierOf, runningDatabase } from './live-database.mjs'
import { ROOT } from './paths.mjs'
import { runCommand, Stop, say } from './terminal.mjs'
import { dataDirOf } from './tls-files.mjs'

/**
 * `BASE_URL=… DATA_DIR=… node scripts/keep-release.mjs`, at a release: stores the data of the running service, with the
 * verdicts of its sessions, as the fixture for testing upgrades to the next version. See CONTRIBUTING.md.
 */
await runCommand(async () => {
  const dataDir = resolve(dataDirOf(process.env))
  const ask = await runningDatabase(dataDir)
  const origin = process.env.BASE_URL
  if (ask === undefined || origin === undefined)
    throw new Stop('Start the service, give it sessions of every kind, and set BASE_URL and DATA_DIR to its own.')
  const folder = mkdtempSync(join(tmpdir(), 'wallet-capture-release-'))
  try {
    const { folder: made, manifest } = await makeBackup({ dataDir, to: folder, copy: await copierOf({ dataDir }) })
    /** @type {{ id: string, kind: string }[]} */
    const rows = await ask('sessions', { newest: 100 })
    const sessions = []
    for (const { id, kind } of rows) {
      const response = await fetch(`${origin}${kind === 'presentation' ? '/openid4vp' : ''}/sessions/${id}`)
      if (!response.ok) throw new Stop(`Session ${id} cannot be read: ${response.status}.`)
      const { checks } = await response.json()
      const failed = checks.conformance
        .filter((/** @type {{ status: string, level: string }} */ one) => one.status === 'fail' && one.level === 'must')
        .map((/** @type {{ id: string }} */ one) => one.id)
      sessions.push({ id, kind, verdict: checks.summary.verdict, failed: [...new Set(failed)].sort() })
    }
    const target = join(ROOT, 'lib/testing/release')
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'data.db.gz'), gzipSync(readFileSync(join(made, DATABASE)), { level: 9 }))
    const { version, migrations } = manifest
    writeFileSync(join(target, 'release.json'), `${JSON.stringify({ version, migrations, sessions }, null, 2)}\n`)
    say(`Kept ${sessions.length} sessions of version ${version} in ${target}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return 0
})
