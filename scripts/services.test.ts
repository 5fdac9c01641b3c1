import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
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
  TEMPORAL_TLS: 'on',
  HTTPS_PROXY: 'http://proxy.example.org:3128',
}
const namesOfOurs = async (child: string) =>
  Object.keys(await environmentOf(everySetting, child))
    .filter((name) => SETTINGS.some((row) => row.name === name))
    .sort()

it.each(['PocketBase', 'Temporal'])('%s gets none of our settings, and what is not ours', async (child) => {
  expect(await namesOfOurs(child)).toEqual([])
  expect(await environmentOf(everySetting, child)).toMatchObject({ HTTPS_PROXY: 'http://proxy.example.org:3128' })
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

it('PocketBase is told how to use its memory, unless the environment says otherwise', async () => {
  expect(await environmentOf({})).toMatchObject({ GOGC: '400', GOMEMLIMIT: '256MiB' })
  expect(await environmentOf({ GOGC: '50', GOMEMLIMIT: '1GiB' })).toMatchObject({ GOGC: '50', GOMEMLIMIT: '1GiB' })
})
