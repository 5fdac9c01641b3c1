import { verify, X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LaboratoryTrust } from '@/lib/core/shared/ports/laboratory'
import type { TrustRole } from '@/lib/core/shared/ports/trust'
import { type EpochMillis, epochMillis, fromIso } from '@/lib/core/shared/time/time'
import { extensionsOf, keyId, lifeDays } from '@/lib/testing/certificate-extensions'
import { type KeyStore, openKeyStore } from './key-store'

const start: EpochMillis = fromIso('2026-11-20T12:00:00Z') ?? epochMillis(0)
const id = 'AAAAAAAAAAAAAAAAAAAA_-'
const other = 'BBBBBBBBBBBBBBBBBBBB_-'

let directory: string
let store: KeyStore
const open = () => openKeyStore({ directory, baseUrl: 'https://capture.example', now: () => start })
beforeAll(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'laboratory-keys-')), 'keys')
  store = await open()
})
afterAll(() => rm(join(directory, '..'), { recursive: true }))

const certified = async (of: KeyStore, laboratory: string) => {
  const certificates = await of.laboratoryKeys.certify(laboratory)
  if (certificates === null) throw new Error('The root certifies nothing.')
  return { id: laboratory, certificates }
}

describe('the keys of a laboratory', () => {
  it('are the same in every process and after a restart, and in no file', async () => {
    const files = await readdir(directory, { recursive: true })
    const one = store.laboratoryKeys.keys(await certified(store, id))
    const again = await open()
    const same = again.laboratoryKeys.keys(await certified(again, id))
    for (const purpose of ['accessToken', 'credential', 'mdoc', 'requestEncryption'] as const)
      expect(same[purpose].publicJwk).toEqual(one[purpose].publicJwk)
    expect(again.laboratoryKeys.accessToken(id).publicJwk).toEqual(one.accessToken.publicJwk)
    expect(await readdir(directory, { recursive: true })).toEqual(files)
  })

  it('differ by purpose and by laboratory, and from those of another installation', async () => {
    const elsewhere = join(directory, '..', 'elsewhere')
    const stranger = await openKeyStore({ directory: elsewhere, baseUrl: 'https://capture.example', now: () => start })
    const all = await Promise.all(
      [
        [store, id],
        [store, other],
        [stranger, id],
      ].map(async ([of, laboratory]) => {
        const keys = (of as KeyStore).laboratoryKeys.keys(await certified(of as KeyStore, laboratory as string))
        return [keys.accessToken, keys.credential, keys.mdoc, keys.requestEncryption].map(({ kid }) => kid)
      }),
    )
    expect(new Set(all.flat()).size).toBe(12)
  })

  it('have a stranger beside them, with the same key each time, whose root is nowhere', async () => {
    const [one, again] = [await store.laboratoryKeys.stranger(id), await (await open()).laboratoryKeys.stranger(id)]
    expect([again.kid, one.x5c.length]).toEqual([one.kid, 1])
    const leaf = new X509Certificate(Buffer.from(one.x5c[0] ?? '', 'base64'))
    expect(leaf.verify(leaf.publicKey)).toBe(false)
    expect(leaf.verify(new X509Certificate(store.rootPem()).publicKey)).toBe(false)
    const signature = one.sign(Buffer.from('x'))
    expect(verify('sha256', Buffer.from('x'), { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
  })

  it('sign under certificates of the root that name the laboratory', async () => {
    const { credential, mdoc, accessToken } = store.laboratoryKeys.keys(await certified(store, id))
    const root = new X509Certificate(store.rootPem())
    for (const signer of [credential, mdoc]) {
      const leaf = new X509Certificate(Buffer.from(signer.x5c[0] ?? '', 'base64'))
      expect(leaf.verify(root.publicKey)).toBe(true)
      const signature = signer.sign(Buffer.from('text'))
      const key = { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' } as const
      expect(verify('sha256', Buffer.from('text'), key, signature)).toBe(true)
      expect(signer.validFrom).not.toBeNull()
    }
    const leaf = new X509Certificate(Buffer.from(credential.x5c[0] ?? '', 'base64'))
    expect(leaf.subjectAltName).toContain(`URI:https://capture.example/lab/${id}`)
    expect(accessToken.x5c).toEqual([])
  })

  it('are made once, when one of them is first asked for', async () => {
    const laboratory = await certified(store, 'CCCCCCCCCCCCCCCCCCCC_-')
    const keys = store.laboratoryKeys.keys({ ...laboratory, certificates: { credential: ['none'], mdoc: ['none'] } })
    expect(keys.requestEncryption).toBe(keys.requestEncryption)
    expect(() => keys.credential).toThrow()
    expect(Object.keys(keys)).toEqual(['accessToken', 'credential', 'mdoc', 'requestEncryption'])
  })

  it('come back after many others were asked for', async () => {
    const { kid } = store.laboratoryKeys.accessToken(id)
    for (let count = 0; count < 300; count++) store.laboratoryKeys.accessToken(`${count}`.padStart(22, 'x'))
    expect(store.laboratoryKeys.accessToken(id).kid).toBe(kid)
  })
})

describe('the certificates of a laboratory in the European trust framework', () => {
  const trustedId = 'DDDDDDDDDDDDDDDDDDDD_-'
  const certify = async (mdocSigner: LaboratoryTrust['mdocSigner'] = 'etsi', intermediates = 0) => {
    const certificates = await store.laboratoryKeys.certify(trustedId, intermediates, { mdocSigner })
    if (certificates === null) throw new Error('The authorities certify nothing.')
    return certificates
  }
  const read = (der = '') => new X509Certificate(Buffer.from(der, 'base64'))
  const authority = async (role: TrustRole) => read((await store.trustKeys()).anchor(role).der)
  const issued = (leaf: X509Certificate, ca: X509Certificate) => leaf.checkIssued(ca) && leaf.verify(ca.publicKey)
  const subject = 'C=IT\nO=Wallet Capture\norganizationIdentifier=NTRIT-WALLETCAPTURE'
  /** QcType with id-etsi-qct-pid (0.4.0.194126.1.1), and that as a statement of its own. */
  const pidStatements = '30203013060604008e4601063009060704008bec4e01013009060704008bec4e0101'
  const sealExtensions = (leaf: X509Certificate, ca: X509Certificate) => ({
    basicConstraints: [{ ca: false, pathLength: undefined }, 'critical'],
    keyUsage: [1, 'critical'],
    certificatePolicies: [['0.4.0.2042.1.1'], 'not critical'],
    authorityInfoAccess: [['https://capture.example/trust/ca/pid-ca.cer'], 'not critical'],
    qcStatements: [pidStatements, 'not critical'],
    subjectKeyIdentifier: [keyId(leaf), 'not critical'],
    authorityKeyIdentifier: [keyId(ca), 'not critical'],
  })
  const ofMdocs = {
    extendedKeyUsage: [['1.0.18013.5.1.2'], 'not critical'],
    issuerAltName: [[{ type: 'email', value: 'test-root@wallet-capture.invalid' }], 'not critical'],
  }

  it('seal SD-JWT VCs as a PID provider', async () => {
    const { credential, root } = await certify()
    const [leaf, pid] = [read(credential[0]), await authority('pid')]
    expect([credential.length, issued(leaf, pid), read(root).raw.equals(pid.raw)]).toEqual([1, true, true])
    expect(leaf.subject).toBe(`${subject}\nCN=lab:${trustedId} credential signer`)
    expect(lifeDays(leaf)).toBe(398)
    expect(extensionsOf(leaf)).toEqual({
      ...sealExtensions(leaf, pid),
      subjectAltName: [
        [
          { type: 'dns', value: 'capture.example' },
          { type: 'url', value: `https://capture.example/lab/${trustedId}` },
        ],
        'not critical',
      ],
    })
  })

  it('seal mdocs as TS 119 412-6 has it, or as ISO/IEC 18013-5 does where that is asked for', async () => {
    const [etsi, iso, pid] = [
      read((await certify()).mdoc[0]),
      read((await certify('iso')).mdoc[0]),
      await authority('pid'),
    ]
    for (const leaf of [etsi, iso]) {
      expect(issued(leaf, pid)).toBe(true)
      expect(leaf.subject).toBe(`${subject}\nCN=lab:${trustedId} mdoc signer`)
    }
    expect(extensionsOf(etsi)).toEqual({ ...sealExtensions(etsi, pid), ...ofMdocs })
    const { basicConstraints, ...others } = sealExtensions(iso, pid)
    expect(basicConstraints).toBeDefined()
    expect(extensionsOf(iso)).toEqual({ ...others, ...ofMdocs, extendedKeyUsage: [['1.0.18013.5.1.2'], 'critical'] })
  })

  it('give the issuer access by a key of its own, which reads no mdocs', async () => {
    const certificates = await certify()
    const keys = store.laboratoryKeys.keys({ id: trustedId, certificates })
    const [leaf, ca] = [read(keys.access?.x5c[0]), await authority('access')]
    expect(issued(leaf, ca)).toBe(true)
    expect(leaf.subject).toBe(`${subject}\nOU=issuer\nCN=Wallet Capture Issuer`)
    expect(lifeDays(leaf)).toBe(398)
    const { crlDistributionPoints, extendedKeyUsage, certificatePolicies } = extensionsOf(leaf)
    expect(crlDistributionPoints).toEqual([['https://capture.example/trust/crl/access-ca.crl'], 'not critical'])
    expect(certificatePolicies).toEqual([['0.4.0.194118.1.2'], 'not critical'])
    expect(extendedKeyUsage).toBeUndefined()
    const kids = [keys.access, keys.credential, keys.mdoc, keys.accessToken].map((one) => one?.kid)
    expect(new Set(kids).size).toBe(4)
    expect((await store.trustKeys()).accessVerifier.kid).not.toBe(keys.access?.kid)
  })

  it('lead to no authority of another role, nor to the test root', async () => {
    const { credential, mdoc, access = [] } = await certify()
    const trusted: [string, X509Certificate][] = [['root', new X509Certificate(store.rootPem())]]
    for (const role of ['access', 'registrar', 'pid'] as const) trusted.push([role, await authority(role)])
    const led = (x5c: readonly string[]) => trusted.flatMap(([name, ca]) => (issued(read(x5c[0]), ca) ? [name] : []))
    expect([led(credential), led(mdoc), led(access)]).toEqual([['pid'], ['pid'], ['access']])
  })

  it('have a root of its own above intermediates, for SD-JWT VCs alone', async () => {
    const { credential, mdoc, root, mdoc_root, access } = await certify('etsi', 2)
    expect([credential.length, mdoc.length, access?.length]).toEqual([3, 1, 1])
    const pid = await authority('pid')
    expect(issued(read(credential[2]), read(root))).toBe(true)
    expect(read(root).raw.equals(pid.raw)).toBe(false)
    expect([issued(read(mdoc[0]), read(mdoc_root)), read(mdoc_root).raw.equals(pid.raw)]).toEqual([true, true])
  })

  it('are minted wrong on purpose for the same keys', async () => {
    const { laboratoryKeys } = store
    const keys = laboratoryKeys.keys({ id: trustedId, certificates: await certify() })
    const pid = await authority('pid')
    for (const purpose of ['credential', 'mdoc'] as const) {
      const unlisted = await laboratoryKeys.mintSeal(trustedId, purpose, 'unlisted', { mdocSigner: 'etsi' })
      const [leaf, right] = [read(unlisted.x5c[0]), read(keys[purpose].x5c[0])]
      expect([unlisted.kid, leaf.subject, issued(leaf, pid)]).toEqual([keys[purpose].kid, right.subject, false])
      expect(leaf.issuer).toContain('Stranger')
      const silent = await laboratoryKeys.mintSeal(trustedId, purpose, 'no_qc_statement', { mdocSigner: 'etsi' })
      expect(issued(read(silent.x5c[0]), pid)).toBe(true)
      const { qcStatements, ...others } = extensionsOf(right)
      expect(qcStatements).toBeDefined()
      expect(extensionsOf(read(silent.x5c[0]))).toEqual(others)
    }
    const revocable = await laboratoryKeys.mintAccess(trustedId, 'revocable')
    expect(revocable.kid).toBe(keys.access?.kid)
    expect(extensionsOf(read(revocable.x5c[0])).crlDistributionPoints).toEqual([
      [`https://capture.example/trust/s/${trustedId}/access.crl`],
      'not critical',
    ])
  })
})
