import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openKeyStore } from '@/lib/adapters/crypto/key-store'
import { epochMillis } from '@/lib/core/ground/time/time'
import { freePort } from '@/lib/testing/free-port'
import { endStarts, runScript, started, temporary } from '@/lib/testing/npm-start'

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
