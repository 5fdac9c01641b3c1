import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { ROOT } from './root.mjs'
import { runCommand, say } from './terminal.mjs'

const FILE = 'docs/openapi.json'

/**
 * `node scripts/openapi.mjs [--check]`: writes the description of the interface into docs/openapi.json, or with
 * `--check` only says whether the file still is what the contract says.
 */
await runCommand(async () => {
  const text = `${JSON.stringify(await buildDocument(), null, 2)}\n`
  const file = join(ROOT, FILE)
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
    say(`Wrote ${FILE}.`)
    return 0
  }
  if (readOrEmpty(file) === text) return 0
  say(`${FILE} is not what the contract says. Run npm run generate.`)
  return 1
})

/** The document of this source tree. The bundle lies inside the tree, so that it finds the packages it needs. */
async function buildDocument() {
  const folder = join(ROOT, 'dist', `openapi-${process.pid}`)
  const outfile = join(folder, 'build-openapi.mjs')
  mkdirSync(folder, { recursive: true })
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: ['lib/contract/openapi/build-openapi.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      logLevel: 'silent',
    })
    const { buildOpenApi } = await import(pathToFileURL(outfile).href)
    return buildOpenApi()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} file */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
