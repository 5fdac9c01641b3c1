import { createHash, createHmac, diffieHellman, hkdfSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { cborEncode, DataItem, DateOnly } from '@owf/mdoc'
import { mdocLeafProfile, rootProfile } from '@/lib/adapters/crypto/certificate-profiles'
import { makeCertificate } from '@/lib/adapters/crypto/make-certificate'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { type TestKey, testKey } from './make-presentation'
import { presentationInput, now as testNow } from './presented-input'

type Members = Map<string | number, unknown>

export const pidNamespace = 'eu.europa.ec.eudi.pid.1'

/** An issuer of mdocs with its root, and the device that they are bound to. */
export interface MdocParties {
  readonly rootDer: Uint8Array
  readonly rootBase64: string
  readonly certificate: Uint8Array
  readonly issuerKey: TestKey
  readonly deviceKey: TestKey
}

/** @param now - their certificates are valid from one hour before */
export async function mdocParties(now: EpochMillis = testNow): Promise<MdocParties> {
  const [rootKey, issuerKey, deviceKey] = [testKey(), testKey(), testKey()]
  const root = await makeCertificate(
    rootKey.privateKey,
    { privateKey: rootKey.privateKey, certificate: null },
    rootProfile(now),
  )
  const leaf = await makeCertificate(
    issuerKey.privateKey,
    { privateKey: rootKey.privateKey, certificate: root },
    mdocLeafProfile({
      issuerConfigurationId: 'test',
      baseUrl: 'https://issuer.example',
      now,
      rootNotAfter: rootProfile(now).notAfter,
    }),
  )
  return {
    rootDer: new Uint8Array(root.raw),
    rootBase64: root.raw.toString('base64'),
    certificate: new Uint8Array(leaf.raw),
    issuerKey,
    deviceKey,
  }
}

/** Changes of a correct device response. Each function changes its argument in place. */
export interface MdocChanges {
  /** When it is presented, in epoch milliseconds. */
  readonly now?: number
  readonly elements?: Readonly<Record<string, unknown>>
  readonly mso?: (mso: Members) => void
  /** Called after the digests are computed. */
  readonly items?: (items: unknown[]) => void
  /** Called before the digests are computed. */
  readonly item?: (item: Members, name: string) => void
  /** Protected header, unprotected header, payload, signature. */
  readonly issuerAuth?: (parts: unknown[]) => void
  readonly issuerKey?: TestKey
  readonly document?: (document: Members) => void
  readonly documents?: (documents: unknown[]) => void
  readonly response?: (response: Members) => void
  readonly deviceNamespaces?: Members
  readonly deviceAlg?: number
  readonly deviceKey?: TestKey
  readonly deviceAuth?: (deviceAuth: Members) => void
  readonly deviceProtected?: Members
  readonly signature?: (raw: Uint8Array) => Uint8Array
  /** Encoded. */
  readonly transcript?: Uint8Array
  /** Signs `DeviceAuthentication` without tag 24. */
  readonly notEmbedded?: boolean
  /** Sends a MAC for this public key of the reader. */
  readonly mac?: KeyObject
  /** What the salt of the MAC key is derived from; by default the transcript under tag 24. */
  readonly macSalt?: Uint8Array
  readonly finish?: (bytes: Uint8Array) => Uint8Array
}

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest())
export const embedded = (bytes: Uint8Array): DataItem => DataItem.fromBuffer(bytes)
const join = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
const signBytes = (bytes: Uint8Array, { privateKey }: TestKey): Uint8Array =>
  new Uint8Array(sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }))

/** The transcript of OpenID4VP 1.0, unless its parts are changed. OID4VP-1FINALA-B.2.6.1 */
export function transcriptOf(
  parts: {
    readonly clientId?: string
    readonly nonce?: string
    readonly thumbprint?: Uint8Array | string | null
    readonly responseUri?: string
  } = {},
): Uint8Array {
  const { clientId, nonce, responseUri } = { ...presentationInput(), ...parts }
  return cborEncode([
    null,
    null,
    ['OpenID4VPHandover', sha256(cborEncode([clientId, nonce, parts.thumbprint ?? null, responseUri]))],
  ])
}

const coseKey = ({ jwk }: TestKey): Members =>
  new Map<number, unknown>([
    [1, 2],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(jwk.x ?? '', 'base64url'))],
    [-3, new Uint8Array(Buffer.from(jwk.y ?? '', 'base64url'))],
  ]) as Members

/** Makes a presented mdoc in base64url, without using the code under test. */
export function makeDeviceResponse(parties: MdocParties, changes: MdocChanges = {}): string {
  return Buffer.from(makeDeviceResponseBytes(parties, changes)).toString('base64url')
}

export function makeDeviceResponseBytes(parties: MdocParties, changes: MdocChanges = {}): Uint8Array {
  const elements = changes.elements ?? { family_name: 'Fabbri', birth_date: new DateOnly('1990-04-12') }
  const digests: Members = new Map()
  const items: unknown[] = Object.entries(elements).map(([name, value], index) => {
    const item: Members = new Map<string | number, unknown>([
      ['digestID', index],
      ['random', new Uint8Array(randomBytes(16))],
      ['elementIdentifier', name],
      ['elementValue', value],
    ])
    changes.item?.(item, name)
    const bytes = embedded(cborEncode(item))
    digests.set(index, sha256(cborEncode(bytes)))
    return bytes
  })
  const minutes = (count: number): Date => new Date((changes.now ?? testNow) + count * 60_000)
  // The digest of a withheld element.
  digests.set(items.length, new Uint8Array(randomBytes(32)))
  changes.items?.(items)
  const mso: Members = new Map<string | number, unknown>([
    ['version', '1.0'],
    ['digestAlgorithm', 'SHA-256'],
    ['valueDigests', new Map([[pidNamespace, digests]])],
    ['deviceKeyInfo', new Map([['deviceKey', coseKey(parties.deviceKey)]])],
    ['docType', pidNamespace],
    [
      'validityInfo',
      new Map([
        ['signed', minutes(-10)],
        ['validFrom', minutes(-10)],
        ['validUntil', minutes(1000)],
      ]),
    ],
  ])
  changes.mso?.(mso)
  const payload = cborEncode(embedded(cborEncode(mso)))
  const protectedHeader = cborEncode(new Map([[1, -7]]))
  const issuerSignature = signBytes(
    cborEncode(['Signature1', protectedHeader, new Uint8Array(), payload]),
    changes.issuerKey ?? parties.issuerKey,
  )
  const issuerAuth: unknown[] = [protectedHeader, new Map([[33, parties.certificate]]), payload, issuerSignature]
  changes.issuerAuth?.(issuerAuth)
  const document: Members = new Map<string | number, unknown>([
    ['docType', pidNamespace],
    [
      'issuerSigned',
      new Map<string, unknown>([
        ['nameSpaces', new Map([[pidNamespace, items]])],
        ['issuerAuth', issuerAuth],
      ]),
    ],
    ['deviceSigned', deviceSigned(parties, changes)],
  ])
  changes.document?.(document)
  const documents: unknown[] = [document]
  changes.documents?.(documents)
  const response: Members = new Map<string | number, unknown>([
    ['version', '1.0'],
    ['documents', documents],
    ['status', 0],
  ])
  changes.response?.(response)
  const bytes = cborEncode(response)
  return changes.finish?.(bytes) ?? bytes
}

function deviceSigned(parties: MdocParties, changes: MdocChanges): Members {
  const nameSpaces = embedded(cborEncode(changes.deviceNamespaces ?? new Map()))
  const transcript = changes.transcript ?? transcriptOf()
  const authentication = join(
    Uint8Array.of(0x84),
    cborEncode('DeviceAuthentication'),
    transcript,
    cborEncode(pidNamespace),
    cborEncode(nameSpaces),
  )
  const payload = changes.notEmbedded ? authentication : cborEncode(embedded(authentication))
  const key = changes.deviceKey ?? parties.deviceKey
  const deviceAuth: Members = new Map()
  if (changes.mac === undefined) {
    const header = cborEncode(changes.deviceProtected ?? new Map([[1, changes.deviceAlg ?? -7]]))
    const raw = signBytes(cborEncode(['Signature1', header, new Uint8Array(), payload]), key)
    deviceAuth.set('deviceSignature', [header, new Map(), null, changes.signature?.(raw) ?? raw])
  } else {
    const header = cborEncode(new Map([[1, 5]]))
    const shared = diffieHellman({ privateKey: key.privateKey, publicKey: changes.mac })
    const salt = sha256(changes.macSalt ?? cborEncode(embedded(transcript)))
    const macKey = new Uint8Array(hkdfSync('sha256', shared, salt, 'EMacKey', 32))
    const tag = createHmac('sha256', macKey)
      .update(cborEncode(['MAC0', header, new Uint8Array(), payload]))
      .digest()
    deviceAuth.set('deviceMac', [header, new Map(), null, new Uint8Array(tag)])
  }
  changes.deviceAuth?.(deviceAuth)
  return new Map<string | number, unknown>([
    ['nameSpaces', nameSpaces],
    ['deviceAuth', deviceAuth],
  ])
}
