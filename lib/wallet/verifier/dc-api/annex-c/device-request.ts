import { WalletStop } from '../../../errors'
import { type CborMap, CborTag, type CborValue, readCbor } from '../../../formats/mso-mdoc/cbor'
import type { HeldCredential } from '../../../formats/stored-credential'
import { isObject } from '../../../json'
import type { CredentialQuery } from '../../dcql/dcql-query'
import { RequestRefused } from '../../request/request-refused'

/** What a verifier asks of one document. */
export interface DocRequest {
  docType: string
  /** Namespace and name of each element. */
  elements: [nameSpace: string, name: string][]
  /** As received, with its tag, since the verifier signs it. */
  itemsRequest: CborTag
  /** A COSE_Sign1; null where the verifier does not say who it is. */
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
 * A query for what the wallet holds of one document: other elements are left out of the response, as ISO/IEC 18013-5 has it.
 *
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
