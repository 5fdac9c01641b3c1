import { type CborWritable, coseSign1Detached, embeddedCbor, writeCbor } from '../../../ground/cbor/cose-sign1'
import type { CredentialQuery, DcqlQuery } from '../../../ground/dcql/dcql-query'
import { concatenate } from '../../../ground/formats/mso-mdoc/read-presentation/session-transcript'
import { invariant } from '../../../ground/ports/errors'
import type { JwsSigner, Signer } from '../../../ground/ports/keys'
import { fromBase64, fromBase64url, toBase64url, utf8 } from '../../../ground/values/base64url'
import { isObject, type Json } from '../../../ground/values/json'
import { type RequestProblem, refused } from '../request/request-problem'

/** Label of the certificates of a key. RFC9360-2 */
const x5chain = 33

/** Who asks, and what the signature binds the request to. */
interface Asking {
  /** Encoded. */
  readonly transcript: Uint8Array
  readonly signer: JwsSigner
}

/**
 * `DeviceRequest` for a query that asks for mdocs, as base64url: one document request for each credential query, each under the
 * signature of the reader. `mdocQueryErrors` says which queries it cannot stand for.
 * @see ISO18013-5-8.3.2.1.2.1, ISO18013-7-C
 */
export const makeDeviceRequest = ({ credentials }: DcqlQuery, asking: Asking): string =>
  toBase64url(
    writeCbor(
      new Map<string, CborWritable>([
        ['version', '1.0'],
        ['docRequests', credentials.map((query) => docRequest(query, asking))],
      ]),
    ),
  )

function docRequest(query: CredentialQuery, { transcript, signer }: Asking): CborWritable {
  const itemsRequestBytes = embeddedCbor(writeCbor(itemsRequest(query)))
  const authentication = readerAuthentication(transcript, writeCbor(itemsRequestBytes))
  return new Map<string, CborWritable>([
    ['itemsRequest', itemsRequestBytes],
    [
      'readerAuth',
      coseSign1Detached({
        unprotected: new Map([[x5chain, certificates(signer)]]),
        payload: writeCbor(embeddedCbor(authentication)),
        signer,
      }),
    ],
  ])
}

/** Elements by their namespace, each with whether we intend to keep it: not, where the query says nothing. */
function itemsRequest({ type, claims }: CredentialQuery): CborWritable {
  invariant(type.kind === 'doctype', 'The query names a document type.')
  const namespaces = new Map<string, Map<string, CborWritable>>()
  for (const { path, intentToRetain } of claims ?? []) {
    const [namespace, element] = path
    if (typeof namespace !== 'string' || typeof element !== 'string') continue
    const elements = namespaces.get(namespace) ?? new Map<string, CborWritable>()
    namespaces.set(namespace, elements.set(element, intentToRetain ?? false))
  }
  return new Map<string, CborWritable>([
    ['docType', type.values[0]],
    ['nameSpaces', namespaces],
  ])
}

/** `ReaderAuthentication`, encoded around the bytes of its parts. ISO18013-5-9.1.4.5 */
function readerAuthentication(transcript: Uint8Array, itemsRequestBytes: Uint8Array): Uint8Array {
  const arrayOfThree = Uint8Array.of(0x83)
  return concatenate(arrayOfThree, writeCbor('ReaderAuthentication'), transcript, itemsRequestBytes)
}

/** One certificate is a byte string, several are an array of them. RFC9360-2 */
function certificates({ x5c }: JwsSigner): CborWritable {
  const chain = x5c.flatMap((certificate) => fromBase64(certificate) ?? [])
  return chain.length === 1 && chain[0] !== undefined ? chain[0] : chain
}

/** Labels and values of a COSE_Key on the curve P-256. RFC9052-7.1, RFC9053-7.1.1 */
const [keyType, ec2, curve, p256, xLabel, yLabel] = [1, 2, -1, 1, -2, -3]

/**
 * `encryptionInfo` of a request in the form of ISO/IEC 18013-7: what the answer is encrypted to, as base64url of its CBOR. The text
 * itself enters the handover, so it is made once and kept.
 * @param nonce as the entry has it
 * @param publicJwk `null` for the test that sends no key
 * @see ISO18013-7-C
 */
export const makeEncryptionInfo = (nonce: string, publicJwk: Signer['publicJwk'] | null): string =>
  toBase64url(
    writeCbor([
      'dcapi',
      new Map<string, CborWritable>([
        ['nonce', nonceBytes(nonce)],
        ...(publicJwk === null ? [] : [['recipientPublicKey', coseKey(publicJwk)] as const]),
      ]),
    ]),
  )

const coseKey = ({ x, y }: Signer['publicJwk']): CborWritable =>
  new Map<number, CborWritable>([
    [keyType, ec2],
    [curve, p256],
    [xLabel, bytesOf(x)],
    [yLabel, bytesOf(y)],
  ])

/** A nonce of ours is base64url; of any other one that a tester chose, the characters are sent. */
const nonceBytes = (nonce: string): Uint8Array => fromBase64url(nonce) ?? utf8(nonce)

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64url(text)
  invariant(bytes !== null, 'The coordinates of a key are base64url.')
  return bytes
}

/** Members of a query that a request in the form of ISO/IEC 18013-7 has no place for. */
const placeless = ['claim_sets', 'trusted_authorities'] as const

/**
 * Why a DCQL query cannot be asked in the form of ISO/IEC 18013-7, which names elements of mdocs and nothing else: the first reason of
 * each credential query. Pointers are relative to the query.
 * @see ISO18013-5-8.3.2.1.2.1, ISO18013-7-C
 */
export function mdocQueryErrors(query: Json | undefined): readonly RequestProblem[] {
  if (!isObject(query) || !Array.isArray(query.credentials) || query.credentials.length === 0)
    return [error('', 'org-iso-mdoc needs a query for an mdoc.')]
  const sets =
    query.credential_sets === undefined ? [] : [error('/credential_sets', 'org-iso-mdoc has no place for it.')]
  return [
    ...sets,
    ...query.credentials.flatMap((credential, index) => {
      const found = credentialError(credential)
      return found === null ? [] : [error(`/credentials/${index}${found.at}`, found.message)]
    }),
  ]
}

interface Found {
  readonly at: string
  readonly message: string
}

function credentialError(credential: unknown): Found | null {
  if (!isObject(credential)) return { at: '', message: 'It must be a JSON object.' }
  if (credential.format !== 'mso_mdoc') return { at: '/format', message: 'org-iso-mdoc asks for mso_mdoc only.' }
  const { meta, claims } = credential
  if (!isObject(meta) || typeof meta.doctype_value !== 'string' || meta.doctype_value === '')
    return { at: '/meta', message: 'org-iso-mdoc needs a doctype_value.' }
  const member = placeless.find((name) => credential[name] !== undefined)
  if (member !== undefined) return { at: `/${member}`, message: 'org-iso-mdoc has no place for it.' }
  if (!Array.isArray(claims) || claims.length === 0)
    return { at: '/claims', message: 'org-iso-mdoc needs the elements that are asked for.' }
  return claims.map(claimError).find((one) => one !== null) ?? null
}

function claimError(claim: unknown, index: number): Found | null {
  const at = `/claims/${index}`
  if (!isObject(claim)) return { at, message: 'It must be a JSON object.' }
  const { path, values } = claim
  if (!Array.isArray(path) || path.length !== 2 || !path.every((one) => typeof one === 'string'))
    return { at: `${at}/path`, message: 'org-iso-mdoc needs a namespace and an element.' }
  return values === undefined ? null : { at: `${at}/values`, message: 'org-iso-mdoc has no place for it.' }
}

const error = (pointer: string, message: string): RequestProblem =>
  refused(pointer, 'invalid_dcql_query', message, 'ISO18013-7-C')
