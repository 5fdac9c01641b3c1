import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { mayBeHttp, nearMisses, parseSettings, SETTINGS, SettingsError, settingsHelp } from './settings.mjs'

const valuesOf = (env: Record<string, string>) => parseSettings(env).values

describe('the table of settings', () => {
  it('gives a laptop everything it needs without any variable', () => {
    expect(valuesOf({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      dataDir: './data',
    })
    expect(parseSettings({}).warnings).toEqual([])
  })

  it('names each variable and each member once', () => {
    expect(new Set(SETTINGS.map(({ name }) => name)).size).toBe(SETTINGS.length)
    expect(new Set(SETTINGS.map(({ member }) => member)).size).toBe(SETTINGS.length)
  })

  it('prints every variable that people set, and none of ours alone', () => {
    for (const { name, internal } of SETTINGS) expect(settingsHelp().includes(`  ${name} `)).toBe(internal !== true)
  })

  it('takes its own defaults', () => {
    for (const { name, fallback } of SETTINGS)
      if (fallback) expect(() => parseSettings({ [name]: fallback })).not.toThrow()
  })

  it('counts an empty value as unset', () => {
    expect(valuesOf({ PORT: '', BASE_URL: ' ' })).toEqual(valuesOf({}))
  })

  it('derives the origin from the port, and from TLS', () => {
    expect(valuesOf({ PORT: '4000' }).baseUrl).toBe('http://localhost:4000')
    expect(valuesOf({ PORT: '4000', TLS_CERT_FILE: 'c', TLS_KEY_FILE: 'k' }).baseUrl).toBe('https://localhost:4000')
  })
})

describe('a malformed value', () => {
  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000x'],
    ['PORT', '0x10'],
    ['HOST', 'http://localhost'],
    ['HOST', 'a b'],
    ['BASE_URL', 'capture.example.org'],
    ['BASE_URL', 'https://capture.example.org/'],
    ['BASE_URL', 'https://capture.example.org/path'],
    ['BASE_URL', 'http://capture.example.org'],
    ['BASE_URL', 'ftp://localhost'],
    ['BASE_URL', 'https://user:pass@capture.example.org'],
    ['EXTRA_HOSTS', 'capture.internal:3000'],
    ['EXTRA_HOSTS', 'https://capture.internal'],
    ['EXTRA_HOSTS', 'a b'],
    ['EXTRA_HOSTS', ','],
    ['OPERATOR_TOKEN', 'two words'],
    ['SESSION_RATE_LIMIT', '-1'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['RETENTION_DAYS', '1.5'],
    ['LEDGER_SIZE', '0'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['DPOP_NONCE', 'maybe'],
    ['DPOP_SIGNING_ALGS', 'ES384'],
    ['DPOP_SIGNING_ALGS', 'ES256,HS256'],
    ['PAR_REQUIRE_DPOP', 'perhaps'],
    ['ATTESTATION_TRUST', 'blind'],
    ['KEY_STORAGE_LEVELS', ','],
    ['POCKETBASE_URL', 'not a url'],
    ['POCKETBASE_SUPERUSER_EMAIL', 'operator'],
    ['TEMPORAL_PORT', '0'],
    ['TEMPORAL_API_KEY', 'two words'],
  ])('%s=%s is refused in one sentence that names the variable', (name, value) => {
    const attempt = () =>
      parseSettings({ POCKETBASE_SUPERUSER_TOKEN_FILE: 'x', POCKETBASE_URL: 'http://127.0.0.1:1', [name]: value })
    expect(attempt).toThrow(SettingsError)
    expect(attempt).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`))
  })

  it.each(['ADMIN_API_KEY', 'ADMIN_API_KEY_PREVIOUS', 'OPERATOR_TOKEN'])(
    '%s is taken however short it is, with a loud warning that does not repeat it',
    (name) => {
      for (const value of ['q', 'q'.repeat(15)]) {
        const { values, warnings } = parseSettings({ [name]: value })
        expect(Object.values(values)).toContain(value)
        expect(warnings).toEqual([expect.stringMatching(new RegExp(`^WEAK KEY: ${name} has fewer than 16 characters`))])
        expect(warnings.join()).not.toContain('q')
      }
      expect(parseSettings({ [name]: 'q'.repeat(16) }).warnings).toEqual([])
    },
  )

  it('never repeats a secret', () => {
    for (const env of [
      { OPERATOR_TOKEN: 'sesame open' },
      { TEMPORAL_API_KEY: 'sesame open' },
      { BASE_URL: 'https://me:sesame@capture.example.org' },
    ]) {
      expect(() => parseSettings(env)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('sesame') }),
      )
    }
  })

  it('never crashes in another way, whatever the text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SETTINGS.map(({ name }) => name)), fc.string(), (name, value) => {
        try {
          parseSettings({ [name]: value })
        } catch (error) {
          expect(error).toBeInstanceOf(SettingsError)
          expect((error as SettingsError).message).toContain((error as SettingsError).variable)
        }
      }),
      runs(),
    )
  })

  it('is refused when its other half is missing', () => {
    expect(() => parseSettings({ TLS_CERT_FILE: 'c' })).toThrow(/^TLS_KEY_FILE is missing/)
    expect(() => parseSettings({ TLS_KEY_FILE: 'k' })).toThrow(/^TLS_CERT_FILE is missing/)
    for (const port of ['4000', '3999'])
      expect(() => parseSettings({ PORT: '4000', METRICS_PORT: port })).toThrow(
        /^METRICS_PORT \d+ is in the way of PORT/,
      )
    expect(() => parseSettings({ PORT: '4000', METRICS_PORT: '4001' })).not.toThrow()
    const files = { TLS_CERT_FILE: 'c', TLS_KEY_FILE: 'k' }
    expect(() => parseSettings({ ...files, BASE_URL: 'http://localhost:3000' })).toThrow(/^BASE_URL is http:/)
    expect(valuesOf({ ...files, BASE_URL: 'https://capture.example.org' }).baseUrl).toBe('https://capture.example.org')
    expect(() => parseSettings({ POCKETBASE_URL: 'https://pb.example.org' })).toThrow(
      /^POCKETBASE_SUPERUSER_TOKEN_FILE is missing/,
    )
    expect(() => parseSettings({ POCKETBASE_SUPERUSER_TOKEN_FILE: 'f' })).toThrow(/^POCKETBASE_URL is missing/)
    const signedIn = { POCKETBASE_SUPERUSER_EMAIL: 'a@b.org', POCKETBASE_SUPERUSER_PASSWORD_FILE: 'p' }
    for (const name of Object.keys(signedIn))
      expect(() => parseSettings({ POCKETBASE_URL: 'https://pb.example.org', ...signedIn, [name]: '' })).toThrow(
        new RegExp(`^${name} is missing`),
      )
    expect(() => parseSettings({ POCKETBASE_URL: 'https://pb.example.org', ...signedIn })).not.toThrow()
    expect(() => parseSettings(signedIn)).toThrow(/^POCKETBASE_URL is missing/)
    expect(() =>
      parseSettings({
        POCKETBASE_URL: 'https://pb.example.org',
        ...signedIn,
        POCKETBASE_SUPERUSER_TOKEN_FILE: 'f',
      }),
    ).toThrow(/unset one of them/)
    expect(() => parseSettings({ TEMPORAL_API_KEY: 'k' })).toThrow(/^TEMPORAL_ADDRESS is missing/)
  })
})

describe('values in their many spellings', () => {
  it('takes switches as people write them', () => {
    for (const word of ['on', 'TRUE', 'yes', '1'])
      expect(valuesOf({ ATTESTATION_CHALLENGE: word }).attestationChallenge).toBe(true)
    for (const word of ['off', 'False', 'no', '0'])
      expect(valuesOf({ PAR_REQUIRE_DPOP: word }).parRequireDpop).toBe(false)
  })

  it('takes lists with spaces and drops repetitions', () => {
    expect(valuesOf({ DPOP_SIGNING_ALGS: 'ES256, ES384,ES256' }).dpopSigningAlgs).toEqual(['ES256', 'ES384'])
    expect(valuesOf({ EXTRA_HOSTS: 'Capture.Internal, fd00::1,capture.internal' }).extraHosts).toEqual([
      'capture.internal',
      '[fd00::1]',
    ])
    expect(valuesOf({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
  })

  it('takes http for this machine and private networks only', () => {
    for (const name of [
      'localhost',
      '127.0.0.1',
      '[::1]',
      '192.168.1.20',
      '172.20.0.3',
      '10.1.2.3',
      'capture',
      'mac.local',
      '[fd00::1]',
    ]) {
      expect([name, mayBeHttp(name)]).toEqual([name, true])
    }
    for (const name of ['example.org', '8.8.8.8', '172.32.0.1', '[2001:db8::1]', '11.0.0.1', 'localhost.example.org']) {
      expect([name, mayBeHttp(name)]).toEqual([name, false])
    }
  })

  it('warns when the service listens to a network but its links lead to this machine', () => {
    expect(parseSettings({ HOST: '0.0.0.0' }).warnings).toEqual([expect.stringContaining('BASE_URL')])
    expect(parseSettings({ HOST: '0.0.0.0', BASE_URL: 'https://capture.example.org' }).warnings).toEqual([])
  })
})

describe('near misses', () => {
  it.each([
    ['BASE_ULR', 'BASE_URL'],
    ['base_url', 'BASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['RETENTION_DAY', 'RETENTION_DAYS'],
    ['DPOP_SIGNING_ALG', 'DPOP_SIGNING_ALGS'],
    ['port', 'PORT'],
  ])('%s is asked about', (name, meant) => {
    expect(nearMisses([name])).toEqual([`${name} is not a setting of Wallet Capture. Did you mean ${meant}?`])
  })

  it('leaves foreign names alone', () => {
    const foreign = [
      'PATH',
      'HOME',
      'POST',
      'SORT',
      'HOSTNAME',
      'SSL_CERT_FILE',
      'XDG_DATA_DIRS',
      'DATABASE_URL',
      'NODE_ENV',
      'LOGNAME',
      'npm_config_port',
    ]
    expect(nearMisses([...foreign, ...SETTINGS.map(({ name }) => name)])).toEqual([])
  })
})
