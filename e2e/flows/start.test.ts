import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { covers } from '@/lib/testing/covers'
import {
  adminKeyOf,
  childPids,
  endStarts,
  isRunning,
  newestLts,
  parentOf,
  pidOf,
  ready,
  runFile,
  runScript,
  type Start,
  started,
  statusOf,
  temporary,
  withoutTemporal,
} from '@/lib/testing/npm-start'

const waiting = { timeout: 60_000, interval: 100 }

/** By a signal to a process of npm, it ends with all that it started. */
async function expectEndedInOrder(start: Start, pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const pids = [...childPids(start), runFile(start).pid]
  process.kill(pid, signal)
  await start.ended
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), waiting)
  expect(existsSync(join(start.dataDir, 'run.json'))).toBe(false)
}

/** What a few starts show, in order: each takes longer than a look at it, and leaves its data directory to the next one. */
describe('npm start', () => {
  let start: Start
  /** By npm, without Temporal, and asked for what needs it. */
  let other: Start
  let dataDir: string
  let session: string
  beforeAll(async () => {
    dataDir = join(temporary(), 'new')
    const env = { ...withoutTemporal, BUILT_IN_PIPELINES: 'once' }
    ;[start, other] = await Promise.all([started({ DATA_DIR: dataDir }), started(env, [], 'npm')])
    await Promise.all([ready(start), ready(other)])
    const created = await fetch(`${start.origin}/openid4vp/sessions`, { method: 'POST' })
    expect(created.status).toBe(201)
    session = (await created.json()).session_id
  }, 400_000)
  afterAll(endStarts, 120_000)

  it('keeps the data directory and the secret in it for its owner', async () => {
    const database = join(dataDir, 'temporal.db')
    await vi.waitFor(() => expect(existsSync(database)).toBe(true), { timeout: 60_000, interval: 50 })
    expect(filesBelow(dataDir).filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([])
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'pocketbase-admin.json')).mode & 0o777).toBe(0o600)
  })

  covers('D22')
  it('runs beside npm run pocketbase, which names a dashboard and how to sign in', async () => {
    const { code, output } = await runScript('pocketbase', { HOST: '127.0.0.1', DATA_DIR: dataDir })
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

    const nobody = await runScript('pocketbase', { HOST: '127.0.0.1', DATA_DIR: temporary() })
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringMatching(/^No PocketBase is running [^\n]*\n$/)])
  })

  it('refuses a data directory that another start works on, and leaves that one alone', async () => {
    const second = await started({ DATA_DIR: dataDir })
    expect(await second.ended).toBe(1)
    expect(second.output()).toBe(
      `The data directory is in use by process ${start.child.pid}, which serves ${start.origin}: stop that one first, or set another DATA_DIR.\n`,
    )
    expect(await statusOf(`${start.origin}/healthz`)).toBe(200)
  })

  it('runs beside another one with its own port and data directory', async () => {
    expect(await statusOf(`${start.origin}/healthz`)).toBe(200)
    expect(await statusOf(`${other.origin}/healthz`)).toBe(200)
    expect(childPids(start).filter((pid) => childPids(other).includes(pid))).toEqual([])
  })

  it('tells that Temporal cannot be had, and everything else works', async () => {
    const words = 'The rest continues without the worker. The built-in pipelines do not run by themselves'
    await vi.waitFor(() => expect(other.output()).toContain(words), waiting)
    expect(other.output()).toContain('The rest continues without Temporal.')
    expect(other.output()).toContain('TEMPORAL_CLI_PATH names /nothing/temporal, where no program is.')
    const aggregate = `${other.origin}/api/pipeline/scoreboard/aggregate/start`
    const refused = await fetch(aggregate, { method: 'POST', headers: { 'x-api-key': adminKeyOf(other) } })
    await refused.arrayBuffer()
    expect(refused.status).toBe(503)
    expect(await statusOf(`${other.origin}/readyz`)).toBe(200)
  })

  covers('D26')
  // That Temporal and its worker end too is shown by Ctrl-C.
  it('by npm ends everything in order when npm gets SIGTERM', async () => {
    await expectEndedInOrder(other, other.child.pid!, 'SIGTERM')
    expect(await statusOf(`${start.origin}/healthz`)).toBe(200)
  })

  covers('C1')
  it('serves, names one address and its data directory, and ends with exit 0 and without orphans at Ctrl-C', async () => {
    expect(await statusOf(`${start.origin}/healthz`)).toBe(200)
    const readyLine = start
      .output()
      .split('\n')
      .filter((line) => line.includes('Wallet Capture is ready:'))
    expect(readyLine).toEqual([`  Wallet Capture is ready: ${start.origin}`])
    expect(start.output()).toContain(`Its data is in ${dataDir}`)
    expect(start.output()).toMatch(/plain http/)

    const pids = childPids(start)
    expect(pids.length).toBeGreaterThanOrEqual(2)
    // Linux tells what a process was started with: only PocketBase is told how to use its memory.
    if (existsSync('/proc/self/environ')) {
      const environments = pids.map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'))
      const told = environments.filter((one) => one.includes('GOGC=400') && one.includes('GOMEMLIMIT=256MiB'))
      expect(told).toHaveLength(1)
    }
    start.child.kill('SIGINT')
    expect(await start.ended).toBe(0)
    expect(pids.filter(isRunning)).toEqual([])
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false)
  })

  describe('a second time on the same data', () => {
    let second: Start
    let third: Start
    const again = async (by: 'newest LTS' | 'npm'): Promise<Start> => {
      const made = await started({ ...withoutTemporal, DATA_DIR: dataDir }, [], by)
      await ready(made)
      return made
    }
    beforeAll(async () => {
      for (const [path, mode] of [
        ['.', 0o755],
        ['temporal.db', 0o644],
      ] as const)
        chmodSync(join(dataDir, path), mode)
      second = await again('newest LTS')
    }, 400_000)

    covers('D10')
    it("makes a data directory that was there before its owner's, and all that is in it", () => {
      expect(statSync(dataDir).mode & 0o777).toBe(0o700)
      expect(statSync(join(dataDir, 'temporal.db')).mode & 0o777).toBe(0o600)
    })

    covers('C1')
    it('starts a second time on the same data, under the newest LTS of Node, and finds what was there', async () => {
      const node = newestLts()
      if (node !== null && existsSync('/proc/self/exe'))
        expect(readlinkSync(`/proc/${pidOf(second, 'the web server')}/exe`)).toBe(realpathSync(node))
      expect(await statusOf(`${second.origin}/openid4vp/sessions/${session}`)).toBe(200)
      expect(await statusOf(`${second.origin}/openid4vp/sessions/${crypto.randomUUID()}`)).toBe(404)
    })

    it('ends the web server by itself when the supervisor was killed', async () => {
      second.child.kill('SIGKILL')
      await second.ended
      await vi.waitFor(() => expect(statusOf(`${second.origin}/healthz`)).rejects.toThrow(), waiting)
    })

    // That Temporal and its worker do not stay either is shown in start-temporal.test.ts.
    it('starts again after its supervisor was killed, and leaves nothing of the killed one', async () => {
      const left = childPids(second)
      third = await again('npm')
      expect(left.filter(isRunning)).toEqual([])
    }, 400_000)

    it.each(['PocketBase', 'the web server'])('brings %s back after it was killed', async (name) => {
      process.kill(pidOf(third, name), 'SIGKILL')
      await vi.waitFor(() => expect(third.output()).toContain(`${name} is ready again.`), waiting)
      expect(await statusOf(`${third.origin}/readyz`)).toBe(200)
    })

    covers('D26')
    it('by npm ends everything in order when the shell below npm is killed', async () => {
      await expectEndedInOrder(third, parentOf(runFile(third).pid), 'SIGKILL')
    })
  })
})

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
