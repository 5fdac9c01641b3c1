import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '@/lib/adapters/crypto/key-store'
import { epochMillis } from '@/lib/core/ground/time/time'
import { SettingsError } from './settings.mjs'
import { isForHost, readTlsFiles } from './tls-files.mjs'

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
