import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openKeyStore } from '@/lib/adapters/crypto/key-store'
import { epochMillis } from '@/lib/core/shared/time/time'
import { SettingsError } from './settings.mjs'
import { dataDirOf, isForHost, readTlsFiles, withTrustedRoots } from './tls-files.mjs'

const made = Date.parse('2026-11-20T12:00:00Z')

let folder: string

let cert: string

let key: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tls-files-'))
  const now = () => epochMillis(made)
  await openKeyStore({ directory: folder, baseUrl: 'https://192.168.1.20:3000', now, server: true })
  cert = join(folder, 'server.cert.pem')
  key = join(folder, 'server.key.pem')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const refusalOf = (certFile: string, keyFile: string, now = made) => {
  try {
    readTlsFiles({ certFile, keyFile, now })
  } catch (error) {
    if (error instanceof SettingsError) return [error.variable, error.message.replaceAll(folder, '')]
    throw error
  }
  return null
}

describe('the files of https', () => {
  it('are given as they are when they fit together', () => {
    const { cert: text, leaf } = readTlsFiles({ certFile: cert, keyFile: key, now: made })
    expect(text).toContain('BEGIN CERTIFICATE')
    expect(isForHost(leaf, 'https://192.168.1.20:3000')).toBe(true)
    expect(isForHost(leaf, 'https://192.168.1.21:3000')).toBe(false)
    expect(isForHost(leaf, 'https://localhost:3000')).toBe(false)
  })

  it('are refused in one sentence that names the variable', () => {
    const otherKey = file(
      'other.key',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    )
    expect(refusalOf('/nothing.pem', key)).toEqual([
      'TLS_CERT_FILE',
      'TLS_CERT_FILE names /nothing.pem, which cannot be read.',
    ])
    expect(refusalOf(cert, '/nothing.key')).toEqual([
      'TLS_KEY_FILE',
      'TLS_KEY_FILE names /nothing.key, which cannot be read.',
    ])
    expect(refusalOf(file('empty.pem', ''), key)).toEqual([
      'TLS_CERT_FILE',
      'TLS_CERT_FILE names /empty.pem, which holds no certificate in PEM form.',
    ])
    expect(refusalOf(cert, cert)).toEqual([
      'TLS_KEY_FILE',
      'TLS_KEY_FILE names /server.cert.pem, which holds no unencrypted private key in PEM form.',
    ])
    expect(refusalOf(cert, otherKey)).toEqual([
      'TLS_KEY_FILE',
      'TLS_KEY_FILE names /other.key, which is not the key of the first certificate in TLS_CERT_FILE.',
    ])
    expect(refusalOf(cert, key, made + 401 * 86_400_000)?.[1]).toMatch(
      /^TLS_CERT_FILE names \/server\.cert\.pem, whose certificate ended at 2027-12-25T12:00:00\.000Z\.$/,
    )
  })

  it('never repeat what is in the key', () => {
    const broken = file('broken.key', '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n')
    expect(refusalOf(cert, broken)?.[1]).not.toContain('c2VjcmV0')
  })
})

let dataDir: string

const root = () => join(dataDir, 'keys/root-ca.cert.pem')

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trusted-roots-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const makeRoot = () => {
  mkdirSync(join(dataDir, 'keys'))
  writeFileSync(root(), 'ROOT\n')
}

const trusted = (env: Record<string, string>) => withTrustedRoots({ NODE_ENV: 'test', ...env }, dataDir)

describe('what a program of ours trusts', () => {
  it('is the test root of the installation', () => {
    makeRoot()
    expect(trusted({})).toEqual({ NODE_ENV: 'test', NODE_EXTRA_CA_CERTS: root() })
  })

  it('is what the environment says where no test root has been made', () => {
    expect(trusted({ NODE_EXTRA_CA_CERTS: '/own.pem' })).toEqual({ NODE_ENV: 'test', NODE_EXTRA_CA_CERTS: '/own.pem' })
  })

  it('takes nothing away that was trusted before, and adds the certificate that the service has', () => {
    makeRoot()
    const own = join(dataDir, 'own.pem')
    const served = join(dataDir, 'served.pem')
    writeFileSync(own, 'OWN')
    writeFileSync(served, 'SERVED\n')
    const { NODE_EXTRA_CA_CERTS: file = '' } = trusted({ NODE_EXTRA_CA_CERTS: own, TLS_CERT_FILE: served })
    expect(readFileSync(file, 'utf8')).toBe('ROOT\nOWN\nSERVED\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

it('the data directory is the default one unless the environment names another', () => {
  expect(dataDirOf({ NODE_ENV: 'test' })).toBe(resolve('data'))
  expect(dataDirOf({ NODE_ENV: 'test', DATA_DIR: '/elsewhere' })).toBe('/elsewhere')
})
