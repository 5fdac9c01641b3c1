import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './paths.mjs'
import { requireNode, runCommand } from './terminal.mjs'

/** `npm run round`: records what clients see of a running service, and compares two such recordings. */
await runCommand(async () => {
  requireNode(process.versions.node)
  await ensureInstalled({ dev: true })
  const { build } = await import('esbuild')
  const program = join(ROOT, '.cache/round.mjs')
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['e2e/round/main.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'silent',
  })
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
})
