import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../../scripts/settings.mjs'
import { readEnvironment, SettingsError } from './env'

/** A valid value for each setting without a fixed default. */
const SAMPLES: Record<string, string> = {
  BASE_URL: 'https://capture.example.org',
  EXTRA_HOSTS: 'capture.internal',
  TLS_CERT_FILE: 'cert.pem',
  TLS_KEY_FILE: 'key.pem',
  OPERATOR_TOKEN: 'a-token-for-operators',
  POCKETBASE_URL: 'http://127.0.0.1:8090/',
  POCKETBASE_SUPERUSER_TOKEN_FILE: 'token',
  POCKETBASE_ADMIN_FILE: 'admin.json',
  POCKETBASE_PATH: '/opt/pocketbase',
  CHROMIUM_PATH: '/opt/chromium',
  ADMIN_API_KEY: 'a-key-for-administrators',
  ADMIN_API_KEY_PREVIOUS: 'the-key-of-last-month',
  TEMPORAL_ADDRESS: 'temporal.example.org:7233',
  TEMPORAL_PORT: '7300',
  TEMPORAL_API_KEY: 'a-key-of-a-hosted-cluster',
  TEMPORAL_TLS_CA_FILE: 'ca.pem',
  TEMPORAL_TLS_CERT_FILE: 'client.pem',
  TEMPORAL_TLS_KEY_FILE: 'client-key.pem',
  TEMPORAL_TLS_SERVER_NAME: 'temporal.example.org',
  TEMPORAL_CLI_PATH: '/opt/temporal',
  SERVICE_URL: 'http://127.0.0.1:3000',
  TRUST_PROXY: '10.0.0.0/8',
  METRICS_PORT: '9464',
  SECURITY_CONTACT: 'mailto:security@example.org',
  LOG_FORMAT: 'json',
  KEY_STORAGE_LEVELS: 'iso_18045_high',
  WALLET_CAPTURE_ROOT_PORT: '3001',
  USER_AUTH_LEVELS: 'iso_18045_high,iso_18045_moderate',
}

/** The other way to sign in to PocketBase. */
const SIGNED_IN: Record<string, string> = {
  POCKETBASE_SUPERUSER_EMAIL: 'service@example.org',
  POCKETBASE_SUPERUSER_PASSWORD_FILE: 'password',
}

describe('readEnvironment', () => {
  it('gives every row of the table its member, so table and schema cannot drift apart', () => {
    const membersOf = (samples: Record<string, string>) => {
      const env = Object.fromEntries(SETTINGS.map(({ name, fallback }) => [name, fallback ?? samples[name]]))
      const { warnings, ...members } = readEnvironment(env)
      expect(warnings).toEqual([])
      return Object.keys(members)
    }
    const { POCKETBASE_SUPERUSER_TOKEN_FILE: _, ...others } = SAMPLES
    const members = new Set([...membersOf(SAMPLES), ...membersOf({ ...others, ...SIGNED_IN })])
    expect([...members].sort()).toEqual(SETTINGS.map(({ member }) => member).sort())
  })

  it('omits members that have neither value nor default', () => {
    const settings = readEnvironment({})
    expect(settings).not.toHaveProperty('operatorToken')
    expect(settings.sessionRateLimitPerMinute).toBe(60)
    expect(settings.dpopNonce).toBe('offered')
  })

  it('gives origins and URLs without trailing slash', () => {
    const settings = readEnvironment({ ...SAMPLES })
    expect(settings.pocketbaseUrl).toBe('http://127.0.0.1:8090')
    expect(settings.baseUrl).toBe('https://capture.example.org')
  })

  it('reads only what it is given', () => {
    const before = process.env.PORT
    process.env.PORT = '4711'
    try {
      expect(readEnvironment({}).port).toBe(3000)
    } finally {
      if (before === undefined) delete process.env.PORT
      else process.env.PORT = before
    }
  })

  it('refuses a malformed value with a sentence that names the variable', () => {
    expect(() => readEnvironment({ PORT: 'http' })).toThrow(SettingsError)
    expect(() => readEnvironment({ PORT: 'http' })).toThrow('PORT must be a whole number from 1 to 65535, not "http".')
  })

  it('uses the host as the name of the verifier only if it is a name', () => {
    const named = (BASE_URL: string) => () =>
      readEnvironment({ BASE_URL, VERIFIER_CLIENT_ID_PREFIX: 'x509_san_dns' }).verifierClientIdPrefix
    expect(named('https://capture.example.org')()).toBe('x509_san_dns')
    for (const address of ['http://192.168.1.4:3000', 'https://[2001:db8::1]'])
      expect(named(address)).toThrow(
        `VERIFIER_CLIENT_ID_PREFIX is x509_san_dns, and the host of BASE_URL ${address} is an IP address: use a host name, or keep x509_hash.`,
      )
    expect(readEnvironment({}).verifierClientIdPrefix).toBe('x509_hash')
  })

  it('begins forms with the test root unless told to begin with the European framework', () => {
    expect(readEnvironment({}).trustFramework).toBe('test_root')
    expect(readEnvironment({ TRUST_FRAMEWORK: 'eu' }).trustFramework).toBe('eu')
    expect(() => readEnvironment({ TRUST_FRAMEWORK: 'on' })).toThrow('TRUST_FRAMEWORK must be one of test_root, eu')
  })

  it('warns about names that are similar to ours', () => {
    expect(readEnvironment({ BASE_ULR: 'x' }).warnings).toEqual([expect.stringContaining('BASE_URL')])
  })
})
