import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './paths.mjs'
import { requireNode, runCommand, Stop } from './terminal.mjs'
import { withTrustedRoots } from './tls-files.mjs'

/** `npm run wallet -- "<deeplink>"`: the reference wallet on the command line, with its exit code. */
await runCommand(async () => {
  requireNode(process.versions.node)
  await ensureInstalled()
  await ensureBuilt({ without: ['pages'] })
  const program = join(ROOT, 'dist/wallet.mjs')
  if (!existsSync(program)) throw new Stop('This version has no reference wallet: lib/wallet/cli.ts is missing.')
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: withTrustedRoots(process.env),
  })
  // The terminal signals both processes; the wallet decides how it ends.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
})
