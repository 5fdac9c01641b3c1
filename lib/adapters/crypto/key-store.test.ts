import { createHash, createPrivateKey, verify, X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addSeconds, epochMillis, fromIso } from '@/lib/core/shared/time/time'
import { partsOf } from './chain/certificate-parts'
import { openKeyStore } from './key-store'
import { random } from './ports'
import { certificateReader } from './read-certificates'

const start = fromIso('2026-11-20T12:00:00Z') ?? epochMillis(0)
const deviceBound = 'eu-pid-device-bound'
const jwtProofOnly = 'eu-pid-jwt-proof-only'
const daySeconds = 86_400

let directory: string
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'keys-')), 'keys')
})
afterEach(async () => {
  await rm(join(directory, '..'), { recursive: true, force: true })
})

const open = (baseUrl = 'https://capture.example', now = start) => openKeyStore({ directory, baseUrl, now: () => now })

const filesBelow = async (): Promise<string[]> => {
  const names = (await readdir(directory, { recursive: true })).map((name) => join(directory, name))
  const kinds = await Promise.all(names.map((name) => stat(name)))
  return names.filter((_, index) => kinds[index]?.isFile()).sort()
}

const leafOf = (x5c: readonly string[]): X509Certificate => new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'))

describe('the first start', () => {
  it('makes every key file readable by its owner only, and leaves nothing else behind', async () => {
    await open()
    const files = await filesBelow()
    expect(files.map((file) => file.slice(directory.length + 1))).toEqual([
      'eu-pid-device-bound/access-token.key.pem',
      'eu-pid-device-bound/credential.cert.pem',
      'eu-pid-device-bound/credential.key.pem',
      'eu-pid-device-bound/mdoc.cert.pem',
      'eu-pid-device-bound/mdoc.key.pem',
      'eu-pid-device-bound/request-encryption.key.pem',
      'eu-pid-jwt-proof-only/access-token.key.pem',
      'eu-pid-jwt-proof-only/credential.cert.pem',
      'eu-pid-jwt-proof-only/credential.key.pem',
      'eu-pid-jwt-proof-only/mdoc.cert.pem',
      'eu-pid-jwt-proof-only/mdoc.key.pem',
      'eu-pid-jwt-proof-only/request-encryption.key.pem',
      'installation.key',
      'root-ca.cert.pem',
      'root-ca.key.pem',
      'verifier-2/request.cert.pem',
      'verifier-2/request.key.pem',
      'verifier-2/self-signed.cert.pem',
      'verifier/request.cert.pem',
      'verifier/request.key.pem',
      'verifier/self-signed.cert.pem',
    ])
    for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(directory)).mode & 0o777).toBe(0o700)
    expect((await stat(join(directory, deviceBound))).mode & 0o777).toBe(0o700)
  })

  it('closes a directory that was open to others', async () => {
    await mkdir(directory, { mode: 0o755 })
    await open()
    expect((await stat(directory)).mode & 0o777).toBe(0o700)
  })

  it('shares no key between purposes or issuers', async () => {
    const store = await open()
    const kids = [deviceBound, jwtProofOnly].flatMap((id) => {
      const { accessToken, credential, mdoc } = store.issuerKeys(id)
      return [accessToken.kid, credential.kid, mdoc.kid]
    })
    expect(new Set([...kids, store.verifierKeys.requestSigner.kid]).size).toBe(7)
  })

  it('makes an Italian root that may sign leaves and nothing below them', async () => {
    const store = await open()
    const root = new X509Certificate(store.rootPem())
    expect(root.subject).toBe('C=IT\nO=Wallet Capture\nCN=Wallet Capture Test Root')
    expect(root.ca).toBe(true)
    expect(partsOf(root).pathLength).toBe(0)
    expect(root.verify(root.publicKey)).toBe(true)
    expect(root.toString()).toBe(new X509Certificate(store.rootDer()).toString())
    expect(root.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
  })

  it('issues credential signers for the host and the issuer identifier, verifiable up to the root', async () => {
    const store = await open('https://capture.example:8443')
    const root = new X509Certificate(store.rootPem())
    const { credential } = store.issuerKeys(deviceBound)
    expect(credential.x5c).toHaveLength(1)
    const leaf = leafOf(credential.x5c)
    expect(leaf.checkIssued(root)).toBe(true)
    expect(leaf.verify(root.publicKey)).toBe(true)
    expect(leaf.ca).toBe(false)
    expect(leaf.subjectAltName).toBe(
      'DNS:capture.example, URI:https://capture.example:8443/issuers/eu-pid-device-bound',
    )
    expect(leaf.publicKey.export({ format: 'jwk' })).toEqual(credential.publicJwk)
    const facts = certificateReader([root], { now: () => start })(credential.x5c)
    expect(facts).toMatchObject({ readable: true, chained: true, trust: 'trusted', includesAnchor: false })
  })

  it('issues mdoc signers with the purpose of a document signer and the country of the root', async () => {
    const { mdoc } = (await open()).issuerKeys(jwtProofOnly)
    const leaf = leafOf(mdoc.x5c)
    expect(leaf.keyUsage).toEqual(['1.0.18013.5.1.2'])
    expect(leaf.subject).toBe('C=IT\nO=Wallet Capture\nCN=eu-pid-jwt-proof-only mdoc signer')
  })

  it('names an address as an address, not as a DNS name', async () => {
    const { credential } = (await open('http://127.0.0.1:3000')).issuerKeys(deviceBound)
    expect(leafOf(credential.x5c).subjectAltName).toBe(
      'IP Address:127.0.0.1, URI:http://127.0.0.1:3000/issuers/eu-pid-device-bound',
    )
  })

  it('gives leaves more life than any credential that they sign', async () => {
    const { credential } = (await open()).issuerKeys(deviceBound)
    const leaf = leafOf(credential.x5c)
    expect(Date.parse(leaf.validFrom)).toBeLessThan(start)
    expect(Date.parse(leaf.validTo)).toBe(addSeconds(start, 400 * daySeconds))
  })
})

describe('a later start', () => {
  it('uses the same keys and certificates', async () => {
    const first = await open()
    const second = await open()
    expect(second.rootPem()).toBe(first.rootPem())
    for (const id of [deviceBound, jwtProofOnly]) {
      expect(second.issuerKeys(id).accessToken.kid).toBe(first.issuerKeys(id).accessToken.kid)
      expect(second.issuerKeys(id).credential.x5c).toEqual(first.issuerKeys(id).credential.x5c)
      expect(second.issuerKeys(id).mdoc.x5c).toEqual(first.issuerKeys(id).mdoc.x5c)
    }
    expect(second.keyedHash('code', 'a')).toEqual(first.keyedHash('code', 'a'))
  })

  it('issues only the credential leaf again, over the same key, when the host changed', async () => {
    const first = (await open()).issuerKeys(deviceBound)
    const second = (await open('https://other.example')).issuerKeys(deviceBound)
    expect(second.credential.kid).toBe(first.credential.kid)
    expect(second.credential.x5c).not.toEqual(first.credential.x5c)
    expect(leafOf(second.credential.x5c).subjectAltName).toContain('DNS:other.example')
    expect(second.mdoc.x5c).toEqual(first.mdoc.x5c)
  })

  it('keeps a leaf for an IPv6 address from start to start', async () => {
    const first = (await open('http://[::1]:3000')).issuerKeys(deviceBound)
    const second = (await open('http://[::1]:3000')).issuerKeys(deviceBound)
    expect(second.credential.x5c).toEqual(first.credential.x5c)
  })

  it('renews leaves in time and over the same key', async () => {
    const first = (await open()).issuerKeys(deviceBound)
    const early = (await open(undefined, addSeconds(start, 199 * daySeconds))).issuerKeys(deviceBound)
    expect(early.credential.x5c).toEqual(first.credential.x5c)
    const late = (await open(undefined, addSeconds(start, 201 * daySeconds))).issuerKeys(deviceBound)
    expect(late.credential.x5c).not.toEqual(first.credential.x5c)
    expect(late.credential.kid).toBe(first.credential.kid)
    expect(late.mdoc.x5c).not.toEqual(first.mdoc.x5c)
  })

  it('issues leaves again when the root was replaced', async () => {
    const first = await open()
    await rm(join(directory, 'root-ca.key.pem'))
    await rm(join(directory, 'root-ca.cert.pem'))
    const second = await open()
    const root = new X509Certificate(second.rootPem())
    expect(second.rootPem()).not.toBe(first.rootPem())
    expect(leafOf(second.issuerKeys(deviceBound).credential.x5c).verify(root.publicKey)).toBe(true)
  })
})

describe('two processes that start together', () => {
  it('end up with the same keys and a root that fits', async () => {
    const stores = await Promise.all(Array.from({ length: 6 }, () => open()))
    const [first] = stores
    for (const store of stores) {
      expect(store.rootPem()).toBe(first?.rootPem())
      expect(store.keyedHash('code', 'a')).toEqual(first?.keyedHash('code', 'a'))
      for (const id of [deviceBound, jwtProofOnly]) {
        const { credential, accessToken } = store.issuerKeys(id)
        expect(accessToken.kid).toBe(first?.issuerKeys(id).accessToken.kid)
        expect(credential.kid).toBe(first?.issuerKeys(id).credential.kid)
        expect(leafOf(credential.x5c).verify(new X509Certificate(store.rootPem()).publicKey)).toBe(true)
      }
    }
    expect((await filesBelow()).filter((file) => file.endsWith('.tmp'))).toEqual([])
  })
})

describe("somebody's own files", () => {
  it('are used as they are: leaf and intermediates, without the trust anchor', async () => {
    // The mdoc certificate of another installation does not suit this purpose.
    const other = await mkdtemp(join(tmpdir(), 'other-'))
    try {
      const theirs = await openKeyStore({ directory: other, baseUrl: 'https://theirs.example', now: () => start })
      const certificate = await readFile(join(other, jwtProofOnly, 'mdoc.cert.pem'), 'utf8')
      await open()
      await writeFile(join(directory, deviceBound, 'credential.cert.pem'), `${certificate}\n${theirs.rootPem()}`)
      await writeFile(
        join(directory, deviceBound, 'credential.key.pem'),
        await readFile(join(other, jwtProofOnly, 'mdoc.key.pem'), 'utf8'),
      )
      const { credential } = (await open()).issuerKeys(deviceBound)
      expect(credential.x5c).toEqual(theirs.issuerKeys(jwtProofOnly).mdoc.x5c)
      expect(credential.kid).toBe(theirs.issuerKeys(jwtProofOnly).mdoc.kid)
      expect(await readFile(join(directory, deviceBound, 'credential.cert.pem'), 'utf8')).toContain(certificate)
    } finally {
      await rm(other, { recursive: true, force: true })
    }
  })

  it('a key alone gets a certificate of our root', async () => {
    await open()
    const key = await readFile(join(directory, deviceBound, 'access-token.key.pem'), 'utf8')
    await writeFile(join(directory, deviceBound, 'credential.key.pem'), key)
    const store = await open()
    const { credential, accessToken } = store.issuerKeys(deviceBound)
    expect(credential.kid).toBe(accessToken.kid)
    expect(leafOf(credential.x5c).publicKey.export({ format: 'jwk' })).toEqual(credential.publicJwk)
  })

  it.each([
    ['root-ca.key.pem', 'nonsense', /root-ca\.key\.pem holds no unencrypted P-256 private key in PEM form\.$/],
    ['root-ca.cert.pem', 'nonsense', /root-ca\.cert\.pem holds no readable X\.509 certificate in PEM form\.$/],
    ['installation.key', 'c2hvcnQ', /installation\.key does not hold 32 bytes of base64url\.$/],
    [`${deviceBound}/credential.cert.pem`, '', /credential\.cert\.pem holds no readable X\.509 certificate/],
  ])('a broken %s stops the start with one sentence that names it', async (name, content, sentence) => {
    await open()
    await writeFile(join(directory, name), content)
    await expect(open()).rejects.toThrow(sentence)
  })

  it('a root without its key is enough as long as no leaf needs a signature', async () => {
    await open()
    await rm(join(directory, 'root-ca.key.pem'))
    await expect(open()).resolves.toBeDefined()
    await expect(open('https://other.example')).rejects.toThrow(
      /root-ca\.key\.pem is missing, and the credential signer needs a certificate\.$/,
    )
  })

  it('a root without its key, and a verifier that signed once only so far, is enough too: there is no second signer', async () => {
    const { verifierKeys } = await open()
    expect(verifierKeys.secondSigner?.kid).not.toBe(verifierKeys.requestSigner.kid)
    const [leaf = ''] = verifierKeys.secondSigner?.x5c ?? []
    const hash = createHash('sha256').update(Buffer.from(leaf, 'base64')).digest('base64url')
    expect(verifierKeys.signerByCertificate(hash)?.kid).toBe(verifierKeys.secondSigner?.kid)
    await rm(join(directory, 'root-ca.key.pem'))
    expect((await open()).verifierKeys.secondSigner?.x5c).toEqual([leaf])
    await rm(join(directory, 'verifier-2'), { recursive: true })
    expect((await open()).verifierKeys.secondSigner).toBeNull()
  })

  it('a root certificate of another key stops the start', async () => {
    await open()
    const key = await readFile(join(directory, deviceBound, 'mdoc.key.pem'), 'utf8')
    await writeFile(join(directory, 'root-ca.key.pem'), key)
    await expect(open()).rejects.toThrow(/does not belong to the key/)
  })

  it('an unusable directory is one sentence too', async () => {
    const file = join(directory, '..', 'a-file')
    await writeFile(file, '')
    await expect(
      openKeyStore({ directory: join(file, 'keys'), baseUrl: 'https://capture.example', now: () => start }),
    ).rejects.toThrow(/^The key directory .* cannot be made \(ENOTDIR\)\.$/)
  })
})

describe('signers', () => {
  it('make 64-byte signatures that the published key verifies', async () => {
    const { accessToken } = (await open()).issuerKeys(deviceBound)
    const data = random(100)
    const signature = accessToken.sign(data)
    expect(signature).toHaveLength(64)
    const key = { key: { ...accessToken.publicJwk }, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', data, key, signature)).toBe(true)
    expect(Object.keys(accessToken.publicJwk).sort()).toEqual(['crv', 'kty', 'x', 'y'])
  })

  it('exist for our issuer configurations only', async () => {
    const store = await open()
    expect(() => store.issuerKeys('constructor')).toThrow('There are no keys for this issuer configuration.')
  })
})

describe('https', () => {
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
})
