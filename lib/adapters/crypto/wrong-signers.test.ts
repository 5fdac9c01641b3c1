import { verify, X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WrongSigner } from '@/lib/core/shared/ports/keys'
import { addSeconds, epochMillis, fromIso } from '@/lib/core/shared/time/time'
import { type KeyStore, openKeyStore } from './key-store'

const start = fromIso('2026-11-20T12:00:00Z') ?? epochMillis(0)
const data = new TextEncoder().encode('a request')
const host = 'https://capture.example:8443'
const kinds: WrongSigner[] = [
  'self_signed',
  'other_key',
  'untrusted_chain',
  'incomplete_chain',
  'rsa',
  'ed25519',
  'other_name',
]

let directory: string
let store: KeyStore
const open = (baseUrl = host, now = start) => openKeyStore({ directory, baseUrl, now: () => now })
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wrong-signers-'))
  store = await open()
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function signerOf(how: WrongSigner, from = store) {
  const signer = await from.verifierKeys.wrongSigner(how)
  if (signer === null) throw new Error('This installation has the key of its root.')
  return signer
}
async function leafOf(how: WrongSigner, from = store) {
  const { x5c } = await signerOf(how, from)
  expect(x5c).toHaveLength(1)
  return new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))
}
const root = () => new X509Certificate(store.rootPem())
const isBelowRoot = (leaf: X509Certificate) => leaf.checkIssued(root()) && leaf.verify(root().publicKey)
const fileNames = () => readdir(join(directory, 'verifier/wrong'))

describe('the signers of requests that are wrong', () => {
  it('are made at first need, and kept where nobody else reads them', async () => {
    await expect(fileNames()).rejects.toThrow('ENOENT')
    const made = await Promise.all(kinds.map((how) => signerOf(how)))
    expect((await fileNames()).sort()).toEqual([
      'ed25519.cert.pem',
      'ed25519.key.pem',
      'incomplete.cert.pem',
      'intermediate.cert.pem',
      'intermediate.key.pem',
      'other-name.cert.pem',
      'other.key.pem',
      'rsa.cert.pem',
      'rsa.key.pem',
      'untrusted-root.cert.pem',
      'untrusted-root.key.pem',
      'untrusted.cert.pem',
    ])
    for (const name of await fileNames())
      expect((await stat(join(directory, 'verifier/wrong', name))).mode & 0o777).toBe(0o600)
    const again = await open()
    expect(await Promise.all(kinds.map(async (how) => (await signerOf(how, again)).x5c))).toEqual(
      made.map(({ x5c }) => x5c),
    )
  })

  it('sign with the key of the verifier, but for another key and keys of another kind', async () => {
    const right = new X509Certificate(Buffer.from(store.verifierKeys.requestSigner.x5c[0] ?? '', 'base64')).publicKey
    for (const how of kinds) {
      const signature = (await signerOf(how)).sign(data)
      const isRight = verify('sha256', data, { key: right, dsaEncoding: 'ieee-p1363' }, signature)
      expect([how, isRight]).toEqual([how, !['other_key', 'rsa', 'ed25519'].includes(how)])
    }
    expect((await signerOf('other_key')).x5c).toEqual([])
  })

  it('has an RSA key of 3072 bits under the root, which signs as RS384', async () => {
    const leaf = await leafOf('rsa')
    expect([isBelowRoot(leaf), leaf.publicKey.asymmetricKeyDetails?.modulusLength]).toEqual([true, 3072])
    const signer = await signerOf('rsa')
    expect(signer.alg).toBe('RS384')
    expect(verify('sha384', data, leaf.publicKey, signer.sign(data))).toBe(true)
    expect(leaf.subjectAltName).toContain('DNS:capture.example')
  })

  it('has an Ed25519 key under the root, which signs as EdDSA', async () => {
    const leaf = await leafOf('ed25519')
    expect([isBelowRoot(leaf), leaf.publicKey.asymmetricKeyType]).toEqual([true, 'ed25519'])
    const signer = await signerOf('ed25519')
    expect(signer.alg).toBe('EdDSA')
    expect(verify(null, data, leaf.publicKey, signer.sign(data))).toBe(true)
  })

  it('has a chain below a root of another name, and one that lacks what is between leaf and root', async () => {
    const [untrusted, incomplete] = [await leafOf('untrusted_chain'), await leafOf('incomplete_chain')]
    expect([isBelowRoot(untrusted), isBelowRoot(incomplete)]).toEqual([false, false])
    expect(untrusted.issuer).not.toBe(root().subject)
    expect(incomplete.issuer).toContain('CN=Wallet Capture Unsent CA')
    // Nothing tells a wallet where to get it.
    expect(incomplete.infoAccess).toBeUndefined()
  })

  it('has a certificate for another host under the root', async () => {
    const leaf = await leafOf('other_name')
    expect(isBelowRoot(leaf)).toBe(true)
    expect(leaf.subjectAltName).toBe(
      'DNS:verifier.wallet-capture.example, URI:https://verifier.wallet-capture.example:8443',
    )
  })

  it('are certified again when the host has changed, or when they end soon', async () => {
    const names = ['untrusted_chain', 'incomplete_chain', 'rsa'] as const
    const moved = await open('https://other.example')
    for (const how of names) expect((await leafOf(how, moved)).checkHost('other.example')).toBe('other.example')
    const later = await open('https://other.example', addSeconds(start, 369 * 86_400))
    for (const how of names)
      expect((await leafOf(how, later)).serialNumber).not.toBe((await leafOf(how, moved)).serialNumber)
    // The authorities live longer.
    expect((await leafOf('incomplete_chain', later)).issuer).toBe((await leafOf('incomplete_chain', moved)).issuer)
  })

  it('need the key of the root where they are under it', async () => {
    await rm(join(directory, 'root-ca.key.pem'))
    const without = await open('https://other.example', addSeconds(start, 369 * 86_400))
    const made = await Promise.all(kinds.map((how) => without.verifierKeys.wrongSigner(how)))
    expect(kinds.filter((_, place) => made[place] === null)).toEqual([
      'incomplete_chain',
      'rsa',
      'ed25519',
      'other_name',
    ])
  })
})
