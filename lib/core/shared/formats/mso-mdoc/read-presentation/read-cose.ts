import { bytesOf, type CborItem, integerOf, itemsOf, memberOf } from '../../../cbor/cbor-item'
import { readPublicJwk } from '../../../jose/jwk'
import type { ReadCertificates, VerifySignature } from '../../../ports/ports'
import type { EpochMillis } from '../../../time/time'
import { toBase64, toBase64url } from '../../../values/base64url'
import { derToRaw } from '../../sd-jwt-vc/read-presentation/read-jws'
import { readIssuerChain } from '../../sd-jwt-vc/read-presentation/resolve-issuer-key'
import { cborEncode } from '../mdoc-library'
import type { EmbeddedReader } from './embedded-reader'
import type {
  CoseAlgReading,
  CoseReading,
  CoseVerdict,
  DeviceKeyReading,
  IssuerSignatureMistake,
  X5chainReading,
} from './mso-mdoc-reading'

/** How a COSE algorithm signs, and the key that it needs. RFC9053-2.1, RFC9864-2 */
interface CoseAlgorithm {
  readonly crv: string
  readonly hash: 'sha-256' | 'sha-384' | 'sha-512' | null
  readonly bytes: number
}

const p256: CoseAlgorithm = { crv: 'P-256', hash: 'sha-256', bytes: 64 }

const p384: CoseAlgorithm = { crv: 'P-384', hash: 'sha-384', bytes: 96 }

const p521: CoseAlgorithm = { crv: 'P-521', hash: 'sha-512', bytes: 132 }

const ed25519: CoseAlgorithm = { crv: 'Ed25519', hash: null, bytes: 64 }

/** ES256 and ESP256, ES384 and ESP384, ES512 and ESP512, EdDSA and Ed25519. */
const algorithms: ReadonlyMap<number, CoseAlgorithm> = new Map([
  [-7, p256],
  [-9, p256],
  [-35, p384],
  [-51, p384],
  [-36, p521],
  [-52, p521],
  [-8, ed25519],
  [-19, ed25519],
])

/** Those without a curve in their name: ES256, ES384, ES512 and EdDSA. RFC9053-2.1 */
const curveless: ReadonlySet<number> = new Set([-7, -35, -36, -8])

/** HMAC 256/256, the one MAC of ISO/IEC 18013-5. */
const hmac256 = 5

/** The signature algorithm with this number; `null` if it cannot be verified here. */
export const coseAlgorithm = (value: number | null): CoseAlgorithm | null =>
  value === null ? null : (algorithms.get(value) ?? null)

/** Labels of header parameters: RFC 9052 section 3.1, RFC 9360 section 2. */
const label = { alg: 1, crit: 2, x5chain: 33 } as const

/** The parts of a COSE message; `null` if absent. */
export interface CoseParts {
  readonly reading: CoseReading
  /** As received, because that is what is signed. */
  readonly protectedBytes: Uint8Array | null
  readonly payload: Uint8Array | null
  readonly signature: Uint8Array | null
  readonly x5chain: { readonly item: CborItem; readonly header: 'protected' | 'unprotected' } | null
  /** The text that the certificates stand under in place of their label; `null` if none. */
  readonly x5chainTextLabel: string | null
  /** A `crit` parameter is present; none is supported. RFC9052-3.1 */
  readonly critical: boolean
}

/** Splits a COSE_Sign1 or COSE_Mac0, however malformed. Never throws. */
export function readCose(
  item: CborItem | null,
  {
    allowed,
    mac,
    embedded,
  }: { readonly allowed: readonly number[]; readonly mac: boolean; readonly embedded: EmbeddedReader },
): CoseParts {
  // Tags 18 and 17 are not allowed here, but the content is still read.
  const untagged = item?.kind === 'tag' && (item.tag === 18 || item.tag === 17) ? item.content : item
  const parts = itemsOf(untagged)
  const [protectedItem = null, unprotected = null, payloadItem = null, signatureItem = null] = parts ?? []
  const protectedBytes = bytesOf(protectedItem)
  // An empty header may be encoded as zero bytes. RFC9052-3
  const protectedMap =
    protectedBytes === null || protectedBytes.length === 0 ? null : embedded(protectedBytes, 'a protected header')
  const inProtected = memberOf(protectedMap, label.alg)
  const labelled = inProtected ?? memberOf(unprotected, label.alg)
  const value = integerOf(labelled)
  const supported = mac ? value === hmac256 : coseAlgorithm(value) !== null
  const signature = bytesOf(signatureItem)
  return {
    reading: {
      shape:
        item === null
          ? 'absent'
          : !isCose(parts, { protectedBytes, signature, unprotected })
            ? 'other'
            : untagged === item
              ? 'cose'
              : 'tagged',
      alg: {
        value,
        inProtected: inProtected !== null,
        supported,
        allowed: mac ? supported : value !== null && allowed.includes(value),
        fitsKey: null,
        spelling: value === null ? spellingOf(labelled, { protectedMap, unprotected }) : 'integers',
      },
      payload: payloadItem?.kind === 'bytes' ? 'bytes' : isNull(payloadItem) ? 'null' : 'other',
      signatureBytes: signature?.length ?? null,
    },
    protectedBytes,
    payload: bytesOf(payloadItem),
    signature,
    x5chain: chainOf(protectedMap, unprotected),
    x5chainTextLabel:
      textLabels.x5chain.find(
        (name) => memberOf(unprotected, name) !== null || memberOf(protectedMap, name) !== null,
      ) ?? null,
    critical: memberOf(protectedMap, label.crit) !== null,
  }
}

/** Texts that stand in place of the label of a header parameter. */
const textLabels = { alg: ['1', 'alg'], x5chain: ['33', 'x5chain'] } as const

/** How an algorithm that is no integer is written. */
function spellingOf(
  labelled: CborItem | null,
  headers: { readonly protectedMap: CborItem | null; readonly unprotected: CborItem | null },
): CoseAlgReading['spelling'] {
  if (labelled !== null) return labelled.kind === 'text' ? 'text_value' : 'other_value'
  const found = [headers.protectedMap, headers.unprotected].flatMap((header) =>
    textLabels.alg.flatMap((name) => memberOf(header, name) ?? []),
  )[0]
  if (found === undefined) return 'absent'
  return found.kind === 'text' ? 'text_label_and_value' : 'text_label'
}

const isNull = (item: CborItem | null): boolean => item?.kind === 'simple' && item.value === null

const isCose = (
  parts: readonly CborItem[] | null,
  {
    protectedBytes,
    signature,
    unprotected,
  }: {
    readonly protectedBytes: Uint8Array | null
    readonly signature: Uint8Array | null
    readonly unprotected: CborItem | null
  },
): boolean => parts?.length === 4 && protectedBytes !== null && signature !== null && unprotected?.kind === 'map'

function chainOf(protectedMap: CborItem | null, unprotected: CborItem | null): CoseParts['x5chain'] {
  const usual = memberOf(unprotected, label.x5chain)
  if (usual !== null) return { item: usual, header: 'unprotected' }
  const other = memberOf(protectedMap, label.x5chain)
  return other === null ? null : { item: other, header: 'protected' }
}

/** Labels of a COSE_Key: RFC 9052 section 7.1, RFC 9053 section 7. */
const keyLabel = { kty: 1, crv: -1, x: -2, y: -3, d: -4 } as const

const ktyNames: ReadonlyMap<number, string> = new Map([
  [1, 'OKP'],
  [2, 'EC'],
])

const crvNames: ReadonlyMap<number, string> = new Map([
  [1, 'P-256'],
  [2, 'P-384'],
  [3, 'P-521'],
  [6, 'Ed25519'],
])

/** Reads a device key. Never throws. RFC9053-7 */
export async function readCoseKey(item: CborItem | null): Promise<DeviceKeyReading> {
  const kty = nameOf(ktyNames, memberOf(item, keyLabel.kty))
  const crv = nameOf(crvNames, memberOf(item, keyLabel.crv))
  const y = memberOf(item, keyLabel.y)
  const facts = await readPublicJwk({
    kty,
    crv,
    x: encoded(memberOf(item, keyLabel.x)),
    ...(kty === 'EC' ? { y: encoded(y) } : {}),
  })
  return {
    present: item !== null,
    form: keyFormOf(item),
    coordinates: facts.valid ? null : coordinatesOf(item, crv),
    kty,
    crv,
    compressed: y?.kind === 'simple' && typeof y.value === 'boolean',
    hasPrivatePart: memberOf(item, keyLabel.d) !== null,
    valid: facts.valid,
    publicJwk: facts.publicJwk,
    thumbprint: facts.thumbprint,
  }
}

const coordinateBytes: ReadonlyMap<string | null, number> = new Map([
  ['P-256', 32],
  ['P-384', 48],
  ['P-521', 66],
  ['Ed25519', 32],
])

/** What stands for the coordinates of a key that is none. RFC9053-7.1.1 */
function coordinatesOf(item: CborItem | null, crv: string | null): DeviceKeyReading['coordinates'] {
  const size = coordinateBytes.get(crv)
  const found = [keyLabel.x, keyLabel.y].flatMap((name) => memberOf(item, name) ?? [])
  if (size === undefined || found.length === 0) return null
  if (found.some(({ kind }) => kind === 'text')) return 'texts'
  const all = found.flatMap((one) => bytesOf(one) ?? []).filter(({ length }) => length !== size)
  if (all.some((bytes) => isDer(bytes))) return 'der'
  if (all.some((bytes) => bytes[0] === 4 && bytes.length === 2 * size + 1)) return 'point'
  return all.length > 0 ? 'length' : null
}

/** A SEQUENCE or an INTEGER of DER that ends with these bytes; lengths of one byte, as those of such keys. */
const isDer = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x30 || bytes[0] === 0x02) &&
  (bytes[1] === bytes.length - 2 || (bytes[1] === 0x81 && bytes[2] === bytes.length - 3))

function keyFormOf(item: CborItem | null): DeviceKeyReading['form'] {
  const bytes = bytesOf(item)
  if (bytes !== null && isDer(bytes)) return 'der'
  // The head of a CBOR map, in a byte string.
  if (item?.kind === 'tag' || (bytes?.[0] ?? 0) >> 5 === 5) return 'embedded'
  if (item?.kind !== 'map') return 'no_map'
  if (memberOf(item, keyLabel.kty) !== null) return 'cose_key'
  if (memberOf(item, 'kty') !== null) return 'jwk'
  return Object.values(keyLabel).some((name) => memberOf(item, String(name)) !== null) ? 'text_labels' : 'cose_key'
}

function nameOf(names: ReadonlyMap<number, string>, item: CborItem | null): string | null {
  const value = integerOf(item)
  return value === null ? null : (names.get(value) ?? null)
}

function encoded(item: CborItem | null): string | null {
  const bytes = bytesOf(item)
  return bytes && toBase64url(bytes)
}

type Jwk = Readonly<Record<string, unknown>>

/** A verdict for a signature that was not verified. */
export const unverified = (unverifiedBecause: NonNullable<CoseVerdict['unverifiedBecause']>): CoseVerdict => ({
  result: 'unverified',
  unverifiedBecause,
})

/** The verdict of a completed verification. */
export const verdictOf = (valid: boolean): CoseVerdict => ({
  result: valid ? 'valid' : 'invalid',
  unverifiedBecause: null,
})

/** `Sig_structure` with the protected header as received. RFC9052-4.4 */
const signedBytes = (protectedBytes: Uint8Array, payload: Uint8Array, aad: Uint8Array | null): Uint8Array =>
  cborEncode(['Signature1', protectedBytes, aad, payload])

/** `MAC_structure` with the protected header as received. RFC9052-6.3 */
export const macBytes = (protectedBytes: Uint8Array, payload: Uint8Array): Uint8Array =>
  cborEncode(['MAC0', protectedBytes, new Uint8Array(), payload])

/** Verifies a COSE_Sign1 with one key, or reports why it cannot be verified. Never throws. */
export function verifySign1(
  { reading, protectedBytes, signature, critical }: CoseParts,
  {
    payload,
    publicJwk,
    verify,
    aad = new Uint8Array(),
    isDerTaken = false,
  }: {
    payload: Uint8Array | null
    publicJwk: Jwk | null
    verify: VerifySignature
    /** Another `external_aad` than the empty one, to explain a signature by it. */
    aad?: Uint8Array | null
    /** To explain a signature by its encoding in DER. */
    isDerTaken?: boolean
  },
): CoseVerdict {
  if (protectedBytes === null || signature === null) return unverified('not_readable')
  if (critical) return unverified('critical_header')
  if (reading.alg.value === null) return unverified('no_algorithm')
  const algorithm = coseAlgorithm(reading.alg.value)
  if (algorithm === null) return unverified('algorithm_not_supported')
  if (publicJwk === null) return unverified('no_key')
  if (publicJwk.crv !== algorithm.crv) return unverified('algorithm_does_not_fit_key')
  if (payload === null) return unverified('nothing_signed')
  const taken = isDerTaken ? derToRaw(signature, algorithm.bytes) : signature
  return verdictOf(
    taken !== null &&
      taken.length === algorithm.bytes &&
      verify({ hash: algorithm.hash, publicJwk, data: signedBytes(protectedBytes, payload, aad), signature: taken }),
  )
}

/** Most certificates of a chain whose keys are tried. */
const triedCertificatesMax = 4

/** What explains an invalid signature of an issuer, of what the document itself holds; `null` if nothing does. Never throws. */
export function issuerSignatureMistake(
  cose: CoseParts,
  {
    otherCertificates,
    deviceJwk,
    ...signed
  }: Parameters<typeof verifySign1>[1] & {
    /** Keys of the certificates after the leaf. */
    readonly otherCertificates: readonly (Jwk | null)[]
    readonly deviceJwk: Jwk | null
  },
): IssuerSignatureMistake | null {
  const fits = (change: Partial<Parameters<typeof verifySign1>[1]>) =>
    verifySign1(cose, { ...signed, ...change }).result === 'valid'
  if (fits({ aad: null })) return 'null_for_empty'
  if (fits({ isDerTaken: true })) return 'der'
  const content = signed.payload && embeddedIn(signed.payload)
  if (content !== null && fits({ payload: content })) return 'without_tag_24'
  if (deviceJwk !== null && fits({ publicJwk: deviceJwk })) return 'device_key'
  return otherCertificates.slice(0, triedCertificatesMax).some((publicJwk) => publicJwk && fits({ publicJwk }))
    ? 'other_certificate'
    : null
}

/** What a byte string under tag 24 holds, with a length of two bytes at most; `null` for other bytes. RFC8949-3.4.5.1 */
function embeddedIn(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xd8 || bytes[1] !== 24) return null
  const start = bytes[2] === 0x58 ? 4 : bytes[2] === 0x59 ? 5 : null
  return start === null ? null : bytes.subarray(start)
}

/** Completes a reading with its key: an algorithm without a curve fits only one of them. RFC9053-2.1 */
export function withKeyFit(reading: CoseReading, publicJwk: Jwk | null, allowed: readonly number[]): CoseReading {
  const { alg } = reading
  const algorithm = coseAlgorithm(alg.value)
  if (algorithm === null) return reading
  const fitsKey = publicJwk === null ? null : publicJwk.crv === algorithm.crv
  // A listed algorithm with a curve in its name also allows the curveless name, never the reverse. OID4VP-1FINALA-B.2.2
  const sameSignature =
    fitsKey !== false &&
    curveless.has(alg.value ?? 0) &&
    allowed.some((value) => coseAlgorithm(value)?.crv === algorithm.crv)
  return { ...reading, alg: { ...alg, fitsKey, allowed: alg.allowed || sameSignature } }
}

const formOfChain = ({ kind }: CborItem): X5chainReading['form'] =>
  kind === 'bytes' || kind === 'array' || kind === 'text' ? kind : 'other'

/** Reads the certificates of a COSE header; `null` if it has none. Never throws. RFC9360-2 */
export function readX5chain(
  x5chain: CoseParts['x5chain'],
  { now, readCertificates }: { readonly now: EpochMillis; readonly readCertificates: ReadCertificates },
): X5chainReading | null {
  if (x5chain === null) return null
  const { item, header } = x5chain
  const entries = item.kind === 'bytes' ? [item] : (itemsOf(item) ?? [])
  const x5c = entries.map((entry) => {
    const bytes = bytesOf(entry)
    return bytes && toBase64(bytes)
  })
  const chain = readIssuerChain({ header: { x5c }, claims: null, now, readCertificates })
  return chain && { ...chain, form: formOfChain(item), header }
}
