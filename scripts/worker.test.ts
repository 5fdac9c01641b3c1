import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkWorkerSettings } from './worker.mjs'

const directory = mkdtempSync(join(tmpdir(), 'wallet-capture-worker-'))
afterAll(() => rmSync(directory, { recursive: true }))
const tokenFile = join(directory, 'token')
writeFileSync(tokenFile, 'a-token')

const right: NodeJS.ProcessEnv = {
  NODE_ENV: 'test',
  TEMPORAL_ADDRESS: 'temporal.example.org:7233',
  POCKETBASE_URL: 'https://pocketbase.internal',
  POCKETBASE_SUPERUSER_TOKEN_FILE: tokenFile,
  BASE_URL: 'https://capture.example.org',
  ADMIN_API_KEY: 'the-admin-key-of-the-service-that-runs',
  DATA_DIR: join(directory, 'nothing'),
}

describe('the settings of a worker', () => {
  it('are enough without a data directory of the service', () => {
    expect(checkWorkerSettings(right)).toEqual([])
  })

  it('take the key from the data directory of the service', () => {
    const { ADMIN_API_KEY: _, ...others } = right
    writeFileSync(join(directory, 'admin-api-key'), 'k')
    expect(checkWorkerSettings({ ...others, DATA_DIR: directory })).toEqual([])
  })

  it.each([
    ['TEMPORAL_ADDRESS', undefined],
    ['TEMPORAL_ADDRESS', 'no-port'],
    ['POCKETBASE_SUPERUSER_TOKEN_FILE', undefined],
    ['POCKETBASE_SUPERUSER_TOKEN_FILE', '/nothing/absent'],
    ['BASE_URL', undefined],
    ['BASE_URL', ''],
    ['ADMIN_API_KEY', undefined],
    ['MAX_LIVE_NAMESPACES', '0'],
    ['WALLET_RUNS', 'two'],
  ])('are refused by the name of what is wrong: %s %s', (name, value) => {
    expect(() => checkWorkerSettings({ ...right, [name]: value })).toThrow(name)
  })

  it('take a superuser with its password in a file, in place of a token', () => {
    const { POCKETBASE_SUPERUSER_TOKEN_FILE: _, ...others } = right
    const signedIn = { ...others, POCKETBASE_SUPERUSER_EMAIL: 'service@example.org' }
    expect(checkWorkerSettings({ ...signedIn, POCKETBASE_SUPERUSER_PASSWORD_FILE: tokenFile })).toEqual([])
    expect(() => checkWorkerSettings({ ...signedIn, POCKETBASE_SUPERUSER_PASSWORD_FILE: '/nothing/absent' })).toThrow(
      'POCKETBASE_SUPERUSER_PASSWORD_FILE',
    )
  })

  it('need the PocketBase of the service', () => {
    const { POCKETBASE_URL: _url, POCKETBASE_SUPERUSER_TOKEN_FILE: _file, ...others } = right
    expect(() => checkWorkerSettings(others)).toThrow('POCKETBASE_URL is missing')
  })
})
