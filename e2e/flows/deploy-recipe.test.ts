import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import composeSchema from '@/lib/testing/compose-spec.json'
import { freePort } from '@/lib/testing/free-port'
import { makeOwnCertificate } from '@/lib/testing/own-certificate'
import { chownAll, ignores, parseRecipe, place, runRecipe, type Stage, spawnIn } from '@/lib/testing/run-recipe'
import { SETTINGS } from '@/scripts/settings.mjs'
import { thorough } from '@/scripts/thorough.mjs'

/**
 * The recipes of deploy/, as far as a machine without an image registry can run them. `npm test` takes the results of
 * RUN from this checkout; a thorough test runs each, which fetches packages and builds.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const recipeFile = (name: string) => join(root, 'deploy', name)
const compose = parse(readFileSync(recipeFile('compose.yaml'), 'utf8'))
const recipe = () => parseRecipe(readFileSync(recipeFile('Containerfile'), 'utf8'))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-capture-deploy-'))
  // Another user runs its content.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Stands for a RUN line: takes its result from this checkout. */
async function takeOver(line: string, stage: Stage): Promise<void> {
  const to = (path: string) => join(stage.root, stage.workdir, path)
  const put = (part: string) => place(join(root, part), to(part), linkSync)
  // Tens of thousands of files: link instead of copying.
  if (line.startsWith('npm ci ')) symlinkSync(join(root, 'node_modules'), to('node_modules'))
  else if (line === 'node scripts/build.mjs') for (const part of ['.next', 'dist']) put(part)
  else if (line === 'rm -rf .next/cache && mkdir -m 700 data data/backups') {
    rmSync(to('.next/cache'), { recursive: true, force: true })
    for (const path of ['data', 'data/backups']) mkdirSync(to(path), { mode: 0o700 })
  } else throw new Error(`The test does not know what this leaves behind: RUN ${line}`)
}

/** Whether other users may read a folder; a checkout in somebody's home may be closed to them. */
const isOpen = (path: string): boolean =>
  (statSync(path).mode & 0o005) === 0o005 && (dirname(path) === path || isOpen(dirname(path)))

/** The uid that executes RUN, where the test may choose. */
const builder = 10_002

/** Executes a RUN line with a clean environment, as another user. */
async function runWhole(line: string, stage: Stage): Promise<void> {
  if (process.getuid?.() === 0) chownAll(stage.root, builder)
  const child = spawnIn({ ...stage, user: String(builder) }, ['sh', '-c', line])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`RUN ${line} ended with ${code}: ${output}`)
}

describe('the Containerfile', () => {
  it('has no instruction that this test does not run', () => {
    expect(() => parseRecipe('FROM a\nADD x y')).toThrow('unknown instruction: ADD x y')
    expect(recipe().at(-1)).toEqual({ name: 'CMD', rest: '["node", "scripts/start.mjs"]' })
  })

  it('leaves out of the image what .dockerignore names, at any depth where it says so', () => {
    const isIgnored = ignores(['data', '.env*', '**/*.tsbuildinfo'])
    const paths = ['data', 'data/keys/a.pem', '.env', '.env.local', 'a.tsbuildinfo', 'x/y/b.tsbuildinfo']
    expect(paths.filter((path) => !isIgnored(path))).toEqual([])
    expect(['lib/data.ts', 'database', 'app', 'x.env'].filter(isIgnored)).toEqual([])
  })

  it('makes a service that another user runs, is healthy, and ends in order', async () => {
    const stage = await runRecipe({ recipe: recipe(), context: root, folder, run: thorough ? runWhole : takeOver })
    const app = join(stage.root, 'app')
    expect(['.git', 'e2e', 'test-results'].filter((name) => existsSync(join(app, name)))).toEqual([])
    expect(stage.user).toBe('10001:10001')
    // Docker gives a new volume the owner and mode of the image's folder, or root's if there is none.
    const volumes: readonly string[] = compose.services.capture.volumes
    const mounted = volumes.map((volume) => volume.replace(/^.*:/, ''))
    expect(mounted).toEqual(['/data', '/data/backups'])
    for (const path of mounted) {
      const { mode, uid } = statSync(join(stage.root, path))
      const owner = process.getuid?.() === 0 ? 10_001 : uid
      expect([path, mode & 0o777, uid]).toEqual([path, 0o700, owner])
    }

    // `npm test` leaves the packages where they are, so another user must be able to read them there.
    const image = thorough || isOpen(root) ? stage : { ...stage, user: null }
    const port = String(await freePort())
    const env = {
      PORT: port,
      HOST: '127.0.0.1',
      BASE_URL: `http://localhost:${port}`,
      TEMPORAL_CLI_PATH: '/nothing',
      WARM_UP: 'off',
    }
    const child = spawnIn(image, image.command, env)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const healthy = () =>
      new Promise<number | null>((resolve) => spawnIn(image, image.health, env).once('close', resolve))
    expect(await healthy()).toBe(1)
    await vi.waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output}`)
        expect([await healthy(), output]).toEqual([0, expect.any(String)])
      },
      { timeout: 150_000, interval: 200 },
    )
    // The start fetched and built nothing: the image contains everything.
    expect(output).not.toMatch(/Fetching packages|Building/)
    const asked = Date.now()
    child.kill('SIGTERM')
    expect([await ended, output]).toEqual([0, expect.stringContaining('Stopped.')])
    expect(Date.now() - asked).toBeLessThan(15_000)
  })
})

describe('compose.yaml', () => {
  it('is valid by its schema', () => {
    const ajv = new Ajv({ strict: false, allErrors: true })
    addFormats(ajv)
    const { $schema: _, ...schema } = composeSchema
    const validate = ajv.compile(schema)
    expect([validate(compose), validate.errors]).toEqual([true, null])
    expect(validate({ ...compose, services: { capture: { imag: 'x' } } })).toBe(false)
  })

  it('names settings that there are, and files that there are', () => {
    const names = Object.keys(compose.services.capture.environment)
    expect(names.filter((name) => !SETTINGS.some((row) => row.name === name))).toEqual([])
    for (const name of ['capture', 'temporal'])
      expect(existsSync(join(root, compose.services[name].build.dockerfile))).toBe(true)
    expect(compose.services.caddy.volumes[0]).toBe('./Caddyfile:/etc/caddy/Caddyfile:ro')
    expect(compose.services.temporal).toMatchObject({ user: '0:0', cap_drop: ['ALL'], volumes: ['temporal:/data'] })
    const profiles = Object.values<{ profiles?: string[] }>(compose.services).flatMap((one) => one.profiles ?? [])
    expect(profiles.sort()).toEqual(['proxy', 'scoreboard'])
  })
})

/** Whether this machine has a program; a test without its program is skipped by name. */
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
const check = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

describe('images from elsewhere', () => {
  const digest = /^[a-z0-9./-]+:[\w.-]+@sha256:[0-9a-f]{64}(?: AS \w+)?$/
  const isNamed = (image: string) => digest.test(image)

  it('are named by version and digest, in each recipe', () => {
    const services: readonly { image: string; build?: object }[] = Object.values(compose.services)
    const run = services.filter(({ build }) => build === undefined).map(({ image }) => image)
    const built = readdirSync(recipeFile('.'))
      .filter((name) => name.endsWith('Containerfile'))
      .flatMap((name) => parseRecipe(readFileSync(recipeFile(name), 'utf8')))
      .filter(({ name }) => name === 'FROM')
      .map(({ rest }) => rest)
    expect([run.length, built.length]).toEqual([1, 3])
    expect([...run, ...built].filter((image) => !isNamed(image))).toEqual([])
    for (const image of ['caddy:2', 'node:24-slim AS build', 'node@sha256:ab']) expect(isNamed(image)).toBe(false)
  })

  it('Temporal is put into its image by our own script, which takes the program that npm start takes', async () => {
    const stage = await runRecipe({
      recipe: parseRecipe(readFileSync(recipeFile('Temporal.Containerfile'), 'utf8')),
      context: root,
      folder: mkdtempSync(join(folder, 'temporal-')),
      run: async (line, { root: image, workdir }) => {
        const [program = '', script = '', file = ''] = line.split(' ')
        expect([program, file]).toEqual(['node', '/usr/local/bin/temporal'])
        const bin = join(folder, 'bin')
        mkdirSync(bin)
        writeFileSync(join(bin, 'temporal'), 'the program', { mode: 0o755 })
        mkdirSync(dirname(join(image, file)), { recursive: true })
        const { status, stderr } = spawnSync(process.execPath, [script, join(image, file)], {
          cwd: join(image, workdir),
          env: { ...process.env, PATH: bin },
          encoding: 'utf8',
        })
        expect([status, stderr]).toEqual([0, ''])
      },
    })
    expect(readFileSync(join(stage.root, 'usr/local/bin/temporal'), 'utf8')).toBe('the program')
    expect(stage.command[0]).toBe('temporal')
    expect(compose.services.temporal.command[0]).toBe('temporal')
  })
})

describe('the other recipes', () => {
  it.skipIf(!has('systemd-analyze'))('wallet-capture.service: systemd-analyze verify', () => {
    const { status, output } = check('systemd-analyze', ['verify', recipeFile('wallet-capture.service')])
    expect([status, output]).toEqual([0, ''])
    const broken = join(folder, 'broken.service')
    writeFileSync(broken, '[Service]\nExecStart=nothing\n')
    expect(check('systemd-analyze', ['verify', broken]).status).not.toBe(0)
  })

  it.skipIf(!has('caddy'))('Caddyfile: caddy validate', () => {
    const { status, output } = check(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', recipeFile('Caddyfile')],
      {
        HOME: folder,
      },
    )
    expect([status, output]).toEqual([0, expect.stringContaining('Valid configuration')])
  })

  it.skipIf(spawnSync('nginx', ['-v']).error !== undefined)('nginx.conf: nginx -t', async () => {
    const { chain, privateKey } = await makeOwnCertificate()
    writeFileSync(join(folder, 'cert.pem'), chain)
    writeFileSync(join(folder, 'key.pem'), privateKey)
    const text = readFileSync(recipeFile('nginx.conf'), 'utf8')
      .replace('/etc/ssl/capture.example.org.pem', join(folder, 'cert.pem'))
      .replace('/etc/ssl/private/capture.example.org.key', join(folder, 'key.pem'))
    writeFileSync(join(folder, 'nginx.conf'), `pid ${join(folder, 'nginx.pid')};\n${text}`)
    const { status, output } = check('nginx', ['-t', '-c', join(folder, 'nginx.conf'), '-p', folder])
    expect([status, output]).toEqual([0, expect.stringContaining('test is successful')])
  })
})
