import { type CborWritable, coseSign1Detached, embeddedCbor, writeCbor } from '../../../shared/cbor/cose-sign1'
import type { CredentialQuery, DcqlQuery } from '../../../shared/dcql/dcql-query'
import { concatenate } from '../../../shared/formats/mso-mdoc/read-presentation/session-transcript'
import { invariant } from '../../../shared/ports/errors'
import type { JwsSigner, Signer } from '../../../shared/ports/keys'
import { fromBase64, fromBase64url, toBase64url, utf8 } from '../../../shared/values/base64url'
import { isObject, type Json } from '../../../shared/values/json'
import { type RequestProblem, refused } from '../request/request-problem'

/** COSE label of the certificate chain. RFC9360-2 */
const x5chain = 33

/** The requester, and what its signature binds the request to. */
interface Asking {
  /** Encoded. */
  readonly transcript: Uint8Array
  readonly signer: JwsSigner
}

/**
 * `DeviceRequest` in base64url for a query of mdocs: one document request per credential query, each signed by the
 * reader. `mdocQueryErrors` lists what it cannot express.
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

/** Elements by namespace with intent to retain, which is false unless the query says otherwise. */
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

/** One certificate is a byte string, several are an array. RFC9360-2 */
function certificates({ x5c }: JwsSigner): CborWritable {
  const chain = x5c.flatMap((certificate) => fromBase64(certificate) ?? [])
  return chain.length === 1 && chain[0] !== undefined ? chain[0] : chain
}

/** Labels and values of a P-256 COSE_Key. RFC9052-7.1, RFC9053-7.1.1 */
const [keyType, ec2, curve, p256, xLabel, yLabel] = [1, 2, -1, 1, -2, -3]

/**
 * `encryptionInfo` of an ISO/IEC 18013-7 request: nonce and response encryption key, as base64url CBOR. The text itself
 * enters the handover, so it is made once and stored.
 * @param nonce as in the entry
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

/** Our nonces are base64url; of a tester's nonce the characters are sent. */
const nonceBytes = (nonce: string): Uint8Array => fromBase64url(nonce) ?? utf8(nonce)

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64url(text)
  invariant(bytes !== null, 'The coordinates of a key are base64url.')
  return bytes
}

/** Query members that an ISO/IEC 18013-7 request cannot express. */
const placeless = ['claim_sets', 'trusted_authorities'] as const

/**
 * Why a DCQL query cannot be an ISO/IEC 18013-7 request, which only names mdoc elements: the first reason per
 * credential query. Pointers are relative to the query.
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
