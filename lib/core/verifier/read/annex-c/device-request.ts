import { type CborWritable, coseSign1Detached, embeddedCbor, writeCbor } from '../../../ground/cbor/cose-sign1'
import type { CredentialQuery, DcqlQuery } from '../../../ground/dcql/dcql-query'
import { concatenate } from '../../../ground/formats/mso-mdoc/read-presentation/session-transcript'
import { invariant } from '../../../ground/ports/errors'
import type { JwsSigner } from '../../../ground/ports/keys'
import { fromBase64, toBase64url } from '../../../ground/values/base64url'

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
