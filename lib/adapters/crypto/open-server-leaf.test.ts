import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addSeconds, epochMillis, fromIso } from '@/lib/core/ground/time/time'
import { openKeyStore } from './key-store'

const start = fromIso('2026-11-20T12:00:00Z') ?? epochMillis(0)
const daySeconds = 86_400

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'server-leaf-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** The https certificate after a start at `now`, and its root. */
async function open(baseUrl = 'https://192.168.1.20:3000', now = start) {
  const store = await openKeyStore({ directory, baseUrl, now: () => now, server: true })
  if (store.server === null) throw new Error('no server certificate')
  const { cert, key } = store.server
  return { cert, key, leaf: new X509Certificate(cert), root: new X509Certificate(store.rootPem()) }
}

describe('the certificate of the web server', () => {
  it('is made only where it is asked for', async () => {
    const store = await openKeyStore({ directory, baseUrl: 'https://192.168.1.20:3000', now: () => start })
    expect(store.server).toBeNull()
    await expect(readFile(join(directory, 'server.cert.pem'))).rejects.toThrow('ENOENT')
  })

  it('chains to the root, is for the address and for servers, and belongs to its key', async () => {
    const { leaf, root, key } = await open()
    expect(leaf.checkIssued(root) && leaf.verify(root.publicKey)).toBe(true)
    expect(leaf.ca).toBe(false)
    expect(leaf.subjectAltName).toBe('IP Address:192.168.1.20')
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(leaf.checkPrivateKey(createPrivateKey(key))).toBe(true)
  })

  it('names a host as a host, and an IPv6 address as an address', async () => {
    expect((await open('https://capture.local:3000')).leaf.subjectAltName).toBe('DNS:capture.local')
    expect((await open('https://[fd00::2]:3000')).leaf.checkIP('fd00::2')).toBe('fd00::2')
  })

  it('lives no longer than phones accept, and begins before its making', async () => {
    const { leaf } = await open()
    const days = (Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)) / (daySeconds * 1000)
    expect(days).toBeGreaterThan(200)
    expect(days).toBeLessThan(825)
    expect(Date.parse(leaf.validFrom)).toBeLessThan(start)
  })

  it('stays at a later start', async () => {
    const { cert } = await open()
    expect((await open('https://192.168.1.20:4000', addSeconds(start, 100 * daySeconds))).cert).toBe(cert)
  })

  it.each([
    ['the address changed', 'https://192.168.1.21:3000', start],
    ['it nears its end', 'https://192.168.1.20:3000', addSeconds(start, 201 * daySeconds)],
    ['the clock was set back before its beginning', 'https://192.168.1.20:3000', addSeconds(start, -daySeconds)],
  ])('is issued again over the same key when %s', async (_why, baseUrl, now) => {
    const before = await open()
    const after = await open(baseUrl, now)
    expect(after.cert).not.toBe(before.cert)
    expect(after.key).toBe(before.key)
    expect(after.leaf.checkIP(new URL(baseUrl).hostname)).toBe(new URL(baseUrl).hostname)
    expect(Date.parse(after.leaf.validTo)).toBe(addSeconds(now, 400 * daySeconds))
  })

  it('is issued again when the root was replaced', async () => {
    const before = await open()
    await Promise.all(['root-ca.key.pem', 'root-ca.cert.pem'].map((name) => rm(join(directory, name))))
    const after = await open()
    expect(after.leaf.verify(after.root.publicKey)).toBe(true)
    expect(before.leaf.verify(after.root.publicKey)).toBe(false)
  })

  it('cannot be made without the key of the root, and the sentence says so', async () => {
    await open()
    await rm(join(directory, 'root-ca.key.pem'))
    await expect(open('https://192.168.1.21:3000')).rejects.toThrow(/root-ca\.key\.pem is missing/)
  })

  it('that is no certificate any more stops the start with the name of its file', async () => {
    await open()
    await writeFile(join(directory, 'server.cert.pem'), 'nothing')
    await expect(open()).rejects.toThrow(/server\.cert\.pem holds no readable X\.509 certificate/)
  })
})
