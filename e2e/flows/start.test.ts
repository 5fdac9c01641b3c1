import { X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { createServer, isIP } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openKeyStore } from '@/lib/adapters/crypto/key-store'
import { epochMillis } from '@/lib/core/shared/time/time'
import { covers } from '@/lib/testing/covers'
import { freePort } from '@/lib/testing/free-port'
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
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { ownLanAddresses } from '../../scripts/phone.mjs'
import { thorough } from '../../scripts/thorough.mjs'

describe('npm start', () => {
  const waiting = { timeout: 60_000, interval: 100 }

  /** Signals an npm process, and expects everything it started to end in order. */
  async function expectEndedInOrder(start: Start, pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const pids = [...childPids(start), runFile(start).pid]
    process.kill(pid, signal)
    await start.ended
    await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), waiting)
    expect(existsSync(join(start.dataDir, 'run.json'))).toBe(false)
  }

  /** A few starts, in order: each takes longer than looking at it, and leaves its data directory to the next. */
  describe('npm start', () => {
    let start: Start
    /** A second one by npm, without Temporal, asked for what needs it. */
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
    // The test of Ctrl-C shows that Temporal and its worker end too.
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
      // Linux shows the environment of a process: only PocketBase gets memory settings.
      if (existsSync('/proc/self/environ')) {
        const environments = pids.map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'))
        const told = environments.filter((one) => one.includes('GOGC=200') && one.includes('GOMEMLIMIT=256MiB'))
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

      // start-temporal.test.ts shows that Temporal and its worker do not stay either.
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
})

describe('npm start over https', () => {
  afterAll(endStarts, 120_000)

  const originOf = (start: Start, address: string): string =>
    `https://${isIP(address) === 6 ? `[${address}]` : address}:${new URL(start.origin).port}`

  /** One start for all of it, because a start with Temporal takes longer than what is tested. */
  describe('npm start -- --phone', () => {
    let start: Start
    let address: string | undefined
    beforeAll(async () => {
      address = (await ownLanAddresses())[0]?.address
      start = await started({ HOST: '' }, ['--phone'])
      if (address !== undefined) await ready(start)
    }, 400_000)
    afterAll(endStarts, 120_000)

    it('serves https for the address in the local network, and gives a phone the root to trust it by', async () => {
      if (address === undefined) {
        expect(await start.ended).toBe(1)
        expect(start.output()).toMatch(/^This machine has no address in a local network: [^\n]+\n$/)
        return
      }
      const origin = originOf(start, address)
      expect(start.output()).toContain(`Wallet Capture is ready: ${origin}`)
      expect(start.output()).not.toMatch(/plain http:/)
      const [rootPage = ''] = /http:\/\/\S+/.exec(start.output()) ?? []
      expect(new URL(rootPage).hostname).toBe(new URL(origin).hostname)

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
        url: `${origin}/start/issuance/create`,
        ...form('run=clean&flow=pre_authorized_code'),
      })
      expect(made.status).toBe(303)
      const id = made.headers
        .find(([name]) => name.toLowerCase() === 'location')?.[1]
        .split('/')
        .at(-1)
      const session = async () => JSON.parse((await get(`/sessions/${id}`)).body)
      await vi.waitFor(async () => expect((await session()).status).toMatch(/^credential_(issued|accepted)$/), {
        timeout: 60_000,
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
      const wallet = await runScript('wallet', { DATA_DIR: start.dataDir }, [deeplink])
      expect(wallet.output).toContain('Stored: ')
      expect(wallet.code).toBe(0)
    }, 400_000)

    // `start-temporal.test.ts` runs the demo over plain http each time.
    it('runs the demo and the worker over that https', async () => {
      if (address === undefined) return
      const waiting = { timeout: 60_000, interval: 200 }
      await vi.waitFor(() => expect(runFile(start).children.map(({ name }) => name)).toContain('the worker'), waiting)
      if (thorough) {
        const demo = await runScript('demo', { DATA_DIR: start.dataDir })
        expect(demo.output).toMatch(/The scoreboard shows [1-9]\d* pipelines\./)
        expect(demo.code).toBe(0)
      }
      const root = readFileSync(join(start.dataDir, 'keys/root-ca.cert.pem'), 'utf8')
      const trusting = createNodeClient({ ca: [root] })
      const headers: [string, string][] = [['x-api-key', adminKeyOf(start)]]
      const origin = originOf(start, address)
      const ask = async (method: 'GET' | 'POST', path: string) => {
        const { body } = await trusting({ method, url: origin + path, headers, body: null })
        return JSON.parse(body)
      }
      const { workflowRunId } = await ask('POST', '/api/pipeline/scoreboard/aggregate/start')
      const committed = async () =>
        (await ask('GET', '/api/collections/scoreboard_state/records')).items[0].committed_aggregation
      await vi.waitFor(async () => expect(await committed()).toBe(workflowRunId), waiting)
    }, 400_000)
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
    const start = await started({ ...withoutTemporal, ...tls, PORT: port })
    await ready(start)
    const origin = `https://localhost:${port}`
    expect(start.output()).toContain(`Wallet Capture is ready: ${origin}`)
    const trusting = createNodeClient({ ca: [readFileSync(tls.NODE_EXTRA_CA_CERTS, 'utf8')] })
    const body = '{"flow":"pre_authorized_code"}'
    const { deeplink } = JSON.parse(
      (await trusting({ method: 'POST', url: `${origin}/sessions`, headers: [], body })).body,
    )
    const wallet = await runScript('wallet', { ...tls, DATA_DIR: start.dataDir }, [deeplink])
    expect(wallet.output).toContain('Stored: ')
    expect(wallet.code).toBe(0)
  }, 400_000)

  const form = (body: string) => ({
    headers: [['content-type', 'application/x-www-form-urlencoded']] as [string, string][],
    body,
  })
})

describe('npm start refused', () => {
  afterEach(endStarts, 120_000)

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
      expect([code, output]).toEqual([1, expect.stringMatching(/^No Wallet Capture responds at [^\n]*\n$/)])
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

    it('at a taken METRICS_PORT, before anything is started', async () => {
      const holder = createServer()
      const port = await new Promise<number>((resolve) => {
        holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port))
      })
      const start = await started({ METRICS_PORT: String(port) })
      expect(await start.ended).toBe(1)
      expect(start.output()).toBe(
        `Port ${port} on 127.0.0.1 is taken by another program; set METRICS_PORT to a free one.\n`,
      )
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
    const start = await started({ DATA_DIR: temporary() }, ['--help'])
    expect(await start.ended).toBe(0)
    expect(start.output()).toMatch(/BASE_URL +public origin/)
    expect(existsSync(start.dataDir) && existsSync(join(start.dataDir, 'pocketbase'))).toBe(false)
  })

  const runDemo = (env: Record<string, string>) => runScript('demo', { HOST: '127.0.0.1', ...env })
})
