import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './paths.mjs'
import { requireNode, runCommand } from './terminal.mjs'

/**
 * `npm run verify-report -- FILE [--root PEM] [--json]`: verifies an evidence bundle, with its exit code. Needs no service; once
 * the packages are installed, no network either.
 */
await runCommand(async () => {
  requireNode(process.versions.node)
  await ensureInstalled()
  await ensureBuilt({ without: ['pages'] })
  const program = resolve(ROOT, 'dist/verify-report.mjs')
  // npm runs scripts in the project folder; resolve files against the caller's folder.
  const cwd = process.env.INIT_CWD ?? process.cwd()
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd,
  })
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => settle(code ?? 2))
  })
})
