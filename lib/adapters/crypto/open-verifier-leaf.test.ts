import 'reflect-metadata'
import { createHash, X509Certificate } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addSeconds, epochMillis, fromIso } from '@/lib/core/shared/time/time'
import { openKeyStore } from './key-store'

const start = fromIso('2026-11-20T12:00:00Z') ?? epochMillis(0)
const daySeconds = 86_400
const host = 'https://capture.example'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verifier-leaf-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** The request signer after a start at `now`. */
async function open(baseUrl = host, now = start) {
  const store = await openKeyStore({ directory, baseUrl, now: () => now })
  const { requestSigner: signer, signerByCertificate } = store.verifierKeys
  const leaf = new X509Certificate(Buffer.from(signer.x5c[0] ?? '', 'base64'))
  const hash = createHash('sha256').update(leaf.raw).digest('base64url')
  return { signer, signerByCertificate, leaf, hash, root: new X509Certificate(store.rootPem()) }
}

const formerFiles = () => readdir(join(directory, 'verifier/former'))

describe('the certificate that the verifier signs under', () => {
  it('chains to the root, which is not sent along, and belongs to the key', async () => {
    const { leaf, root, signer } = await open()
    expect(leaf.checkIssued(root) && leaf.verify(root.publicKey)).toBe(true)
    expect(signer.x5c).toHaveLength(1)
    expect(leaf.publicKey.export({ format: 'jwk' })).toEqual(signer.publicJwk)
    expect(signer.validFrom).toBe(Date.parse(leaf.validFrom))
  })

  it('signs, reads mdocs, and is not an authority', async () => {
    const parsed = new x509.X509Certificate((await open()).leaf.raw)
    expect(parsed.getExtension(x509.BasicConstraintsExtension)).toMatchObject({ ca: false })
    expect(parsed.getExtension(x509.KeyUsagesExtension)).toMatchObject({
      usages: x509.KeyUsageFlags.digitalSignature,
      critical: true,
    })
    expect(parsed.getExtension(x509.ExtendedKeyUsageExtension)).toMatchObject({
      usages: ['1.0.18013.5.1.6'],
      critical: false,
    })
    expect(parsed.getExtension(x509.SubjectKeyIdentifierExtension)).not.toBeNull()
    expect(parsed.getExtension(x509.AuthorityKeyIdentifierExtension)).not.toBeNull()
  })

  it.each([
    ['https://capture.example:8443', 'DNS:capture.example, URI:https://capture.example:8443'],
    ['http://localhost:3000', 'DNS:localhost, URI:http://localhost:3000'],
    ['https://192.168.1.20:3000', 'IP Address:192.168.1.20, URI:https://192.168.1.20:3000'],
  ])('names the host of %s and its address', async (baseUrl, names) => {
    expect((await open(baseUrl)).leaf.subjectAltName).toBe(names)
  })

  it('names an IPv6 address as an address', async () => {
    expect((await open('https://[fd00::2]:3000')).leaf.checkIP('fd00::2')).toBe('fd00::2')
  })

  it('lives for 398 days and begins before its making', async () => {
    const { leaf } = await open()
    expect(Date.parse(leaf.validTo) - start).toBe(398 * daySeconds * 1000)
    expect(Date.parse(leaf.validFrom)).toBeLessThan(start)
  })

  it('stays while 30 days of it are left', async () => {
    const { hash } = await open()
    expect((await open(host, addSeconds(start, 368 * daySeconds))).hash).toBe(hash)
    expect(await formerFiles()).toEqual([])
  })

  it.each([
    ['less than 30 days of it are left', host, addSeconds(start, 368 * daySeconds + 1)],
    ['the host changed', 'https://other.example', start],
    ['the port changed', `${host}:8443`, start],
    ['the clock was set back before its beginning', host, addSeconds(start, -daySeconds)],
  ])('is issued again over the same key when %s, and the former one continues signing', async (_why, baseUrl, now) => {
    const before = await open()
    const after = await open(baseUrl, now)
    expect(after.hash).not.toBe(before.hash)
    expect(after.signer.kid).toBe(before.signer.kid)
    const former = after.signerByCertificate(before.hash)
    expect(former?.x5c).toEqual(before.signer.x5c)
    expect(former?.kid).toBe(before.signer.kid)
    expect(after.signerByCertificate(after.hash)?.x5c).toEqual(after.signer.x5c)
    expect(after.signerByCertificate('unknown')).toBeNull()
  })

  it('is found after several changes, until it expires or its key was replaced', async () => {
    const first = await open()
    await open('https://second.example')
    const third = await open('https://third.example')
    expect(third.signerByCertificate(first.hash)?.x5c).toEqual(first.signer.x5c)
    expect(await formerFiles()).toHaveLength(2)

    const later = await open('https://third.example', addSeconds(start, 399 * daySeconds))
    expect(later.signerByCertificate(first.hash)).toBeNull()

    await rm(join(directory, 'verifier/request.key.pem'))
    const replaced = await open('https://third.example')
    expect(replaced.signer.kid).not.toBe(third.signer.kid)
    expect(replaced.signerByCertificate(third.hash)).toBeNull()
  })

  it('is issued again when the root was replaced', async () => {
    const before = await open()
    await Promise.all(['root-ca.key.pem', 'root-ca.cert.pem'].map((name) => rm(join(directory, name))))
    const after = await open()
    expect(after.leaf.verify(after.root.publicKey)).toBe(true)
    expect(before.leaf.verify(after.root.publicKey)).toBe(false)
  })

  it("is taken as it is when it is somebody's own, and must belong to its key", async () => {
    await open()
    const own = join(directory, 'eu-pid-device-bound/credential')
    await cp(`${own}.cert.pem`, join(directory, 'verifier/request.cert.pem'))
    await expect(open()).rejects.toThrow(/request\.cert\.pem does not belong to the key beside it/)
    await cp(`${own}.key.pem`, join(directory, 'verifier/request.key.pem'))
    const { leaf, hash, signerByCertificate } = await open('https://other.example')
    expect(leaf.subject).toContain('credential signer')
    expect(signerByCertificate(hash)).not.toBeNull()
  })

  it("is not taken when it is somebody's own and the verifier goes by the name of a host that it does not have", async () => {
    await open()
    const own = join(directory, 'eu-pid-device-bound/credential')
    await cp(`${own}.cert.pem`, join(directory, 'verifier/request.cert.pem'))
    await cp(`${own}.key.pem`, join(directory, 'verifier/request.key.pem'))
    const byName = (baseUrl: string) => openKeyStore({ directory, baseUrl, now: () => start, verifierNamesHost: true })
    await expect(byName('https://other.example')).rejects.toThrow(
      /request\.cert\.pem does not name other\.example, which VERIFIER_CLIENT_ID_PREFIX=x509_san_dns asks for/,
    )
  })

  it('cannot be made without the key of the root, and the sentence says so', async () => {
    await open()
    await rm(join(directory, 'root-ca.key.pem'))
    await rm(join(directory, 'verifier/request.cert.pem'))
    await expect(open()).rejects.toThrow(/root-ca\.key\.pem is missing, and the verifier/)
  })

  it('that is no certificate any more stops the start with the name of its file', async () => {
    await open()
    await writeFile(join(directory, 'verifier/request.cert.pem'), 'nothing')
    await expect(open()).rejects.toThrow(/request\.cert\.pem holds no readable X\.509 certificate/)
  })

  it('is the same for two processes that start together', async () => {
    const [one, two] = await Promise.all([open(), open()])
    expect(one.hash).toBe(two.hash)
    expect(one.leaf.toString()).toBe(await readFile(join(directory, 'verifier/request.cert.pem'), 'utf8'))
  })
})
