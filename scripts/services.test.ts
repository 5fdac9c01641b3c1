import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { freePort, isTaken } from '@/lib/testing/free-port'
import { servicesOf } from './services.mjs'
import { parseSettings, SETTINGS } from './settings.mjs'

/** A start with these variables in its environment. */
function startOf(own: Readonly<Record<string, string>>) {
  const env = { NODE_ENV: 'test', PATH: process.env.PATH, ...own } as NodeJS.ProcessEnv
  const settings = { ...parseSettings(env).values, dataDir: '/nowhere' }
  return { settings, env, dev: false, signal: new AbortController().signal }
}

/** The environment of a started child. */
async function environmentOf(
  own: Readonly<Record<string, string>>,
  child = 'PocketBase',
): Promise<Readonly<Record<string, string | undefined>>> {
  const services = await servicesOf(startOf(own))
  const service = services.find(({ name }) => name === child)
  if (service === undefined) throw new Error(`${child} is not among the services.`)
  return service.env ?? {}
}

/** A value for every setting, including secrets. */
const everySetting = {
  OPERATOR_TOKEN: 'the-operator-token-of-tests',
  ADMIN_API_KEY: 'the-admin-key-of-tests',
  ADMIN_API_KEY_PREVIOUS: 'the-previous-key-of-tests',
  TLS_CERT_FILE: '/keys/cert.pem',
  TLS_KEY_FILE: '/keys/key.pem',
  BASE_URL: 'https://capture.example.org',
  TRUST_PROXY: '10.0.0.0/8',
  LOG_LEVEL: 'warn',
  METRICS_PORT: '9464',
  TEMPORAL_ADDRESS: 'temporal.example.org:7233',
  TEMPORAL_API_KEY: 'the-key-of-a-hosted-cluster',
  TEMPORAL_TLS: 'on',
  HTTPS_PROXY: 'http://proxy.example.org:3128',
}
const oursIn = (env: Readonly<Record<string, string | undefined>>) =>
  Object.keys(env)
    .filter((name) => SETTINGS.some((row) => row.name === name))
    .sort()
const namesOfOurs = async (child: string) => oursIn(await environmentOf(everySetting, child))

it.each(['PocketBase', 'Temporal'])('%s gets none of our settings, and what is not ours', async (child) => {
  const { TEMPORAL_ADDRESS: _address, TEMPORAL_API_KEY: _key, ...embedded } = everySetting
  expect(oursIn(await environmentOf(embedded, child))).toEqual([])
  expect(await environmentOf(embedded, child)).toMatchObject({ HTTPS_PROXY: 'http://proxy.example.org:3128' })
})

it('the worker gets the settings that it reads: the admin key, no operator token, no private key', async () => {
  expect(await namesOfOurs('the worker')).toEqual([
    'ADMIN_API_KEY',
    'BASE_URL',
    'DATA_DIR',
    'LOG_FORMAT',
    'LOG_LEVEL',
    'METRICS_PORT',
    'POCKETBASE_ADMIN_FILE',
    'POCKETBASE_URL',
    'SERVICE_URL',
    'TEMPORAL_ADDRESS',
    'TEMPORAL_API_KEY',
    'TEMPORAL_TLS',
  ])
  const env = await environmentOf(everySetting, 'the worker')
  expect(Object.values(env)).not.toContain(everySetting.OPERATOR_TOKEN)
  // It starts with them: settings that belong together are not separated.
  expect(() => parseSettings({ ...env })).not.toThrow()
  expect(await namesOfOurs('the web server')).toContain('OPERATOR_TOKEN')
})

it('a child sees no operator token, and none of the settings that are not for it', async () => {
  const services = await servicesOf(startOf(everySetting))
  for (const { name, env } of services.filter((service) => service.name !== 'the web server')) {
    const print = 'process.stdout.write(JSON.stringify(process.env))'
    const seen = execFileSync(process.execPath, ['-e', print], { env, encoding: 'utf8' })
    const secrets = name === 'the worker' ? [] : [everySetting.ADMIN_API_KEY]
    for (const secret of [everySetting.OPERATOR_TOKEN, everySetting.ADMIN_API_KEY_PREVIOUS, ...secrets])
      expect([name, seen.includes(secret)]).toEqual([name, false])
    expect([name, seen.includes(everySetting.HTTPS_PROXY)]).toEqual([name, true])
  }
})

/** Where Temporal will listen, and what the start says of it. */
async function portOfTemporal(own: Readonly<Record<string, string>>) {
  const notes: string[] = []
  const services = await servicesOf({ ...startOf(own), note: (line) => notes.push(line) })
  const temporal = services.find(({ name }) => name === 'Temporal')
  const [, port] = / --port (\d+) /.exec(temporal?.args.join(' ') ?? '') ?? []
  expect(services.find(({ name }) => name === 'the worker')?.env.TEMPORAL_ADDRESS).toBe(`127.0.0.1:${port}`)
  return { port: Number(port), notes, prepare: () => temporal?.prepare?.() }
}

describe('the port of the embedded Temporal', () => {
  it('is that of TEMPORAL_PORT or none, kept until Temporal is to start, with a sign for others until the end', async () => {
    const port = await freePort()
    const program = { TEMPORAL_CLI_PATH: process.execPath }
    const first = await portOfTemporal({ ...program, TEMPORAL_PORT: String(port) })
    expect(first).toMatchObject({ port, notes: [] })
    await expect(portOfTemporal({ ...program, TEMPORAL_PORT: String(port) })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken by another program; set TEMPORAL_PORT to a free one.`,
    )
    await first.prepare()
    expect(await isTaken(port)).toBe(false)
    await expect(portOfTemporal({ ...program, TEMPORAL_PORT: String(port) })).rejects.toThrow(
      `TEMPORAL_PORT ${port} needs port ${port + 1000} on 127.0.0.1 too`,
    )
    expect(await isTaken(port)).toBe(false)
  })

  it('counts upwards from the usual one where nobody set it, and says which it is', async () => {
    const program = { TEMPORAL_CLI_PATH: process.execPath }
    const [one, two] = [await portOfTemporal(program), await portOfTemporal(program)]
    expect(two.port).toBeGreaterThan(one.port)
    expect(two.notes).toEqual([`Temporal listens on port ${two.port}, since another start or program has 7233.`])
    for (const { port, notes } of [one, two]) expect(port === 7233).toBe(notes.length === 0)
    const web = await portOfTemporal({ ...program, PORT: String(two.port + 1) })
    expect(web.port).toBeGreaterThan(two.port + 1)
    for (const { prepare } of [one, two, web]) await prepare()
    // Its Temporal has not begun to listen yet, and another start leaves it the port.
    expect(await isTaken(two.port)).toBe(false)
    expect([one.port, two.port, web.port]).not.toContain((await portOfTemporal(program)).port)
  })
})

it.each([
  ['PocketBase', { GOGC: '200', GOMEMLIMIT: '256MiB' }, { GOGC: '50', GOMEMLIMIT: '1GiB' }],
  ['Temporal', { GOGC: '30' }, { GOGC: '50' }],
  ['the web server', { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' }, { MALLOC_ARENA_MAX: '8' }],
])('%s is told how to use its memory, unless the environment says otherwise', async (child, told, own) => {
  expect(await environmentOf({}, child)).toMatchObject(told)
  expect(await environmentOf(own, child)).toMatchObject(own)
})
