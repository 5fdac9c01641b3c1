import { fromBase64url, toBase64url } from '../../ground/values/base64url'
import { answered, refused, type VerifierDeviation } from './verifier-deviation'

const notAuthentic = ['invalid_request_object', 'invalid_request', 'invalid_client'] as const

/** Nothing of it is wrong in a request that comes by link. */
const inBrowser = { channels: ['dc_api'] } as const
const signed = { ...inBrowser, needs: { dc_api_protocols: ['openid4vp-v1-signed'] } } as const
const multiSigned = { ...inBrowser, needs: { dc_api_protocols: ['openid4vp-v1-multisigned'] } } as const
const isoMdoc = { ...inBrowser, needs: { dc_api_protocols: ['org-iso-mdoc'] } } as const

/** A version of OpenID4VP that is none. OID4VP-1FINALA-A.1 */
const unknownVersion = 'openid4vp-v9-signed'

/** Flips the lowest bit of the last byte. */
const flipped = (signature: Uint8Array): Uint8Array =>
  signature.map((byte, place) => (place === signature.length - 1 ? byte ^ 1 : byte))

const flippedText = (signature: string): string => toBase64url(flipped(fromBase64url(signature) ?? new Uint8Array(64)))

/** The entries of what a browser is handed are wrong or unusual, or how they are signed. OID4VP-1FINALA-A.1, OID4VP-1FINALA-A.3.2 */
export const browserEntryDeviations: readonly VerifierDeviation[] = [
  {
    id: 'dc_protocol_mismatch',
    title: 'The request is signed, and its protocol says that it is not.',
    clause: 'OID4VP-1FINALA-A.1',
    ...refused('invalid_request'),
    ...inBrowser,
    advisory: true,
    note: 'OpenID4VP does not say what a wallet does with a request of another form than its protocol names.',
    needs: { dc_api_protocols: ['openid4vp-v1-unsigned'] },
    changes: { browser: { dataOf: 'openid4vp-v1-signed' } },
  },
  {
    id: 'dc_unknown_version_first',
    title: 'Before the request stands one of a version of OpenID4VP that does not exist.',
    clause: 'OID4VP-1FINALA-A.1',
    ...answered,
    ...signed,
    must: 'The wallet should respond to the second one.',
    changes: {
      browser: {
        requests: (requests) => [
          ...requests.slice(0, 1).map((request) => ({ ...request, protocol: unknownVersion })),
          ...requests,
        ],
      },
    },
  },
  {
    id: 'dc_multisigned_one_bad',
    title: 'The first of two signatures of the request is wrong.',
    clause: 'RFC7515-5.2',
    ...answered,
    ...multiSigned,
    advisory: true,
    note: 'RFC 7515 leaves it to the application how many of several signatures have to be right.',
    changes: { browser: { signature: (signature, place) => (place === 0 ? flippedText(signature) : signature) } },
  },
  {
    id: 'dc_multisigned_all_bad',
    title: 'All signatures of the request are wrong.',
    clause: 'RFC7515-5.2',
    ...refused(...notAuthentic),
    ...multiSigned,
    ofSigner: true,
    changes: { browser: { signature: flippedText } },
  },
  {
    id: 'dc_multisigned_client_in_payload',
    title: 'The payload of the request has a client_id, which only the header of each signature has.',
    clause: 'OID4VP-1FINALA-A.3.2.2',
    ...refused('invalid_request', 'invalid_request_object'),
    ...multiSigned,
    advisory: true,
    note: 'OpenID4VP forbids it to verifiers, and does not say what a wallet does with it.',
    changes: { browser: { payload: (payload, { clientId }) => ({ ...payload, client_id: clientId }) } },
  },
  {
    id: 'dc_annexc_bad_reader_auth',
    title: 'The signature of the reader authentication is wrong.',
    clause: 'ISO18013-5-9.1.4',
    ...refused('access_denied', 'invalid_request'),
    ...isoMdoc,
    advisory: true,
    note: 'ISO/IEC 18013-5 leaves it to the holder whether a reader that is not authenticated gets anything.',
    changes: { browser: { readerSignature: flipped } },
  },
  {
    id: 'dc_annexc_no_key',
    title: 'The encryptionInfo of the request names no key.',
    clause: 'ISO18013-7-C',
    ...refused('invalid_request'),
    ...isoMdoc,
    changes: { browser: { withoutRecipientKey: true } },
  },
]
