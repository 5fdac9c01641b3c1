import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DateOnly, IssuerSigned } from '@owf/mdoc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '@/lib/adapters/crypto/key-store'
import { digest, random, sha256 } from '@/lib/adapters/crypto/ports'
import { signer } from '@/lib/adapters/crypto/signer'
import { verifyMdoc } from '@/lib/testing/verify-mdoc'
import { type CborMap, CborTag, type CborValue, readCbor } from '@/lib/wallet/formats/mso-mdoc/cbor'
import { euPidDeviceBound } from '../../../issuer/configurations/eu-pid-device-bound'
import { testPid } from '../../pid/test-pid'
import type { Signer } from '../../ports/ports'
import { fromIso, toDate } from '../../time/time'
import type { IssueInput } from '../credential-format'
import { shuffledDigestIds } from './issue-mso-mdoc'
import { msoMdoc } from './mso-mdoc'

const issuer = 'https://capture.example/issuers/eu-pid-device-bound'
const namespace = 'eu.europa.ec.eudi.pid.1'
const now = fromIso('2026-11-20T12:00:00.900Z')!
const holderJwk = signer(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey).publicJwk
const configuration = euPidDeviceBound.credentialConfigurations.find(({ format }) => format === 'mso_mdoc')!

let mdocSigner: Signer
let rootDer: Uint8Array
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mdoc-keys-'))
  const keys = await openKeyStore({ directory, baseUrl: 'https://capture.example', now: () => now })
  mdocSigner = keys.issuerKeys('eu-pid-device-bound').mdoc
  rootDer = keys.rootDer()
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const issue = async (changes: Partial<IssueInput> = {}): Promise<string> => {
  const { text } = await msoMdoc.issue({
    configuration,
    subject: testPid(issuer),
    holderJwk,
    signer: mdocSigner,
    issuer,
    now,
    random,
    sha256,
    digest,
    ...changes,
  })
  return text
}

/** Decodes embedded CBOR (tag 24). */
function embedded(value: CborValue): CborValue {
  if (!(value instanceof CborTag) || value.tag !== 24 || !Buffer.isBuffer(value.value)) throw new Error('not embedded')
  return readCbor(value.value)
}

const decode = (credential: string) => IssuerSigned.fromEncodedForOid4Vci(credential)

describe('an issued mdoc', () => {
  it('is accepted by an independent implementation, every check of it', async () => {
    const { checks } = await verifyMdoc(await issue(), [rootDer], toDate(now))
    expect(checks.filter(({ status }) => status !== 'PASSED')).toEqual([])
    expect(checks.filter(({ check }) => check.includes('digest for'))).toHaveLength(26)
  })

  it('says exactly what the test PID says, in the types of the rulebook', async () => {
    expect(decode(await issue()).getPrettyClaims(namespace)).toEqual({
      family_name: 'Fabbri',
      given_name: 'Elena',
      birth_date: new DateOnly('1990-04-12'),
      place_of_birth: new Map([
        ['country', 'IT'],
        ['region', 'Emilia-Romagna'],
        ['locality', 'Bologna'],
      ]),
      nationality: ['IT'],
      portrait: expect.any(Uint8Array),
      resident_address: 'Via Europa 1, 40121 Bologna, IT',
      resident_country: 'IT',
      resident_state: 'Emilia-Romagna',
      resident_city: 'Bologna',
      resident_postal_code: '40121',
      resident_street: 'Via Europa 1',
      personal_administrative_number: 'TEST-PAN-0001',
      family_name_birth: 'Brontë',
      given_name_birth: 'Elena',
      sex: 2,
      email_address: 'elena.fabbri@example.com',
      mobile_phone_number: '+390000000001',
      expiry_date: new DateOnly('2035-12-31'),
      issuance_date: new DateOnly('2026-01-01'),
      issuing_authority: 'Capture Service Test PID Provider',
      issuing_country: 'IT',
      document_number: 'TEST-PID-0001',
      issuing_jurisdiction: 'IT-BO',
      trust_anchor: `${issuer}/trust-anchor.pem`,
      attestation_legal_category: 'PID',
    })
  })

  it('holds the portrait as bytes of a JPEG and dates under tag 1004', async () => {
    const credential = decode(await issue())
    const portrait = credential
      .getIssuerNamespace(namespace)
      ?.find(({ elementIdentifier }) => elementIdentifier === 'portrait')?.elementValue
    expect(portrait instanceof Uint8Array && Buffer.from(portrait.subarray(0, 2)).toString('hex')).toBe('ffd8')
    const bytes = Buffer.from(await issue(), 'base64url').toString('latin1')
    // Tag 1004 (d9 03ec) before a text of ten characters (6a).
    expect(bytes).toContain('\xd9\x03\xec\x6a1990-04-12')
  })

  it('has a mobile security object as ISO 18013-5 and the metadata say', async () => {
    const { issuerAuth } = decode(await issue())
    const object = issuerAuth.mobileSecurityObject
    expect(object.version).toBe('1.0')
    expect(object.digestAlgorithm).toBe('SHA-256')
    expect(object.docType).toBe('eu.europa.ec.eudi.pid.1')
    const { signed, validFrom, validUntil } = object.validityInfo
    expect([signed, validFrom, validUntil].map((date) => date.toISOString())).toEqual([
      // The signer's certificate is an hour old: the day began before it.
      '2026-11-20T11:00:00.000Z',
      '2026-11-20T11:00:00.000Z',
      '2026-12-04T00:00:00.000Z',
    ])
    expect([...issuerAuth.protectedHeaders.headers!]).toEqual([[1, -7]])
    expect([...issuerAuth.unprotectedHeaders.headers!.keys()]).toEqual([33])
    expect(Buffer.from(issuerAuth.certificate).toString('base64')).toBe(mdocSigner.x5c[0])
  })

  it('is built as ISO 18013-5 requires, byte by byte, in the shortest form with definite lengths', async () => {
    // The reference wallet's reader accepts no other form.
    const issuerSigned = readCbor(Buffer.from(await issue(), 'base64url')) as CborMap
    expect([...issuerSigned.keys()].sort()).toEqual(['issuerAuth', 'nameSpaces'])
    const [protectedHeader, unprotectedHeader, payload, signature, ...more] = issuerSigned.get('issuerAuth') as Buffer[]
    expect(more).toEqual([])
    expect(protectedHeader!.toString('hex')).toBe('a10126')
    expect(unprotectedHeader).toEqual(new Map([[33, Buffer.from(mdocSigner.x5c[0]!, 'base64')]]))
    expect(signature).toHaveLength(64)

    const object = embedded(readCbor(payload!)) as CborMap
    const { valueDigests, validityInfo, deviceKeyInfo, ...plain } = Object.fromEntries(object)
    expect(plain).toEqual({ version: '1.0', digestAlgorithm: 'SHA-256', docType: namespace })
    // Rounded to the day, but not before the signer's certificate, which is an hour old.
    expect(Object.fromEntries(validityInfo as CborMap)).toMatchObject({
      signed: { tag: 0, value: '2026-11-20T11:00:00Z' },
      validFrom: { tag: 0, value: '2026-11-20T11:00:00Z' },
      validUntil: { tag: 0, value: '2026-12-04T00:00:00Z' },
    })
    expect(deviceKeyInfo).toEqual(
      new Map([
        [
          'deviceKey',
          new Map<number, CborValue>([
            [1, 2],
            [-1, 1],
            [-2, Buffer.from(holderJwk.x, 'base64url')],
            [-3, Buffer.from(holderJwk.y, 'base64url')],
          ]),
        ],
      ]),
    )

    const items = (issuerSigned.get('nameSpaces') as CborMap).get(namespace) as CborTag[]
    const digests = (valueDigests as CborMap).get(namespace) as CborMap
    expect(digests.size).toBe(items.length)
    const values = new Map<CborValue, CborValue>()
    for (const item of items) {
      const members = embedded(item) as CborMap
      expect([...members.keys()].sort()).toEqual(['digestID', 'elementIdentifier', 'elementValue', 'random'])
      expect(digests.get(Number(members.get('digestID')))).toEqual(createHash('sha256').update(item.encoded).digest())
      values.set(members.get('elementIdentifier')!, members.get('elementValue')!)
    }
    for (const name of ['birth_date', 'expiry_date', 'issuance_date'])
      expect(values.get(name)).toMatchObject({ tag: 1004, value: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect(values.get('sex')).toBe(2)
    expect(values.get('nationality')).toEqual(['IT'])
    expect(values.get('place_of_birth')).toBeInstanceOf(Map)
    expect(Buffer.isBuffer(values.get('portrait'))).toBe(true)
    for (const [name, value] of values)
      if (typeof value === 'object')
        expect(['birth_date', 'expiry_date', 'issuance_date', 'nationality', 'place_of_birth', 'portrait']).toContain(
          name,
        )
  })

  it('says its status last, and all else as without one', async () => {
    const status = { status_list: { idx: 131_071, uri: 'https://capture.example/lab/x/status/2' } }
    const { checks } = await verifyMdoc(await issue({ status }), [rootDer], toDate(now))
    expect(checks.filter((check) => check.status !== 'PASSED')).toEqual([])
    const objectOf = async (changes: Partial<IssueInput>) => {
      const issuerSigned = readCbor(Buffer.from(await issue(changes), 'base64url')) as CborMap
      return embedded(readCbor((issuerSigned.get('issuerAuth') as Buffer[])[2]!)) as CborMap
    }
    const [plain, referenced] = [await objectOf({}), await objectOf({ status })]
    expect([...referenced.keys()]).toEqual([...plain.keys(), 'status'])
    expect(referenced.get('status')).toEqual(
      new Map([['status_list', new Map<string, CborValue>(Object.entries(status.status_list))]]),
    )
    expect((await objectOf({ status: {} })).get('status')).toEqual(new Map())
    const negative = await objectOf({ status: { status_list: { idx: -1, uri: '' } } })
    expect((negative.get('status') as CborMap).get('status_list')).toEqual(
      new Map<string, CborValue>([
        ['idx', -1],
        ['uri', ''],
      ]),
    )
  })

  it('is bound to the public members of the holder key and nothing that came with it', async () => {
    const { issuerAuth } = decode(
      await issue({ holderJwk: { ...holderJwk, kid: '0', alg: 'ES256', use: 'sig', d: 'c2VjcmV0' } }),
    )
    const { deviceKey } = issuerAuth.mobileSecurityObject.deviceKeyInfo
    expect([...deviceKey.encodedStructure.keys()]).toEqual([1, -1, -2, -3])
    expect(deviceKey.jwk).toMatchObject(holderJwk)
  })

  it.each([
    ['P-384', 2],
    ['P-521', 3],
  ])('is bound to a key on %s too', async (namedCurve, curve) => {
    const jwk = generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' })
    const { issuerAuth } = decode(await issue({ holderJwk: jwk as Record<string, string> }))
    const { deviceKey } = issuerAuth.mobileSecurityObject.deviceKeyInfo
    expect([...deviceKey.encodedStructure.entries()]).toEqual([
      [1, 2],
      [-1, curve],
      [-2, expect.anything()],
      [-3, expect.anything()],
    ])
    const coordinates = [-2, -3].map((label) => deviceKey.encodedStructure.get(label as never))
    expect(coordinates.map((bytes) => Buffer.from(bytes as Uint8Array).toString('base64url'))).toEqual([jwk.x, jwk.y])
  })

  it('has salts that never repeat and digest ids that tell nothing, within a credential or across', async () => {
    const [first, second] = [decode(await issue()), decode(await issue())]
    const items = [first, second].map((credential) => credential.getIssuerNamespace(namespace) ?? [])
    const salts = items.flat().map((item) => Buffer.from(item.random).toString('hex'))
    expect(new Set(salts).size).toBe(52)
    for (const salt of salts) expect(salt).toHaveLength(64)
    const [one, other] = items.map((list) => list.map(({ digestId }) => digestId))
    expect(one).not.toEqual(other)
    expect([...(one ?? [])].sort((a, b) => a - b)).toEqual(Array.from({ length: 26 }, (_, index) => index))
  })

  it('has the elements that its key may sign, under its own namespace, only where there are any', async () => {
    const authorized = async (transactionElements?: string[]) => {
      const claims = { pan_last_four: '1234' }
      const own = {
        claims,
        namespace: 'org.example.card.1',
        bound: true,
        disclosure: 'all',
        digestAlgorithm: 'sha-256',
        display: [],
        ...(transactionElements && { transactionElements }),
      } as const
      const { issuerAuth } = decode(await issue({ configuration: { ...configuration, own } }))
      return issuerAuth.mobileSecurityObject.deviceKeyInfo.keyAuthorizations
    }
    const elements = (await authorized(['payment_hash', 'amount']))?.dataElements
    expect([...(elements ?? [])]).toEqual([['org.example.card.1', ['payment_hash', 'amount']]])
    expect(await authorized()).toBeUndefined()
  })

  it('is not made for a holder without a key, without a certificate or for a configuration of another format', async () => {
    await expect(issue({ holderJwk: { kty: 'oct', k: 'AA' } })).rejects.toThrow(/holder key/)
    const bare = signer(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
    await expect(issue({ signer: bare })).rejects.toThrow(/certificate/)
    const [sdJwt] = euPidDeviceBound.credentialConfigurations
    await expect(issue({ configuration: sdJwt })).rejects.toThrow(/mso_mdoc/)
  })
})

describe('digest ids', () => {
  it('are each number below the count once, whatever the randomness', () => {
    for (const byte of [0, 1, 127, 255]) {
      const ids = shuffledDigestIds(26, (bytes) => new Uint8Array(bytes).fill(byte))
      expect([...ids].sort((a, b) => a - b)).toEqual(Array.from({ length: 26 }, (_, index) => index))
    }
  })
})
