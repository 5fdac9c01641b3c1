import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dataDirOf, withTrustedRoots } from './trusted-roots.mjs'

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
