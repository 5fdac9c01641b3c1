import { verify } from 'node:crypto'
import { WalletStop } from '../../../errors'
import {
  type CborMap,
  CborTag,
  type CborValue,
  embed,
  readCbor,
  toBeSigned,
  writeCbor,
} from '../../../formats/mso-mdoc/cbor'
import { certificatesOf } from '../../../formats/mso-mdoc/verify'
import type { HeldCredential } from '../../../formats/stored-credential'
import { isSelfSigned, readSigningCertificate } from '../../../jose/certificates'
import { isObject } from '../../../json'
import type { CredentialQuery } from '../../dcql/dcql-query'
import { RequestRefused } from '../../request/request-refused'
import type { Run } from '../../run'

/** What a verifier requests from one document. */
export interface DocRequest {
  docType: string
  /** Namespace and name of each element. */
  elements: [nameSpace: string, name: string][]
  /** As received, with its tag, because the verifier signs it. */
  itemsRequest: CborTag
  /** A COSE_Sign1; null if the verifier does not identify itself. */
  readerAuth: CborValue[] | null
}

/**
 * Reads a `DeviceRequest` in base64url (ISO/IEC 18013-5 section 8.3.2.1.2.1).
 *
 * @throws RequestRefused when it is malformed
 */
export function readDeviceRequest(text: string): DocRequest[] {
  const docRequests = read(text).get('docRequests')
  if (!Array.isArray(docRequests) || docRequests.length === 0) return invalid('asks for no document')
  return docRequests.map(readDocRequest)
}

/**
 * A query for what the wallet holds of one document: missing elements are left out of the response, as ISO/IEC 18013-5
 * requires.
 * @param id - the name of the query
 */
export function queryFor(
  { docType, elements }: DocRequest,
  id: string,
  held: readonly HeldCredential[],
): CredentialQuery {
  const known = held.filter(({ format, type }) => format === 'mso_mdoc' && type === docType)
  const has = ([nameSpace, name]: [string, string]): boolean =>
    known.some(({ claims }) => {
      const inside = claims[nameSpace]
      return isObject(inside) && Object.hasOwn(inside, name)
    })
  return {
    id,
    format: 'mso_mdoc',
    meta: { doctype_value: docType },
    multiple: false,
    holderBinding: true,
    trustedAuthorities: null,
    claims: elements.filter(has).map((path) => ({ id: null, path: [...path], values: null })),
    claimSets: null,
  }
}

function readDocRequest(value: CborValue): DocRequest {
  const docRequest = mapOf(value)
  const itemsRequest = docRequest.get('itemsRequest')
  if (!(itemsRequest instanceof CborTag) || itemsRequest.tag !== 24 || !Buffer.isBuffer(itemsRequest.value))
    return invalid('has no itemsRequest')
  const items = mapOf(decode(itemsRequest.value))
  const docType = items.get('docType')
  if (typeof docType !== 'string') return invalid('names no docType')
  const readerAuth = docRequest.get('readerAuth')
  if (readerAuth !== undefined && !Array.isArray(readerAuth)) return invalid('has a malformed readerAuth')
  return { docType, elements: elementsIn(mapOf(items.get('nameSpaces'))), itemsRequest, readerAuth: readerAuth ?? null }
}

function elementsIn(nameSpaces: CborMap): DocRequest['elements'] {
  return [...nameSpaces].flatMap(([nameSpace, names]) =>
    [...mapOf(names).keys()].map((name): [string, string] => [String(nameSpace), String(name)]),
  )
}

function read(text: string): CborMap {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return invalid('is not base64url')
  return mapOf(decode(Buffer.from(text, 'base64url')))
}

function decode(bytes: Buffer): CborValue {
  try {
    return readCbor(bytes)
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return invalid('is not CBOR')
  }
}

function mapOf(value: CborValue | undefined): CborMap {
  return value instanceof Map ? value : invalid('is malformed')
}

function invalid(how: string): never {
  throw new RequestRefused('invalid_request', `The deviceRequest ${how}`)
}

/** The extended key usage of certificates that sign requests for mobile documents (ISO 18013-5 table B.7). */
const reader = '1.0.18013.5.1.6'

const algorithmLabel = 1

/** ES256, and its fully specified form (RFC 9864 section 2.1). */
const algorithms: CborValue[] = [-7, -9]

/**
 * Verifies who requests a document (ISO/IEC 18013-5 section 9.1.4): a signature over the request and this session.
 * @param transcript - the `SessionTranscript`
 * @returns the certificates of the reader, its own first, in base64 of DER; empty where it does not say who it is
 * @throws RequestRefused
 */
export function requireReader(run: Run, { readerAuth, itemsRequest }: DocRequest, transcript: CborValue): string[] {
  if (readerAuth === null) return []
  try {
    const { x5c, covered, header, signature } = partsOf(readerAuth, itemsRequest, transcript)
    const { clock, trustAnchors, trust } = run
    // If trust is evaluated, that decides later who may issue access certificates.
    const anchors = trust === null ? trustAnchors : []
    const { leaf, chain } = readSigningCertificate({ x5c, nowMillis: clock(), anchors, of: 'verifier' })
    if (chain.some(isSelfSigned)) refuse('its certificates hold a trust anchor')
    if (!leaf.keyUsage?.includes(reader)) refuse('its certificate is not one of a reader')
    const key = { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' } as const
    if (!verify('sha256', toBeSigned(header, covered), key, signature)) refuse('its signature does not verify')
    return x5c
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return refuse(error.message)
  }
}

/** The parts of a COSE_Sign1 with a detached payload, which the wallet reconstructs. */
function partsOf(readerAuth: CborValue[], itemsRequest: CborValue, transcript: CborValue) {
  const [header, , payload, signature] = readerAuth
  if (!Buffer.isBuffer(header) || !Buffer.isBuffer(signature) || payload !== null || readerAuth.length !== 4)
    return refuse('it is not a COSE_Sign1 with a detached payload')
  const protectedHeader = readCbor(header)
  const algorithm = protectedHeader instanceof Map ? protectedHeader.get(algorithmLabel) : undefined
  if (!algorithms.includes(algorithm ?? null)) refuse('it is not signed with ES256')
  const covered = writeCbor(embed(writeCbor(['ReaderAuthentication', transcript, itemsRequest])))
  return { x5c: certificatesOf(readerAuth), covered, header, signature }
}

function refuse(why: string): never {
  throw new RequestRefused('invalid_request', `The reader is not authenticated: ${why}`)
}
