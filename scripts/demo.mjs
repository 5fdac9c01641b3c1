import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './paths.mjs'
import { runningService } from './run-file.mjs'
import { requireNode, runCommand } from './terminal.mjs'
import { dataDirOf, withTrustedRoots } from './tls-files.mjs'

/** `npm run demo`: records real executions of the built-in pipelines in the service that runs on this machine. */
await runCommand(async () => {
  requireNode(process.versions.node)
  await ensureInstalled()
  await ensureBuilt({ without: ['pages'] })
  const env = withTrustedRoots(process.env)
  // With --phone the service chose its own address.
  env.BASE_URL ||= runningService(dataDirOf(env))
  const child = spawn(process.execPath, ['--enable-source-maps', join(ROOT, 'dist/demo.mjs')], {
    stdio: 'inherit',
    env,
  })
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
})
