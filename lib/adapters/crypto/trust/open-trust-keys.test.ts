import 'reflect-metadata'
import { createHash, verify, X509Certificate } from 'node:crypto'
import { access, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MintedAccess } from '@/lib/core/shared/ports/keys'
import type { Signer } from '@/lib/core/shared/ports/ports'
import type { TrustKeys, TrustRole } from '@/lib/core/shared/ports/trust'
import { addSeconds, epochMillis, fromIso } from '@/lib/core/shared/time/time'
import { extensionsOf, keyId, lifeDays } from '@/lib/testing/certificate-extensions'
import { openKeyStore } from '../key-store'
import { trustKeys } from './open-trust-keys'

const start = fromIso('2026-11-20T12:00:00Z') ?? epochMillis(0)
const daySeconds = 86_400
const baseUrl = 'https://capture.example'
const trustId = 'AAAAAAAAAAAAAAAAAAAAAA'
const roles: readonly TrustRole[] = ['access', 'registrar', 'pid']

let directory: string
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'trust-keys-')), 'trust')
})
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }))

const open = (now = start, url = baseUrl): Promise<TrustKeys> =>
  trustKeys({ directory, baseUrl: url, now: () => now }).open()

/** Those of a directory of their own, for who only reads them: making them takes a tenth of a second. */
let shared: TrustKeys
let sharedDirectory: string
beforeAll(async () => {
  sharedDirectory = await mkdtemp(join(tmpdir(), 'trust-keys-shared-'))
  shared = await trustKeys({ directory: join(sharedDirectory, 'trust'), baseUrl, now: () => start }).open()
})
afterAll(() => rm(sharedDirectory, { recursive: true, force: true }))

const read = (der = '') => new X509Certificate(Buffer.from(der, 'base64'))
const leafOf = ({ x5c }: Signer) => read(x5c[0])
const authority = (keys: TrustKeys, role: TrustRole) => read(keys.anchor(role).der)
const issued = (leaf: X509Certificate, ca: X509Certificate) => leaf.checkIssued(ca) && leaf.verify(ca.publicKey)

const organization = 'C=IT\nO=Wallet Capture\norganizationIdentifier=NTRIT-WALLETCAPTURE'
const notCa = [{ ca: false, pathLength: undefined }, 'critical']
const signs = [x509.KeyUsageFlags.digitalSignature, 'critical']

/** What every access certificate of the verifier holds. */
const accessExtensions = (leaf: X509Certificate, ca: X509Certificate) => ({
  basicConstraints: notCa,
  keyUsage: signs,
  certificatePolicies: [['0.4.0.194118.1.2'], 'not critical'],
  authorityInfoAccess: [[`${baseUrl}/trust/ca/access-ca.cer`], 'not critical'],
  crlDistributionPoints: [[`${baseUrl}/trust/crl/access-ca.crl`], 'not critical'],
  subjectAltName: [
    [
      { type: 'url', value: `${baseUrl}/trust/support` },
      { type: 'dns', value: 'capture.example' },
    ],
    'not critical',
  ],
  extendedKeyUsage: [['1.0.18013.5.1.6'], 'not critical'],
  subjectKeyIdentifier: [keyId(leaf), 'not critical'],
  authorityKeyIdentifier: [keyId(ca), 'not critical'],
})

describe('a certificate of the trust framework', () => {
  it.each(roles)('of the authority for %s signs itself and may sign leaves and revocation lists', async (role) => {
    const keys = shared
    const ca = authority(keys, role)
    expect(issued(ca, ca)).toBe(true)
    expect(ca.subject).toMatch(new RegExp(`^${organization}\nCN=Wallet Capture Test \\w+ CA$`))
    expect(Math.round(lifeDays(ca))).toBe(20 * 365)
    expect(extensionsOf(ca)).toEqual({
      basicConstraints: [{ ca: true, pathLength: 0 }, 'critical'],
      keyUsage: [x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, 'critical'],
      certificatePolicies: [['2.5.29.32.0'], 'not critical'],
      subjectKeyIdentifier: [keyId(ca), 'not critical'],
      authorityKeyIdentifier: [keyId(ca), 'not critical'],
    })
    const anchor = keys.anchor(role)
    expect(read(anchor.der).toString()).toBe(anchor.pem)
    expect(anchor.sha256).toBe(createHash('sha256').update(ca.raw).digest('hex'))
    expect(ca.publicKey.export({ format: 'jwk' })).toEqual(anchor.publicJwk)
  })

  it('gives the verifier access', async () => {
    const keys = shared
    const leaf = leafOf(keys.accessVerifier)
    expect(leaf.subject).toBe(`${organization}\nOU=verifier\nCN=Wallet Capture Verifier`)
    expect(lifeDays(leaf)).toBe(398)
    expect(extensionsOf(leaf)).toEqual(accessExtensions(leaf, authority(keys, 'access')))
  })

  it.each([
    ['registrar', 'Wallet Capture Test Registrar'],
    ['registrarStatus', 'Wallet Capture Test Registrar Status'],
  ] as const)('lets the %s sign and nothing else', async (name, commonName) => {
    const keys = shared
    const leaf = leafOf(keys[name])
    expect(leaf.subject).toBe(`${organization}\nCN=${commonName}`)
    expect(lifeDays(leaf)).toBe(398)
    expect(extensionsOf(leaf)).toEqual({
      basicConstraints: notCa,
      keyUsage: signs,
      subjectKeyIdentifier: [keyId(leaf), 'not critical'],
      authorityKeyIdentifier: [keyId(authority(keys, 'registrar')), 'not critical'],
    })
  })

  it('of the list operator signs itself, and is no authority', () => {
    const leaf = leafOf(shared.operator)
    expect(leaf.verify(leaf.publicKey)).toBe(true)
    expect(leaf.subject).toBe('C=EU\nO=Wallet Capture Test List Operator')
    expect(extensionsOf(leaf)).toEqual({
      basicConstraints: notCa,
      keyUsage: signs,
      subjectKeyIdentifier: [keyId(leaf), 'not critical'],
      authorityKeyIdentifier: [keyId(leaf), 'not critical'],
    })
  })

  it('leads to the authority of its role and to no other one, strangers to none', async () => {
    const keys = shared
    const { registrar, registrarStatus, operator } = keys.strangers
    const strangers = { registrar, registrarStatus, operator }
    const chained = (signer: Signer) => roles.filter((role) => issued(leafOf(signer), authority(keys, role)))
    expect(chained(keys.accessVerifier)).toEqual(['access'])
    expect(chained(keys.registrar)).toEqual(['registrar'])
    expect(chained(keys.registrarStatus)).toEqual(['registrar'])
    for (const signer of [keys.operator, ...Object.values(strangers)]) expect(chained(signer)).toEqual([])
    expect(leafOf(strangers.registrar).subject).toBe(leafOf(keys.registrar).subject)
    expect(leafOf(strangers.operator).subject).toBe(leafOf(keys.operator).subject)
    const all = [keys.accessVerifier, keys.registrar, keys.registrarStatus, keys.operator, ...Object.values(strangers)]
    expect(new Set(all.map(({ kid }) => kid)).size).toBe(all.length)
    for (const { x5c, publicJwk } of all) {
      expect(x5c).toHaveLength(1)
      expect(read(x5c[0]).publicKey.export({ format: 'jwk' })).toEqual(publicJwk)
    }
  })
})

describe('an access certificate that is minted for a session', () => {
  const mint = async (how: MintedAccess) => {
    const keys = shared
    const signer = await keys.mintAccess(how, { trustId })
    const [leaf, ca] = [leafOf(signer), authority(keys, 'access')]
    expect(signer.publicJwk).toEqual(keys.accessVerifier.publicJwk)
    expect(leaf.subject).toBe(leafOf(keys.accessVerifier).subject)
    expect(leaf.serialNumber).not.toBe(leafOf(keys.accessVerifier).serialNumber)
    expect(Date.parse(leaf.validTo) > start).toBe(how !== 'expired')
    return { leaf, ca, right: accessExtensions(leaf, ca) }
  }

  it('names the revocation list of the session where it can be revoked', async () => {
    const { leaf, ca, right } = await mint('revocable')
    expect(issued(leaf, ca)).toBe(true)
    const session = [[`${baseUrl}/trust/s/${trustId}/access.crl`], 'not critical']
    expect(extensionsOf(leaf)).toEqual({ ...right, crlDistributionPoints: session })
  })

  it('ended yesterday where it is expired', async () => {
    const { leaf, ca, right } = await mint('expired')
    expect(issued(leaf, ca)).toBe(true)
    expect(Date.parse(leaf.validTo)).toBe(addSeconds(start, -daySeconds))
    expect(extensionsOf(leaf)).toEqual(right)
  })

  it('names no policy where that is asked for', async () => {
    const { leaf, ca, right } = await mint('no_policy')
    expect(issued(leaf, ca)).toBe(true)
    const { certificatePolicies, ...others } = right
    expect(certificatePolicies).toBeDefined()
    expect(extensionsOf(leaf)).toEqual(others)
  })

  it('names the authority that did not sign it where the chain is broken', async () => {
    const { leaf, ca, right } = await mint('broken_chain')
    expect(leaf.checkIssued(ca)).toBe(true)
    expect(leaf.verify(ca.publicKey)).toBe(false)
    expect(extensionsOf(leaf)).toEqual(right)
    // The authority signs as before.
    expect(issued(leafOf(await shared.mintAccess('revocable', { trustId })), ca)).toBe(true)
  })

  it('is under an authority that is on no list where it is unlisted', async () => {
    const { leaf, ca, right } = await mint('unlisted')
    expect(leaf.checkIssued(ca) || leaf.verify(ca.publicKey)).toBe(false)
    expect(leaf.issuer).toBe(`${organization}\nCN=Stranger Wallet Capture Test Access CA`)
    const { authorityInfoAccess, crlDistributionPoints, authorityKeyIdentifier } = extensionsOf(leaf)
    expect(extensionsOf(leaf)).toEqual({
      ...right,
      authorityInfoAccess,
      crlDistributionPoints,
      authorityKeyIdentifier,
    })
    expect(authorityInfoAccess).toEqual([[`${baseUrl}/trust/ca/stranger-access-ca.cer`], 'not critical'])
    expect(issued(leaf, read(shared.strangers.anchor('access').der))).toBe(true)
  })
})

describe('the keys of the trust framework', () => {
  it('are made at first need, for their owner alone, and stay', async () => {
    const { trustKeys: opened } = await openKeyStore({ directory: join(directory, '..'), baseUrl, now: () => start })
    await expect(access(directory)).rejects.toThrow('ENOENT')
    const keys = await opened()
    const files = await readdir(directory)
    expect(files).toHaveLength(30)
    for (const file of files) expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600)
    expect((await stat(directory)).mode & 0o777).toBe(0o700)
    expect(await opened()).toBe(keys)
    const again = await open()
    for (const name of ['accessVerifier', 'registrar', 'registrarStatus', 'operator'] as const)
      expect(again[name].x5c).toEqual(keys[name].x5c)
    for (const role of roles) expect(again.anchor(role)).toEqual(keys.anchor(role))
  })

  it('are the same for two processes that make them together', async () => {
    const [one, other] = await Promise.all([open(), open()])
    for (const role of roles) expect(one.anchor(role)).toEqual(other.anchor(role))
    for (const name of ['accessVerifier', 'registrar', 'registrarStatus', 'operator'] as const)
      expect(one[name].x5c).toEqual(other[name].x5c)
  })

  it('keep their certificates until less than 200 days are left, and a session keeps its own', async () => {
    const keys = await open()
    expect((await open(addSeconds(start, 190 * daySeconds))).accessVerifier.x5c).toEqual(keys.accessVerifier.x5c)
    const later = await open(addSeconds(start, 200 * daySeconds))
    expect(later.accessVerifier.kid).toBe(keys.accessVerifier.kid)
    expect(later.accessVerifier.x5c).not.toEqual(keys.accessVerifier.x5c)
    expect(later.registrar.x5c).not.toEqual(keys.registrar.x5c)
    expect(later.operator.x5c).toEqual(keys.operator.x5c)
    expect(later.anchor('access')).toEqual(keys.anchor('access'))
    expect(later.accessByCertificate(keys.accessVerifier.x5c)).toMatchObject({
      x5c: keys.accessVerifier.x5c,
      validFrom: keys.accessVerifier.validFrom,
    })
  })

  it('certify the verifier anew at another address', async () => {
    const keys = await open()
    const moved = await open(start, 'http://192.168.1.20:3000')
    expect(moved.accessVerifier.kid).toBe(keys.accessVerifier.kid)
    expect(leafOf(moved.accessVerifier).subjectAltName).toBe(
      'URI:http://192.168.1.20:3000/trust/support, IP Address:192.168.1.20',
    )
    expect(moved.registrar.x5c).toEqual(keys.registrar.x5c)
  })

  it('sign under the certificates of their key only', async () => {
    const keys = await open()
    const minted = await keys.mintAccess('expired', { trustId })
    const signer = keys.accessByCertificate(minted.x5c)
    const data = Buffer.from('signed')
    const key = { key: leafOf(minted).publicKey, dsaEncoding: 'ieee-p1363' as const }
    expect(verify('sha256', data, key, signer?.sign(data) ?? Buffer.alloc(0))).toBe(true)
    expect(keys.accessByCertificate(keys.registrar.x5c)).toBeNull()
    expect(keys.accessByCertificate(['no certificate'])).toBeNull()
    expect(keys.accessByCertificate([])).toBeNull()
  })

  it('that cannot be opened are tried again', async () => {
    await writeFile(directory, '')
    const { open: opened } = trustKeys({ directory, baseUrl, now: () => start })
    await expect(opened()).rejects.toThrow('cannot be made')
    await rm(directory)
    expect((await opened()).registrar.x5c).toHaveLength(1)
  })

  it('of an authority that was exchanged or has ended are refused in one sentence', async () => {
    await open()
    await expect(open(addSeconds(start, 21 * 365 * daySeconds))).rejects.toThrow('access-ca.cert.pem has expired.')
    await rm(join(directory, 'pid-ca.key.pem'))
    await expect(open()).rejects.toThrow('does not belong to the key beside it.')
  })
})

describe('a revocation list', () => {
  it.each([0, 1])('is signed by its authority, names %i certificates and its times', async (count) => {
    const keys = shared
    const minted = await keys.mintAccess('revocable', { trustId })
    const at = addSeconds(start, 5)
    const times = { thisUpdate: addSeconds(start, 10), nextUpdate: addSeconds(start, 310) }
    const entries = count === 0 ? [] : [{ certificate: minted.x5c[0] ?? '', at }]
    const list = new x509.X509Crl(Buffer.from(await keys.revocationList('access', entries, times)))
    const ca = new x509.X509Certificate(authority(keys, 'access').raw)
    expect(await list.verify({ publicKey: ca })).toBe(true)
    expect(list.issuer).toBe(ca.subject)
    expect(list.version).toBe(1)
    expect(list.thisUpdate.getTime()).toBe(times.thisUpdate)
    expect(list.nextUpdate?.getTime()).toBe(times.nextUpdate)
    expect(list.entries.map((one) => [one.serialNumber.toUpperCase(), one.revocationDate.getTime()])).toEqual(
      count === 0 ? [] : [[leafOf(minted).serialNumber, at]],
    )
    const extensions = new Map(list.extensions.map((one) => [one.type, one]))
    expect([...extensions.keys()]).toEqual(['2.5.29.35', '2.5.29.20'])
    expect(Buffer.from(extensions.get('2.5.29.20')?.value ?? new ArrayBuffer(0)).toString('hex')).toBe(
      `0204${(times.thisUpdate / 1000).toString(16)}`,
    )
    expect(list.extensions.some(({ critical }) => critical)).toBe(false)
    expect(await list.verify({ publicKey: new x509.X509Certificate(authority(keys, 'pid').raw) })).toBe(false)
  })
})
