import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openKeyStore } from '@/lib/adapters/crypto/key-store'
import { epochMillis } from '@/lib/core/time'
import { freePort } from '@/lib/testing/free-port'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { ownLanAddresses } from '../../scripts/lan-address.mjs'
import { commandLine } from '../../scripts/process-table.mjs'
import { parseRunFile } from '../../scripts/run-file.mjs'

const ROOT = new URL('../../', import.meta.url)

/** One `npm start` as a user runs it, without npm between. */
interface Start {
  child: ChildProcess
  origin: string
  dataDir: string
  /** Everything it printed so far, both streams. */
  output: () => string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

const starts: Start[] = []
const folders: string[] = []

afterEach(async () => {
  for (const { child, ended } of starts.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}, 60_000)

describe('npm start', () => {
  it('serves, names one address and its data directory, and ends with exit 0 and without orphans at Ctrl-C', async () => {
    const start = await started()
    await ready(start)
    expect(await statusOf(`${start.origin}/healthz`)).toBe(200)
    const readyLine = start
      .output()
      .split('\n')
      .filter((line) => line.includes('Wallet Capture is ready:'))
    expect(readyLine).toEqual([`  Wallet Capture is ready: ${start.origin}`])
    expect(start.output()).toContain(`Its data lies in ${start.dataDir}`)
    expect(start.output()).toMatch(/plain http/)

    const pids = childPids(start)
    expect(pids.length).toBeGreaterThanOrEqual(2)
    start.child.kill('SIGINT')
    expect(await start.ended).toBe(0)
    expect(pids.filter(isRunning)).toEqual([])
    expect(existsSync(join(start.dataDir, 'run.json'))).toBe(false)
  })

  it('keeps the data directory and the secret in it for its owner', async () => {
    const dataDir = join(temporary(), 'new')
    await ready(await started({ DATA_DIR: dataDir }))
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'pocketbase-admin.json')).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['npm gets SIGTERM', 'SIGTERM', (npm: number) => npm],
    ['the shell below npm is killed', 'SIGKILL', (_npm: number, start: Start) => parentOf(runFile(start).pid)],
  ] as const)(
    'by npm ends everything in order when %s',
    async (_name, signal, target) => {
      const start = await started({}, [], 'npm')
      await ready(start)
      const pids = [...childPids(start), runFile(start).pid]
      process.kill(target(start.child.pid!, start), signal)
      await start.ended
      await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 30_000, interval: 100 })
      expect(existsSync(join(start.dataDir, 'run.json'))).toBe(false)
    },
    120_000,
  )

  it("makes a data directory that was there before its owner's, and all that is in it", async () => {
    const dataDir = temporary()
    const database = join(dataDir, 'temporal.db')
    const first = await started({ DATA_DIR: dataDir })
    await ready(first)
    await vi.waitFor(() => expect(existsSync(database)).toBe(true), { timeout: 30_000, interval: 50 })
    const readable = () => filesBelow(dataDir).filter((file) => (statSync(file).mode & 0o077) !== 0)
    expect(readable()).toEqual([])
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    chmodSync(dataDir, 0o755)
    chmodSync(database, 0o644)
    await ready(await started({ DATA_DIR: dataDir }))
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(database).mode & 0o777).toBe(0o600)
  }, 120_000)

  it('runs beside npm run pocketbase, which names a dashboard and how to sign in', async () => {
    const start = await started()
    await ready(start)
    const { code, output } = await runScript('pocketbase', { DATA_DIR: start.dataDir })
    const [, address = ''] = /^The dashboard: (\S+)/.exec(output) ?? []
    expect([code, await statusOf(address)]).toEqual([0, 200])
    const [, file = ''] = /^Sign in with email and password from (\S+)$/m.exec(output) ?? []
    const { email, password } = JSON.parse(readFileSync(file, 'utf8'))
    expect(output).not.toContain(password)
    const signedIn = await fetch(new URL('/api/collections/_superusers/auth-with-password', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity: email, password }),
    })
    expect(signedIn.status).toBe(200)

    const nobody = await runScript('pocketbase', { DATA_DIR: temporary() })
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringMatching(/^No PocketBase runs [^\n]*\n$/)])
  })

  it('starts a second time within ten seconds on the same data', async () => {
    const first = await started()
    await ready(first)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const before = Date.now()
    await ready(await started({ DATA_DIR: first.dataDir }))
    expect(Date.now() - before).toBeLessThan(10_000)
  })

  it('runs beside another one with its own port and data directory', async () => {
    const [a, b] = await Promise.all([started(), started()])
    await Promise.all([ready(a), ready(b)])
    expect(await statusOf(`${a.origin}/healthz`)).toBe(200)
    expect(await statusOf(`${b.origin}/healthz`)).toBe(200)
    expect(childPids(a).filter((pid) => childPids(b).includes(pid))).toEqual([])
  })

  it('refuses a data directory that another start works on, and leaves that one alone', async () => {
    const first = await started()
    await ready(first)
    const second = await started({ DATA_DIR: first.dataDir })
    expect(await second.ended).toBe(1)
    expect(second.output()).toBe(
      `The data directory is in use by process ${first.child.pid}, which serves ${first.origin}: stop that one first, or set another DATA_DIR.\n`,
    )
    expect(await statusOf(`${first.origin}/healthz`)).toBe(200)
  })

  it('starts again after its supervisor was killed, and leaves nothing of the killed one', async () => {
    const killed = await started()
    await ready(killed)
    const left = childPids(killed)
    killed.child.kill('SIGKILL')
    await killed.ended
    const next = await started({ DATA_DIR: killed.dataDir })
    await ready(next)
    expect(left.filter(isRunning)).toEqual([])
  })

  it('ends the web server by itself when the supervisor was killed', async () => {
    const killed = await started()
    await ready(killed)
    killed.child.kill('SIGKILL')
    await killed.ended
    await vi.waitFor(() => expect(statusOf(`${killed.origin}/healthz`)).rejects.toThrow(), {
      timeout: 15_000,
      interval: 100,
    })
    // The next start on the directory ends the rest.
    await ready(await started({ DATA_DIR: killed.dataDir }))
  })

  it.each(['PocketBase', 'the web server'])('brings %s back after it was killed', async (name) => {
    const start = await started()
    await ready(start)
    const victim = runFile(start).children.find((child) => child.name === name)!
    process.kill(victim.pid, 'SIGKILL')
    await vi.waitFor(() => expect(start.output()).toContain(`${name} is ready again.`), {
      timeout: 30_000,
      interval: 100,
    })
    expect(await statusOf(`${start.origin}/readyz`)).toBe(200)
  })
})

describe('npm start -- --phone', () => {
  it('serves https for the address in the local network, and gives a phone the root to trust it by', async () => {
    const [likeliest] = await ownLanAddresses()
    const start = await started({ HOST: '' }, ['--phone'])
    if (likeliest === undefined) {
      expect(await start.ended).toBe(1)
      expect(start.output()).toMatch(/^This machine has no address in a local network: [^\n]+\n$/)
      return
    }
    await ready(start)
    const host = isIP(likeliest.address) === 6 ? `[${likeliest.address}]` : likeliest.address
    const origin = `https://${host}:${new URL(start.origin).port}`
    expect(start.output()).toContain(`Wallet Capture is ready: ${origin}`)
    expect(start.output()).not.toMatch(/plain http:/)
    const [rootPage = ''] = /http:\/\/\S+/.exec(start.output()) ?? []
    expect(new URL(rootPage).hostname).toBe(host)

    const page = await fetch(rootPage)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(origin)
    const der = Buffer.from(await (await fetch(`${rootPage}/root-ca.cer`)).arrayBuffer())
    const root = new X509Certificate(der)
    expect(root.toString()).toBe(
      new X509Certificate(readFileSync(join(start.dataDir, 'keys/root-ca.cert.pem'))).toString(),
    )
    expect(start.output()).toContain(root.fingerprint256)
    expect(await statusOf(`${rootPage}/sessions`)).toBe(404)
    expect((await fetch(rootPage, { method: 'POST', body: 'x' })).status).toBe(405)

    const trusting = createNodeClient({ ca: [root.toString()] })
    const get = (path: string) => trusting({ method: 'GET', url: origin + path, headers: [], body: null })
    expect((await get('/readyz')).status).toBe(200)
    expect((await get('/')).body).not.toMatch(/plain http/)
    await expect(fetch(`${origin}/readyz`)).rejects.toThrow()

    const made = await trusting({
      method: 'POST',
      url: `${origin}/start`,
      ...form('run=clean&flow=pre_authorized_code'),
    })
    expect(made.status).toBe(303)
    const id = made.headers
      .find(([name]) => name.toLowerCase() === 'location')?.[1]
      .split('/')
      .at(-1)
    const session = async () => JSON.parse((await get(`/sessions/${id}`)).body)
    await vi.waitFor(async () => expect((await session()).status).toMatch(/^credential_(issued|accepted)$/), {
      timeout: 20_000,
      interval: 100,
    })
    const { deeplink } = JSON.parse(
      (
        await trusting({
          method: 'POST',
          url: `${origin}/sessions`,
          headers: [],
          body: '{"flow":"pre_authorized_code"}',
        })
      ).body,
    )
    const wallet = await command(['scripts/wallet.mjs', deeplink], start)
    expect(wallet.output).toContain('Stored: ')
    expect(wallet.code).toBe(0)
  }, 120_000)

  it('runs the demo and the worker over that https', async () => {
    if ((await ownLanAddresses()).length === 0) return
    const start = await started({ HOST: '' }, ['--phone'])
    await ready(start)
    const waiting = { timeout: 60_000, interval: 200 }
    await vi.waitFor(() => expect(runFile(start).children.map(({ name }) => name)).toContain('the worker'), waiting)
    const demo = await command(['scripts/demo.mjs'], start)
    expect(demo.output).toMatch(/The scoreboard shows [1-9]\d* pipelines\./)
    expect(demo.code).toBe(0)
  }, 180_000)
})

describe('Temporal under npm start', () => {
  const aggregate = async (start: Start): Promise<number> => {
    const key = readFileSync(join(start.dataDir, 'admin-api-key'), 'utf8').trim()
    const url = `${start.origin}/api/pipeline/scoreboard/aggregate/start`
    const response = await fetch(url, { method: 'POST', headers: { 'x-api-key': key } })
    await response.arrayBuffer()
    return response.status
  }
  const schedule = async (start: Start) => {
    const key = readFileSync(join(start.dataDir, 'admin-api-key'), 'utf8').trim()
    const url = `${start.origin}/api/pipeline/scoreboard/aggregate/start?schedule=86400`
    const response = await fetch(url, { method: 'POST', headers: { 'x-api-key': key } })
    expect(response.status).toBe(200)
    return response.json()
  }
  const committed = async (start: Start): Promise<string> => {
    const response = await fetch(`${start.origin}/api/collections/scoreboard_state/records`)
    return (await response.json()).items[0].committed_aggregation
  }

  it('aggregates, and again after Temporal and the worker were killed', async () => {
    const start = await started()
    await ready(start)
    const waiting = { timeout: 60_000, interval: 200 }
    await vi.waitFor(async () => expect(await aggregate(start)).toBe(200), waiting)
    await vi.waitFor(async () => expect(await committed(start)).not.toBe(''), waiting)
    const first = await committed(start)
    for (const name of ['Temporal', 'the worker']) {
      process.kill(runFile(start).children.find((child) => child.name === name)!.pid, 'SIGKILL')
      await vi.waitFor(() => expect(start.output()).toContain(`${name} is ready again.`), waiting)
    }
    await vi.waitFor(async () => expect(await aggregate(start)).toBe(200), waiting)
    await vi.waitFor(async () => expect(await committed(start)).not.toBe(first), waiting)
  }, 150_000)

  it('keeps schedules and rows over a restart, and npm run demo fills the scoreboard that runs here', async () => {
    const start = await started()
    await ready(start)
    const waiting = { timeout: 60_000, interval: 200 }
    await vi.waitFor(async () => expect(await aggregate(start)).toBe(200), waiting)
    const made = await schedule(start)
    expect(made).toMatchObject({ schedule_id: 'aggregate-scoreboard-schedule-86400', created: true })
    const demo = await runDemo({ PORT: new URL(start.origin).port, DATA_DIR: start.dataDir })
    expect([demo.code, demo.output]).toEqual([0, expect.stringMatching(/The scoreboard shows [1-9]\d* pipelines\.\n$/)])
    const shown = await committed(start)
    start.child.kill('SIGTERM')
    expect(await start.ended).toBe(0)

    const next = await started({ DATA_DIR: start.dataDir })
    await ready(next)
    expect(await committed(next)).toBe(shown)
    const { schedule_id } = made
    await vi.waitFor(async () => expect(await schedule(next)).toMatchObject({ schedule_id, created: false }), waiting)
  }, 200_000)

  it('that cannot be had is told, and everything else works', async () => {
    const start = await started({ TEMPORAL_CLI_PATH: '/nothing/temporal' })
    await ready(start)
    await vi.waitFor(() => expect(start.output()).toContain('The rest goes on without Temporal.'), { timeout: 10_000 })
    expect(start.output()).toContain('TEMPORAL_CLI_PATH names /nothing/temporal, where no program is.')
    expect(await aggregate(start)).toBe(503)
    expect(await statusOf(`${start.origin}/readyz`)).toBe(200)
  })
})

describe('npm run demo without a service ends with exit 1 and one sentence', () => {
  it('where none was ever started', async () => {
    const { code, output } = await runDemo({ PORT: String(await freePort()), DATA_DIR: temporary() })
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^No Wallet Capture has been started with this DATA_DIR [^\n]*\n$/),
    ])
  })

  it('where none answers now', async () => {
    const env = { PORT: String(await freePort()), DATA_DIR: temporary(), ADMIN_API_KEY: 'a-key-of-this-test' }
    const { code, output } = await runDemo(env)
    expect([code, output]).toEqual([1, expect.stringMatching(/^No Wallet Capture answers at [^\n]*\n$/)])
  })
})

describe('npm start that cannot start ends with exit 1 and one sentence', () => {
  it('at a taken port', async () => {
    const holder = createServer()
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port))
    })
    const start = await started({ PORT: String(port) })
    expect(await start.ended).toBe(1)
    expect(start.output()).toBe(`Port ${port} on 127.0.0.1 is taken by another program; set PORT to a free one.\n`)
    holder.close()
  })

  it.each(['/dev/null/data', '/proc/x', '/proc/x/y'])(
    'at a data directory that cannot be written: %s',
    async (dataDir) => {
      const start = await started({ DATA_DIR: dataDir })
      expect(await start.ended).toBe(1)
      expect(start.output().replace(dataDir, 'DIR')).toMatch(
        /^The data directory DIR cannot be written \([A-Z]+\); set DATA_DIR to one that can\.\n$/,
      )
    },
  )

  it('at a malformed variable', async () => {
    const start = await started({ RETENTION_DAYS: 'a week' })
    expect(await start.ended).toBe(1)
    expect(start.output()).toBe('RETENTION_DAYS must be a whole number from 0 to 36500, not "a week".\n')
  })

  it('at a file that is not there', async () => {
    const start = await started({ TLS_CERT_FILE: '/nothing.pem', TLS_KEY_FILE: '/nothing.key' })
    expect(await start.ended).toBe(1)
    expect(start.output()).toBe('TLS_CERT_FILE names /nothing.pem, which cannot be read.\n')
  })

  it('at a certificate and a key that do not fit together', async () => {
    const folder = temporary()
    const keys = ['one', 'two'].map((name) => join(folder, name))
    for (const directory of keys) {
      const now = () => epochMillis(Date.now())
      await openKeyStore({ directory, baseUrl: 'https://localhost', now, server: true })
    }
    const [certFile, keyFile] = [join(keys[0] ?? '', 'server.cert.pem'), join(keys[1] ?? '', 'server.key.pem')]
    const start = await started({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile })
    expect(await start.ended).toBe(1)
    expect(start.output()).toBe(
      `TLS_KEY_FILE names ${keyFile}, which is not the key of the first certificate in TLS_CERT_FILE.\n`,
    )
  })

  it('at a certificate without its key', async () => {
    const start = await started({ TLS_CERT_FILE: '/nothing.pem' })
    expect(await start.ended).toBe(1)
    expect(start.output()).toBe('TLS_KEY_FILE is missing: TLS_CERT_FILE and TLS_KEY_FILE work only together.\n')
  })

  it('with --phone beside an address of your own', async () => {
    const start = await started({ HOST: '', BASE_URL: 'https://capture.example.org' }, ['--phone'])
    expect(await start.ended).toBe(1)
    expect(start.output()).toMatch(/^--phone makes an address and a certificate of its own: unset BASE_URL[^\n]+\n$/)
  })

  it('at a PocketBase program that is not there', async () => {
    const start = await started({ POCKETBASE_PATH: '/nothing/pocketbase' })
    expect(await start.ended).toBe(1)
    expect(start.output()).toBe('POCKETBASE_PATH names /nothing/pocketbase, where no program is.\n')
  })

  it('at an unknown option', async () => {
    const start = await started({}, ['--fast'])
    expect(await start.ended).toBe(1)
    expect(start.output()).toBe('--fast is not an option of npm start; see npm start -- --help.\n')
  })
})

it('npm start -- --help lists the settings and starts nothing', async () => {
  const start = await started({}, ['--help'])
  expect(await start.ended).toBe(0)
  expect(start.output()).toMatch(/BASE_URL +public origin/)
  expect(existsSync(start.dataDir) && existsSync(join(start.dataDir, 'pocketbase'))).toBe(false)
})

it('npm start serves https with files of your own, and the commands beside it work', async () => {
  const folder = temporary()
  const now = () => epochMillis(Date.now())
  const port = String(await freePort())
  await openKeyStore({ directory: folder, baseUrl: 'https://localhost', now, server: true })
  const tls = {
    TLS_CERT_FILE: join(folder, 'server.cert.pem'),
    TLS_KEY_FILE: join(folder, 'server.key.pem'),
    NODE_EXTRA_CA_CERTS: join(folder, 'root-ca.cert.pem'),
  }
  const start = await started({ ...tls, PORT: port })
  await ready(start)
  const origin = `https://localhost:${port}`
  expect(start.output()).toContain(`Wallet Capture is ready: ${origin}`)
  const trusting = createNodeClient({ ca: [readFileSync(tls.NODE_EXTRA_CA_CERTS, 'utf8')] })
  const body = '{"flow":"pre_authorized_code"}'
  const { deeplink } = JSON.parse(
    (await trusting({ method: 'POST', url: `${origin}/sessions`, headers: [], body })).body,
  )
  const wallet = await command(['scripts/wallet.mjs', deeplink], start, tls)
  expect(wallet.output).toContain('Stored: ')
  expect(wallet.code).toBe(0)
}, 120_000)

/** Runs a command of ours beside a start, with the same data directory. */
async function command(args: readonly string[], { dataDir }: Start, env: Record<string, string> = {}) {
  const { BASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...inherited, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

const form = (body: string) => ({
  headers: [['content-type', 'application/x-www-form-urlencoded']] as [string, string][],
  body,
})

/** Starts the real supervisor on a free port and a fresh data directory. */
async function started(
  env: Record<string, string> = {},
  args: readonly string[] = [],
  by: 'node' | 'npm' = 'node',
): Promise<Start> {
  const port = env.PORT ?? String(await freePort())
  const dataDir = env.DATA_DIR ?? temporary()
  const { BASE_URL: _, ...inherited } = process.env
  const [command, first] = by === 'npm' ? ['npm', 'start'] : [process.execPath, 'scripts/start.mjs']
  const child = spawn(command, [first, ...args], {
    cwd: ROOT,
    env: { ...inherited, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const start = { child, origin: `http://localhost:${port}`, dataDir, output: () => text, ended }
  starts.push(start)
  return start
}

const runDemo = (env: Record<string, string>) => runScript('demo', env)

/** A command beside the service as a user runs it, without npm between, to its end. */
async function runScript(name: string, env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { BASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [`scripts/${name}.mjs`], {
    cwd: ROOT,
    env: { ...inherited, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

async function ready({ child, output }: Start): Promise<void> {
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}`)
      expect(output()).toContain('Ctrl-C ends it.')
    },
    { timeout: 50_000, interval: 50 },
  )
}

function runFile({ dataDir }: Start) {
  return parseRunFile(readFileSync(join(dataDir, 'run.json'), 'utf8'))!
}

function childPids(start: Start): number[] {
  return runFile(start).children.map(({ pid }) => pid)
}

const parentOf = (pid: number): number => Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)]).toString())

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** A zombie has no command line, so it does not count: in a container nobody may collect it. */
function isRunning(pid: number): boolean {
  return commandLine(pid) !== undefined
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-capture-start-'))
  folders.push(folder)
  return folder
}
