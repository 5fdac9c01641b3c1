import { type CborWritable, writeCbor } from '../../cbor/cose-sign1'
import { publicMembers } from '../../jose/jwk'
import { type PidValue, pidNamespace } from '../../pid/attributes'
import { invariant } from '../../ports/errors'
import type { Random, Signer } from '../../ports/ports'
import { type EpochMillis, toDate } from '../../time/time'
import { fromBase64, fromBase64url, toBase64url } from '../../values/base64url'
import { isObject, type Json, type JsonObject } from '../../values/json'
import type { IssueInput, MdocDateName } from '../credential-format'
import { credentialExpiry, credentialStart, hashOf } from '../credential-validity'
import {
  CoseKey,
  DateOnly,
  DeviceKey,
  DeviceKeyInfo,
  Header,
  IssuerAuth,
  IssuerNamespaces,
  IssuerSigned,
  IssuerSignedItem,
  KeyAuthorizations,
  type MdocContext,
  MobileSecurityObject,
  ProtectedHeaders,
  SignatureAlgorithm,
  UnprotectedHeaders,
  ValidityInfo,
  ValueDigests,
} from './mdoc-library'

/** Salt length in bytes; ISO/IEC 18013-5 section 9.1.2.5 requires at least 16. */
const saltBytes = 32

/**
 * Issues an mdoc: base64url of the CBOR of `IssuerSigned`. Each element has its own salt and digest, so that a holder
 * can reveal it alone.
 * @see OID4VCI-1FINALA-A.2.4
 */
export async function issueMsoMdoc(input: IssueInput): Promise<string> {
  const { configuration, signer } = input
  invariant(configuration.format === 'mso_mdoc', 'The credential configuration is not of format mso_mdoc.')
  const { own } = configuration
  const namespace = own?.namespace ?? pidNamespace
  const hash = hashOf(input)
  const items = signedItems(input)
  const digests = new Map(items.map((item) => [item.digestId, hash(item.encode({ asDataItem: true }))]))
  const object = MobileSecurityObject.create({
    digestAlgorithm: digestNames[own?.digestAlgorithm ?? 'sha-256'],
    docType: configuration.doctype,
    valueDigests: ValueDigests.create({ digests: new Map([[namespace, digests]]) }),
    deviceKeyInfo: deviceKeyInfo(input, namespace),
    validityInfo: validityInfo(input),
  })
  const encoded = withDates(object.encode(), input)
  const issuerAuth = await IssuerAuth.create(
    {
      payload:
        input.status === undefined && input.mdocDate === undefined
          ? object
          : embedded(withStatus(encoded, input.status)),
      protectedHeaders: ProtectedHeaders.create({
        protectedHeaders: new Map([[Header.Algorithm, SignatureAlgorithm.ES256]]),
      }),
      unprotectedHeaders: UnprotectedHeaders.create({
        unprotectedHeaders: new Map([[Header.X5Chain, certificates(signer.x5c)]]),
      }),
      signingKey: CoseKey.fromJwk({ ...signer.publicJwk }),
      algorithm: SignatureAlgorithm.ES256,
    },
    signContext(signer),
  )
  const issuerNamespaces = IssuerNamespaces.create({ issuerNamespaces: new Map([[namespace, items]]) })
  return toBase64url(IssuerSigned.create({ issuerNamespaces, issuerAuth }).encode())
}

/** ISO/IEC 18013-5 section 9.1.2.5 */
const digestNames = { 'sha-256': 'SHA-256', 'sha-384': 'SHA-384', 'sha-512': 'SHA-512' } as const

const elementsOf = ({ configuration: { own }, subject }: IssueInput) =>
  own === undefined
    ? subject.flatMap(({ mdoc, value }) =>
        mdoc === null ? [] : [{ name: mdoc.element, value: elementValue(value, mdoc.type) }],
      )
    : Object.entries(own.claims).map(([name, value]) => ({ name, value: ownElementValue(value) }))

function signedItems(input: IssueInput): IssuerSignedItem[] {
  const { random } = input
  const elements = elementsOf(input)
  const digestIds = shuffledDigestIds(elements.length, random)
  return elements.map(({ name, value }, index) =>
    IssuerSignedItem.fromOptions({
      digestId: digestIds[index] ?? index,
      random: new Uint8Array(random(saltBytes)),
      elementIdentifier: name,
      elementValue: value,
    }),
  )
}

/** The library spells these two curves of a JWK with a small p. */
const curveNames: Readonly<Record<string, string>> = { 'P-384': 'p-384', 'P-521': 'p-521' }

/** The holder's public key as COSE_Key, with the elements that it may sign. ISO18013-5-9.1.2.4 */
function deviceKeyInfo({ holderJwk, configuration: { own } }: IssueInput, namespace: string): DeviceKeyInfo {
  const members = holderJwk && publicMembers(holderJwk)
  invariant(members !== null, 'The holder key is not a public JWK.')
  const elements = own?.transactionElements
  return DeviceKeyInfo.create({
    deviceKey: DeviceKey.fromJwk({ ...members, crv: curveNames[members.crv ?? ''] ?? members.crv }),
    ...(elements === undefined
      ? {}
      : { keyAuthorizations: KeyAuthorizations.create({ dataElements: new Map([[namespace, [...elements]]]) }) }),
  })
}

/** mdoc instants have no fraction of a second: ISO/IEC 18013-5 section 9.1.2.4. */
const validityInfo = (input: IssueInput): ValidityInfo => {
  const { signed, validFrom, validUntil } = datesOf(input)
  return ValidityInfo.create({
    signed: toDate(signed),
    validFrom: toDate(validFrom),
    validUntil: toDate(validUntil),
  })
}

const validityNames = ['signed', 'validFrom', 'validUntil'] as const satisfies readonly MdocDateName[]

function datesOf({ now, signer, expiresAt }: IssueInput): Readonly<Record<MdocDateName, EpochMillis>> {
  const signed = credentialStart(now, signer)
  return { signed, validFrom: signed, validUntil: expiresAt ?? credentialExpiry(now) }
}

/** One certificate is a byte string, several are an array of them. RFC9360-2 */
function certificates(x5c: readonly string[]): Uint8Array | Uint8Array[] {
  const chain = x5c.flatMap((certificate) => fromBase64(certificate) ?? [])
  const [leaf] = chain
  invariant(leaf !== undefined, 'An mdoc is signed with a certificate.')
  return chain.length === 1 ? leaf : chain
}

/**
 * The numbers from 0 to `count` - 1 in unpredictable order, so that a digest id does not reveal its element. Small
 * numbers, because ISO/IEC 18013-5 section 9.1.2.4 limits them to 31 bits. Each draw uses four random bytes; the modulo
 * bias is negligible.
 */
export function shuffledDigestIds(count: number, random: Random): number[] {
  const ids = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const drawn = random(4).reduce((number, byte) => number * 256 + byte, 0) % (last + 1)
    const [a, b] = [ids[last], ids[drawn]]
    if (a !== undefined && b !== undefined) {
      ids[last] = b
      ids[drawn] = a
    }
  }
  return ids
}

/**
 * An element value in the type of its encoding: a full-date becomes tag 1004, a picture bytes, a place a map; text,
 * numbers and arrays stay. EU PID Rulebook 1.7, section 3.1.2.
 */
function elementValue(value: PidValue['value'], type: NonNullable<PidValue['mdoc']>['type']): unknown {
  switch (type) {
    case 'full-date':
      return new DateOnly(String(value))
    case 'bstr': {
      const bytes = fromBase64(String(value))
      invariant(bytes !== null, 'A picture of the test subject is base64.')
      return bytes
    }
    case 'place':
      invariant(isObject(value), 'A place of the test subject is an object.')
      return new Map(Object.entries(value))
    case 'tstr':
    case 'uint':
    case 'array of tstr':
      return value
  }
}

/** An element value defined by a tester, with full-dates and bytes as in `OwnCredential`; objects become maps. */
function ownElementValue(value: Json): unknown {
  if (Array.isArray(value)) return value.map(ownElementValue)
  if (!isObject(value)) return value
  const [[name, inner] = ['', null], ...others] = Object.entries(value)
  if (others.length === 0 && name === '$date' && typeof inner === 'string') return new DateOnly(inner)
  if (others.length === 0 && name === '$bytes' && typeof inner === 'string') {
    const bytes = fromBase64url(inner)
    invariant(bytes !== null, 'The bytes of an element are base64url.')
    return bytes
  }
  return new Map(Object.entries(value).map(([member, one]) => [member, ownElementValue(one as Json)]))
}

/** The library's signing callback: receives bytes, returns r and s. Issuing needs nothing else of it. */
const signContext = (signer: Signer): Pick<MdocContext, 'cose'> => ({
  cose: {
    sign1: {
      sign: ({ toBeSigned }) => signer.sign(toBeSigned),
      verify: () => unused('verify'),
    },
    mac0: { sign: () => unused('mac'), verify: () => unused('mac') },
  },
})

function unused(what: string): never {
  throw new Error(`Issuing an mdoc does not ${what}.`)
}

/** The head of an empty map; the heads for 1 to 23 entries follow. RFC8949-3.1 */
const emptyMap = 0xa0

const shortMapEntriesMax = 23

/** Head and length of tag 24 before a byte string. RFC8949-3.4.5.1 */
const embeddedTag = [0xd8, 0x18]

/**
 * Appends `status` to a mobile security object, which the library cannot do. Nothing else changes.
 * @see TSL14-6.3
 */
function withStatus(object: Uint8Array, status: JsonObject | undefined): Uint8Array {
  if (status === undefined) return object
  const head = object[0] ?? 0
  const entries = head - emptyMap
  invariant(entries >= 0 && entries < shortMapEntriesMax, 'A mobile security object is a map with few members.')
  return Uint8Array.of(head + 1, ...object.subarray(1), ...writeCbor('status'), ...writeCbor(writable(status)))
}

const embedded = (object: Uint8Array): Uint8Array => Uint8Array.of(...embeddedTag, ...writeCbor(object))

/** The head of tag 0, a date as text. RFC8949-3.4.1 */
const dateTag = 0xc0

/** A date of a mobile security object with its name. */
const datedMember = (name: string, text: string): Uint8Array =>
  Uint8Array.of(...writeCbor(name), dateTag, ...writeCbor(text))

/** Writes the dates of a mobile security object as the input wants them, which the library cannot do. */
const withDates = (object: Uint8Array, { mdocDate, ...input }: IssueInput): Uint8Array =>
  mdocDate === undefined
    ? object
    : validityNames.reduce((bytes, name) => {
        const at = datesOf(input)[name]
        const text = toDate(at)
          .toISOString()
          .replace(/\.\d+Z$/, 'Z')
        return replaced(bytes, datedMember(name, text), datedMember(name, mdocDate(name, text, at)))
      }, object)

/** Replaces the first occurrence of bytes. */
function replaced(bytes: Uint8Array, part: Uint8Array, by: Uint8Array): Uint8Array {
  const start = bytes.findIndex((_byte, index) => part.every((one, offset) => bytes[index + offset] === one))
  invariant(start !== -1, 'A mobile security object has each of its dates.')
  return Uint8Array.of(...bytes.subarray(0, start), ...by, ...bytes.subarray(start + part.length))
}

/** JSON as CBOR: objects become maps, numbers integers. */
function writable(value: Json): CborWritable {
  if (Array.isArray(value)) return value.map(writable)
  if (isObject(value)) return new Map(Object.entries(value).map(([name, member]) => [name, writable(member)]))
  invariant(typeof value === 'string' || Number.isSafeInteger(value), 'A status holds texts and whole numbers.')
  return value as CborWritable
}
