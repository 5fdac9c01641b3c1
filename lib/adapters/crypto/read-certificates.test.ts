import { covers } from '@/lib/testing/covers'
import 'reflect-metadata'
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { runs } from '@/scripts/thorough.mjs'
import { certificateBytesPerExchangeMax, createCertificateBudget } from './certificate-budget'
import { type DistinguishedName, makeCertificate } from './make-certificate'
import { splitAlternativeNames } from './open-leaf'
import { certificateReader, certificatesMax } from './read-certificates'

interface Party {
  readonly key: KeyObject
  readonly certificate: X509Certificate
}

const notBefore = epochMillis(Date.parse('2026-01-01T00:00:00Z'))
const notAfter = epochMillis(Date.parse('2030-01-01T00:00:00Z'))
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const ca = (pathLength?: number) => [
  new x509.BasicConstraintsExtension(true, pathLength, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
]
const endEntity = [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true)]

async function party(name: string, issuer: Party | null, extensions: readonly x509.Extension[]): Promise<Party> {
  const key = newKey()
  const subject: DistinguishedName = [
    ['C', 'IT'],
    ['CN', name],
  ]
  const signedBy = issuer
    ? { privateKey: issuer.key, certificate: issuer.certificate }
    : { privateKey: key, certificate: null }
  return { key, certificate: await makeCertificate(key, signedBy, { subject, notBefore, notAfter, extensions }) }
}

const root = await party('Root', null, ca())
const intermediate = await party('Intermediate', root, ca(0))
const leaf = await party('Leaf', intermediate, [
  ...endEntity,
  new x509.SubjectAlternativeNameExtension([
    { type: 'dns', value: 'wallet.example' },
    { type: 'url', value: 'https://wallet.example/a, DNS:evil.example' },
  ]),
])
const selfSigned = await party('Alone', null, endEntity)
const otherRoot = await party('Root', null, ca())

/** Made with the library directly, because our own function supports only one curve. */
const rsaKeys = await crypto.subtle.generateKey(
  { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
  true,
  ['sign', 'verify'],
)
const rsaCertificate = Buffer.from(
  (
    await x509.X509CertificateGenerator.createSelfSigned({
      name: 'CN=RSA',
      keys: rsaKeys,
      signingAlgorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    })
  ).rawData,
).toString('base64')

const x5c = (...parties: Party[]) => parties.map(({ certificate }) => certificate.raw.toString('base64'))
const now = epochMillis(Date.parse('2027-01-01T00:00:00Z'))
const readerOf = (...anchors: X509Certificate[]) => certificateReader(anchors, { now: () => now })
const read = readerOf(root.certificate)

/**
 * Subject key identifier of a certificate, parsed from the bytes: 20 bytes in two nested OCTET STRINGs. RFC 5280
 * section 4.2.1.2
 */
function subjectKeyIdentifier({ certificate }: Party): string {
  const before = Buffer.from('0603551d0e04160414', 'hex')
  const at = certificate.raw.indexOf(before) + before.length
  return certificate.raw.subarray(at, at + 20).toString('base64url')
}

describe('a chain of certificates', () => {
  it('is given as facts, leaf first', () => {
    const facts = read(x5c(leaf, intermediate))
    expect(facts).toMatchObject({
      readable: true,
      chained: true,
      chainError: null,
      trust: 'trusted',
      includesAnchor: false,
    })
    expect(facts.readable && facts.certificates[0]).toEqual({
      subject: 'C=IT, CN=Leaf',
      issuer: 'C=IT, CN=Intermediate',
      serialNumber: leaf.certificate.serialNumber.toLowerCase(),
      notBefore,
      notAfter,
      sha256: leaf.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      subjectAlternativeNames: ['DNS:wallet.example', 'URI:https://wallet.example/a, DNS:evil.example'],
      selfSigned: false,
      isCa: false,
      extendedKeyUsage: [],
      country: 'IT',
      organization: null,
      criticalExtensions: ['2.5.29.15'],
      policies: [],
      statements: [],
      authorityKeyIdentifier: subjectKeyIdentifier(intermediate),
      subjectKeyIdentifier: subjectKeyIdentifier(leaf),
      publicJwk: leaf.certificate.publicKey.export({ format: 'jwk' }),
    })
    expect(facts.readable && facts.certificates[1]).toMatchObject({ subject: 'C=IT, CN=Intermediate', isCa: true })
  })

  it('tells organisation, policies, statements and critical extensions of a certificate, unreadable ones as none', async () => {
    const statements = (hex: string) => new x509.Extension('1.3.6.1.5.5.7.1.3', false, Buffer.from(hex, 'hex'))
    const made = async (organizations: readonly string[], extensions: readonly x509.Extension[]) => {
      const key = newKey()
      const subject: DistinguishedName = [['C', 'IT'], ...organizations.map((name) => ['O', name] as const)]
      const certificate = await makeCertificate(
        key,
        { privateKey: key, certificate: null },
        { subject, notBefore, notAfter, extensions },
      )
      const facts = read([certificate.raw.toString('base64')])
      return facts.readable ? facts.certificates[0] : null
    }
    const policies = new x509.CertificatePolicyExtension(['0.4.0.2042.1.1', '1.2.3'])
    const walletProvider = '060704008bec4e0102'
    const certificateTypes = '0606' + '04008e460106'
    expect(
      await made(['Provider, Inc.'], [...endEntity, policies, statements(`300b3009${walletProvider}`)]),
    ).toMatchObject({
      organization: 'Provider, Inc.',
      policies: ['0.4.0.2042.1.1', '1.2.3'],
      statements: ['0.4.0.194126.1.2'],
      criticalExtensions: ['2.5.29.15'],
    })
    // A statement about types, which names one. EN 319 412-5 section 4.2.3
    expect(await made(['One'], [statements(`30153013${certificateTypes}3009${walletProvider}`)])).toMatchObject({
      statements: ['0.4.0.1862.1.6', '0.4.0.194126.1.2'],
    })
    expect(await made(['One', 'Two'], [statements('3003')])).toMatchObject({
      organization: null,
      policies: [],
      statements: [],
      criticalExtensions: [],
    })
  })

  it('is trusted when it ends in the anchor itself, and then includes it', () => {
    expect(read(x5c(leaf, intermediate, root))).toMatchObject({ trust: 'trusted', includesAnchor: true })
  })

  it('is trusted through an anchor in the middle, whatever comes after it', () => {
    const pinned = readerOf(intermediate.certificate)
    expect(pinned(x5c(leaf, intermediate, root))).toMatchObject({ trust: 'trusted', includesAnchor: true })
    expect(pinned(x5c(leaf, intermediate, otherRoot))).toMatchObject({ chained: false, trust: 'untrusted' })
    expect(pinned(x5c(leaf))).toMatchObject({ trust: 'trusted', includesAnchor: false })
  })

  it('is neither chained nor trusted in the wrong order or with a certificate missing', () => {
    expect(read(x5c(intermediate, leaf))).toMatchObject({ chained: false, trust: 'untrusted' })
    expect(read(x5c(leaf, root))).toMatchObject({ chained: false, trust: 'untrusted' })
    expect(read(x5c(leaf))).toMatchObject({ chained: true, trust: 'untrusted' })
  })

  it('is not trusted through another root of the same name', () => {
    expect(readerOf(otherRoot.certificate)(x5c(leaf, intermediate))).toMatchObject({
      trust: 'untrusted',
    })
    expect(readerOf(otherRoot.certificate, root.certificate)(x5c(leaf, intermediate))).toMatchObject({
      trust: 'trusted',
    })
  })

  it('says that there is no anchor when none is configured', () => {
    expect(readerOf()(x5c(leaf, intermediate))).toMatchObject({
      chained: true,
      trust: 'no_anchor',
    })
  })

  it('reports which authority signed it, where the certificate says so', () => {
    const facts = read(x5c(leaf, intermediate, root))
    expect(facts.readable && facts.certificates.map((one) => one.authorityKeyIdentifier)).toEqual([
      subjectKeyIdentifier(intermediate),
      subjectKeyIdentifier(root),
      subjectKeyIdentifier(root),
    ])
    const rsa = read([rsaCertificate])
    expect(rsa.readable && rsa.certificates[0].authorityKeyIdentifier).toBeNull()
  })

  it('reports whether every issuer in it may issue', async () => {
    expect(read(x5c(leaf, intermediate, root))).toMatchObject({ chainError: null })
    expect(read(x5c(leaf))).toMatchObject({ chainError: null })
    expect(read(x5c(await party('Forged', leaf, endEntity), leaf, intermediate))).toMatchObject({
      chainError: { rule: 'ca', place: 1 },
    })
    const below = await party('Below', intermediate, ca())
    expect(read(x5c(await party('Deep', below, endEntity), below, intermediate))).toMatchObject({
      chained: true,
      chainError: { rule: 'path_length', place: 2 },
    })
  })

  it('is not trusted when a certificate that is not a CA issued another one', async () => {
    const forged = await party('Forged', leaf, endEntity)
    expect(read(x5c(forged, leaf, intermediate))).toMatchObject({ chained: true, trust: 'untrusted' })
  })

  it('is not trusted when it is longer than a CA allows', async () => {
    const below = await party('Below', intermediate, ca())
    const end = await party('End', below, endEntity)
    expect(read(x5c(end, below, intermediate))).toMatchObject({ chained: true, trust: 'untrusted' })
  })

  it('is recognised as self-signed, also without the right to sign certificates', () => {
    const facts = read(x5c(selfSigned))
    expect(facts).toMatchObject({ readable: true, trust: 'untrusted', includesAnchor: true })
    expect(facts.readable && facts.certificates[0].selfSigned).toBe(true)
  })

  it('can be pinned by a self-signed anchor', () => {
    expect(readerOf(selfSigned.certificate)(x5c(selfSigned))).toMatchObject({
      trust: 'trusted',
    })
  })

  it('shows an RSA key as a JWK too', () => {
    const facts = read([rsaCertificate])
    expect(facts.readable && facts.certificates[0].publicJwk).toMatchObject({ kty: 'RSA', e: 'AQAB' })
  })
})

describe('an unreadable chain', () => {
  const [good = ''] = x5c(leaf)
  it.each([
    ['nothing', [], 'There is no certificate.'],
    ['too many certificates', Array(certificatesMax + 1).fill(good), 'There are more than 10 certificates.'],
    ['base64url', [`${good.slice(0, -8)}-_-_-_-_`], 'A certificate is not standard base64.'],
    ['line breaks', [`${good.slice(0, 64)}\n${good.slice(64)}`], 'A certificate is not standard base64.'],
    ['an empty string', [''], 'A certificate is not standard base64.'],
    ['PEM inside', [Buffer.from(leaf.certificate.toString()).toString('base64')], 'A certificate is not DER.'],
    [
      'trailing bytes',
      [Buffer.concat([leaf.certificate.raw, Buffer.from([1, 2])]).toString('base64')],
      'A certificate is not DER.',
    ],
    ['other bytes', [Buffer.from('no certificate').toString('base64')], 'A certificate is not X.509.'],
    ['a huge certificate', ['A'.repeat(20_000)], 'A certificate is larger than 16384 characters.'],
  ])('with %s has one sentence that says why', (_name, chain, reason) => {
    expect(read(chain)).toEqual({ readable: false, reason, count: chain.length })
  })

  it('never throws', () => {
    const bytes = [...leaf.certificate.raw]
    const mutated = fc
      .tuple(fc.nat(bytes.length - 1), fc.nat(255))
      .map(([at, value]) => Buffer.from(bytes.with(at, value)).toString('base64'))
    const entry = fc.oneof(fc.string(), fc.base64String(), mutated, fc.constant(good))
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (chain) => {
        const facts = read(chain)
        expect(facts.readable ? facts.certificates.length : facts.count).toBe(chain.length)
      }),
      runs(500),
    )
  })

  it('is never trusted with a changed byte', () => {
    const [, issuer = ''] = x5c(leaf, intermediate)
    const bytes = [...leaf.certificate.raw]
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ flip)).toString('base64')
        expect(read([changed, issuer])).not.toMatchObject({ trust: 'trusted' })
      }),
      runs(500),
    )
  })
})

/** A certificate for any public key, signed by another key, so nobody needs the private key to send it. */
async function certificateFor(key: KeyObject, name = 'Slow'): Promise<string> {
  const signingKey = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: `CN=${name}`,
    publicKey: new x509.PublicKey(key.export({ type: 'spki', format: 'der' })),
    signingKey: signingKey.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  })
  return Buffer.from(certificate.rawData).toString('base64')
}

/**
 * An RSA key with a modulus and exponent of these lengths. The modulus is not a product of primes, but nothing checks
 * that.
 */
function rsaKey(modulusBytes: number, exponentBytes: number): KeyObject {
  return rsaKeyOf(randomOdd(modulusBytes), randomOdd(exponentBytes))
}

const randomOdd = (length: number) =>
  Buffer.from(randomBytes(length).map((byte, at) => byte | (at === 0 ? 128 : 0) | 1))

const rsaKeyOf = (modulus: Buffer, exponent: Buffer): KeyObject =>
  createPublicKey({
    key: { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') },
    format: 'jwk',
  })

describe('what a certificate may cost', () => {
  covers('D5')
  it.each([
    ['an RSA exponent of more than 32 bits', () => rsaKey(256, 256), /exponent/],
    ['an RSA exponent of 33 bits', () => rsaKey(256, 5), /exponent/],
    ['an RSA exponent of 1', () => rsaKeyOf(randomOdd(256), Buffer.from([1])), /below 3/],
    ['an even RSA exponent', () => rsaKeyOf(randomOdd(256), Buffer.from([1, 0, 0])), /even/],
    ['an RSA key of more than 4096 bits', () => rsaKey(520, 3), /4096/],
    ['a DSA key', () => generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).publicKey, /kind/],
    ['a curve that takes long', () => generateKeyPairSync('ec', { namedCurve: 'sect571r1' }).publicKey, /curve/],
  ])('is refused before anything is checked with it: %s', async (_name, makeKey, reason) => {
    const verify = vi.spyOn(X509Certificate.prototype, 'verify')
    const facts = read([await certificateFor(makeKey())])
    expect(facts.readable ? null : facts.reason.toString()).toMatch(reason)
    expect(verify).not.toHaveBeenCalled()
    verify.mockRestore()
  })

  it('is taken for usual keys', async () => {
    for (const key of [rsaKey(512, 4), generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey])
      expect(read([await certificateFor(key)])).toMatchObject({ readable: true })
  })

  covers('D5')
  it('is one check of each signature, however often the certificate comes', async () => {
    const [above, below] = [await party('Once', null, ca()), await party('Once more', null, endEntity)]
    const verify = vi.spyOn(X509Certificate.prototype, 'verify')
    const reader = readerOf(above.certificate, root.certificate)
    for (let round = 0; round < 5; round += 1) {
      expect(reader(x5c(above))).toMatchObject({ readable: true, trust: 'trusted' })
      expect(reader(x5c(below))).toMatchObject({ readable: true, trust: 'untrusted' })
    }
    expect(verify).toHaveBeenCalledTimes(2)
    verify.mockRestore()
  })

  covers('D5')
  it('is bounded for all certificates of one exchange together', async () => {
    const key = createPublicKey(newKey())
    const many = await Promise.all(Array.from({ length: 60 }, () => certificateFor(key)))
    const verify = vi.spyOn(X509Certificate.prototype, 'verify')
    const reader = certificateReader([], { now: () => now, budget: createCertificateBudget() })
    const readings = many.map((certificate) => reader([certificate]))
    expect(verify).toHaveBeenCalledTimes(40)
    expect(readings.filter(({ readable }) => readable)).toHaveLength(40)
    expect(readings.at(-1)).toEqual({
      readable: false,
      reason: 'The request brings more certificates than are looked at.',
      count: 1,
    })
    const costly = x5c(leaf, intermediate)
    const parsing = certificateReader([], { now: () => now, budget: createCertificateBudget() })
    const chains = Array.from({ length: 80 }, () => parsing(costly))
    expect(chains.filter(({ readable }) => readable)).toHaveLength(60)
    verify.mockRestore()
  })
})

describe('certificates of one exchange', () => {
  it('are limited in bytes', async () => {
    const comment = new x509.Extension('1.2.3.4', false, new Uint8Array(11_000))
    const large = x5c(await party('Large', null, [...endEntity, comment]))
    const size = Buffer.byteLength(large[0] ?? '', 'base64')
    const reader = certificateReader([], { now: () => now, budget: createCertificateBudget() })
    const readings = Array.from({ length: 30 }, () => reader(large))
    const fitting = Math.floor(certificateBytesPerExchangeMax / size)
    expect(readings.filter(({ readable }) => readable)).toHaveLength(fitting)
    expect(readings.at(fitting)).toEqual({
      readable: false,
      reason: 'The certificates of the request are larger than 256 KiB in all.',
      count: 1,
    })
  })
})

describe('key identifiers', () => {
  it('are those that another parser reads', () => {
    const hex = (text: string | undefined) =>
      text === undefined ? null : Buffer.from(text, 'hex').toString('base64url')
    const ders = [...x5c(leaf, intermediate, root, selfSigned), rsaCertificate]
    for (const der of ders) {
      const other = new x509.X509Certificate(der)
      const facts = read([der])
      expect(facts.readable && facts.certificates[0]).toMatchObject({
        authorityKeyIdentifier: hex(other.getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId),
        subjectKeyIdentifier: hex(other.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId),
      })
    }
  })
})

describe('alternative names', () => {
  it.each([
    ['', []],
    ['DNS:a.example', ['DNS:a.example']],
    [
      'DNS:a.example, IP Address:127.0.0.1, email:a@b.example',
      ['DNS:a.example', 'IP Address:127.0.0.1', 'email:a@b.example'],
    ],
    [
      'URI:"https://a.example/\\"x, DNS:b.example", DNS:c.example',
      ['URI:https://a.example/"x, DNS:b.example', 'DNS:c.example'],
    ],
  ])('in %j are told apart', (text, names) => {
    expect(splitAlternativeNames(text)).toEqual(names)
  })
})
