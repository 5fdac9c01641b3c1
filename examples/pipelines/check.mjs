import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * node examples/pipelines/check.mjs typescript|python|go
 *
 * Runs an example once, with the environment that it is given. Ends with 0 if the run was reported, with 77 if nothing
 * was tried, since its runtime or its packages are not here, and otherwise with the code of the example.
 */
const notTried = 77
const folder = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))

/** @typedef {{ command: string, args: string[], cwd: string, done?: () => void } | { missing: string }} Runnable */

/** Runs a program to its end, silently. @param {string} command @param {string[]} args @param {object} [options] */
const succeeds = (command, args, options = {}) => spawnSync(command, args, { stdio: 'ignore', ...options }).status === 0

/** How each example is run here, or what is missing. @type {Readonly<Record<string, () => Runnable>>} */
const languages = {
  typescript() {
    const cwd = folder('typescript')
    const command = process.env.NODE ?? process.execPath
    if (!succeeds(command, ['-e', 'process.exit(process.features.typescript ? 0 : 1)']))
      return { missing: `${command} cannot run TypeScript: Node 22.18 and later can; name one in NODE` }
    const imported = "import('@temporalio/worker').then(() => 0)"
    if (!succeeds(command, ['--input-type=module', '-e', imported], { cwd }))
      return { missing: `its packages are not here: npm install in ${cwd}` }
    return { command, args: ['run.ts'], cwd }
  },
  python() {
    const cwd = folder('python')
    const command = process.env.PYTHON ?? 'python3'
    if (!succeeds(command, ['--version'])) return { missing: `there is no ${command}: name one in PYTHON` }
    if (!succeeds(command, ['-c', 'import requests, temporalio.worker']))
      return { missing: `its packages are not here: ${command} -m pip install -r ${join(cwd, 'requirements.txt')}` }
    return { command, args: ['run.py'], cwd }
  },
  go() {
    const cwd = folder('go')
    if (!succeeds('go', ['version'])) return { missing: 'there are no Go tools' }
    const program = join(tmpdir(), `wallet-capture-go-example-${process.pid}`)
    // Only what is here already: a check fetches nothing.
    const env = { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=readonly -buildvcs=false' }
    if (!succeeds('go', ['mod', 'verify'], { cwd, env }))
      return { missing: `its packages are not here: go mod download in ${cwd}` }
    const built = spawnSync('go', ['build', '-o', program, '.'], { cwd, env, stdio: 'inherit' })
    if (built.status !== 0) throw new Error('The Go example does not build.')
    return { command: program, args: [], cwd, done: () => rmSync(program) }
  },
}

const language = process.argv[2] ?? ''
const prepare = languages[language]
if (prepare === undefined) {
  console.error(`Name one of: ${Object.keys(languages).join(', ')}.`)
  process.exit(2)
}
const found = prepare()
if ('missing' in found) {
  console.info(`Nothing was tried of ${language}: ${found.missing}.`)
  process.exit(notTried)
}
const { status } = spawnSync(found.command, found.args, { cwd: found.cwd, stdio: 'inherit' })
found.done?.()
process.exit(status ?? 1)
