import { createHash, createHmac, createPublicKey, diffieHellman, hkdfSync, type JsonWebKey, sign } from 'node:crypto'
import {
  arrayOf,
  type CborMap,
  type CborValue,
  embed,
  mapOf,
  sign1,
  toBeSigned,
  writeCbor,
} from '../../formats/mso-mdoc/cbor'
import type { DeviceResponseDraft, Handover } from '../../formats/mso-mdoc/present'
import type { WalletKey } from '../../jose/key'
import { need } from '../../run'
import {
  askingMdoc,
  inDeviceProof,
  inDeviceResponse,
  inDocument,
  inMdocIssuance,
  invalidPresentation,
  mdocPid,
  misbehaviour,
} from './builders'
import type { PresentationMisbehaviour } from './misbehaviour'

const documentOf = ({ response }: DeviceResponseDraft): CborMap =>
  mapOf(arrayOf(response.get('documents'), 'documents')[0], 'document')

const deviceSignedOf = (draft: DeviceResponseDraft): CborMap => mapOf(documentOf(draft).get('deviceSigned'), 'device')

const deviceAuthOf = (draft: DeviceResponseDraft): CborMap => mapOf(deviceSignedOf(draft).get('deviceAuth'), 'device')

const sha256 = (value: CborValue): Buffer => createHash('sha256').update(writeCbor(value)).digest()

/** The wallet's nonce for the handover of ISO/IEC 18013-7, sent as `apu`. */
const mdocNonce = 'a-nonce-of-the-wallet'

/** The transcript that OpenID4VP had up to draft 24 (ISO/IEC 18013-7 annex B). */
const isoTranscript = ({ clientId, responseUri, nonce }: Handover): CborValue => [
  null,
  null,
  [sha256([clientId, mdocNonce]), sha256([responseUri, mdocNonce]), nonce],
]

/** The transcript of the Digital Credentials API (OID4VP-1FINAL-B.2.6.2). */
const dcApiTranscript = ({ responseUri, nonce, jwkThumbprint }: Handover): CborValue => [
  null,
  null,
  ['OpenID4VPDCAPIHandover', sha256([new URL(responseUri).origin, nonce, jwkThumbprint])],
]

/** A device signature with these parts. */
const signature = (...parts: CborValue[]): CborMap => new Map([['deviceSignature', parts]])

/** The signature of a device whose protected header has these bytes. */
const signed = (header: Buffer, covered: Buffer, key: WalletKey, dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363') =>
  sign('sha256', toBeSigned(header, covered), { key: key.privateKey, dsaEncoding })

/** The proof of the device (ISO/IEC 18013-5 section 9.1.3, OID4VP-1FINAL-B.2.6.1). */
export const mdocDeviceMisbehaviours: PresentationMisbehaviour[] = [
  inDeviceResponse(
    'vp.mdoc.device_signed',
    'Presents an mdoc without a proof that it is its own',
    invalidPresentation,
    (draft) => {
      documentOf(draft).delete('deviceSigned')
    },
    { alsoFails: ['vp.dcql.holder_binding'] },
  ),
  inDeviceResponse(
    'vp.mdoc.device_signed~plain',
    'Sends the namespaces of the device as a plain map',
    invalidPresentation,
    (draft) => {
      deviceSignedOf(draft).set('nameSpaces', new Map())
    },
  ),
  inDeviceResponse(
    'vp.mdoc.device_auth_one',
    'Proves in a way of its own beside the signature',
    invalidPresentation,
    (draft) => {
      deviceAuthOf(draft).set('deviceOath', 'I swear it')
    },
  ),
  inDeviceProof(
    'vp.mdoc.device_alg',
    'Signs the mdoc without protecting the name of the algorithm',
    invalidPresentation,
    (proof) => {
      const { key, algorithm } = proof
      proof.authenticate = (covered) => {
        const header = writeCbor(new Map())
        return signature(header, new Map([[1, algorithm]]), null, signed(header, covered, key))
      }
    },
  ),
  inDeviceProof(
    'vp.mdoc.device_alg~curve',
    'Signs the mdoc with an algorithm for another curve',
    invalidPresentation,
    (proof) => {
      proof.algorithm = -35
    },
  ),
  inDeviceProof(
    'vp.mdoc.device_payload_detached',
    'Sends what the device signed along with the signature',
    invalidPresentation,
    (proof) => {
      const { key, algorithm } = proof
      proof.authenticate = (covered) =>
        signature(...sign1({ protectedHeader: new Map([[1, algorithm]]), unprotectedHeader: new Map() }, covered, key))
    },
  ),
  inDeviceProof(
    'vp.mdoc.device_signature',
    'Signs the mdoc with another key',
    invalidPresentation,
    (proof, context) => {
      proof.key = context.newKey()
    },
  ),
  inDeviceProof(
    'vp.mdoc.device_signature~nonce',
    'Signs the mdoc for another nonce',
    invalidPresentation,
    ({ handover }) => {
      handover.nonce += '-of-another-request'
    },
    { needs: { openId: true } },
  ),
  inDeviceProof(
    'vp.mdoc.device_signature~address',
    'Signs the mdoc for another address',
    invalidPresentation,
    ({ handover }) => {
      handover.responseUri += '/'
    },
    { needs: { channel: 'url' } },
  ),
  inDeviceProof(
    'vp.mdoc.device_signature~slash',
    'Signs the mdoc for the address without the slash at its end',
    invalidPresentation,
    ({ handover }) => {
      handover.responseUri = handover.responseUri.replace(/\/$/, '')
    },
    {
      needs: { channel: 'url', sessionOptions: { ...askingMdoc.sessionOptions, negative_test: 'response_uri_slash' } },
    },
  ),
  inDeviceProof(
    'vp.mdoc.device_signature~thumbprint',
    'Signs the mdoc without the thumbprint of the encryption key',
    invalidPresentation,
    ({ handover }) => {
      handover.jwkThumbprint = null
    },
    { needs: { openId: true } },
  ),
  inDeviceProof(
    'vp.mdoc.device_signature~prefix',
    'Signs the mdoc for a client_id without its prefix',
    invalidPresentation,
    ({ handover }) => {
      handover.clientId = handover.clientId.replace(/^[a-z0-9_]+:/, '')
    },
    { needs: { channel: 'url' } },
  ),
  inDeviceProof(
    'vp.mdoc.device_signature~iso',
    'Signs the mdoc as OpenID4VP had it up to draft 24',
    invalidPresentation,
    (proof) => {
      proof.transcript = isoTranscript
    },
    {
      needs: { channel: 'url' },
      patchEncryption: {
        at: 'response',
        change: ({ header }) => {
          header.apu = Buffer.from(mdocNonce).toString('base64url')
        },
      },
      alsoFails: ['vp.jwe.apu_apv'],
    },
  ),
  inDeviceProof(
    'vp.mdoc.device_signature~dcapi',
    'Signs the mdoc as for the Digital Credentials API',
    invalidPresentation,
    (proof) => {
      proof.transcript = dcApiTranscript
    },
    { needs: { channel: 'url' } },
  ),
  inDeviceProof('vp.mdoc.device_signature~der', 'Signs the mdoc in DER', invalidPresentation, (proof) => {
    const { key, algorithm } = proof
    proof.authenticate = (covered) => {
      const header = writeCbor(new Map([[1, algorithm]]))
      return signature(header, new Map(), null, signed(header, covered, key, 'der'))
    }
  }),
  inDeviceProof(
    'vp.mdoc.transcript_variant',
    'Signs the mdoc as for the Digital Credentials API although the request has no nonce',
    { status: 400, error: 'request_should_have_been_rejected' },
    (proof) => {
      proof.transcript = (handover) => dcApiTranscript({ ...handover, nonce: '' })
    },
    {
      needs: {
        sessionOptions: { ...askingMdoc.sessionOptions, negative_test: 'missing_nonce' },
        profile: { verification: 'none' },
      },
      alsoFails: ['vp.negative.rejected'],
      decidedBy: 'vp.negative.rejected',
    },
  ),
  inDeviceProof(
    'vp.mdoc.device_mac',
    'Proves possession by a MAC although only signatures are asked for',
    'accepted',
    (proof, { facts }) => {
      const reader = { ...need(facts.replyTo?.recipient, 'key of the verifier').jwk }
      proof.authenticate = (covered, transcript) => deviceMac(covered, transcript, { key: proof.key, reader })
    },
  ),
  inDeviceProof(
    'vp.mdoc.device_mac~key',
    'Proves possession by a MAC with another key',
    invalidPresentation,
    (proof, { facts, newKey }) => {
      const reader = { ...need(facts.replyTo?.recipient, 'key of the verifier').jwk }
      const key = newKey()
      proof.authenticate = (covered, transcript) => deviceMac(covered, transcript, { key, reader })
    },
  ),
  inDeviceProof(
    'vp.mdoc.key_authorized',
    'Says something of itself that its issuer does not allow',
    invalidPresentation,
    ({ nameSpaces }) => {
      nameSpaces.set(mdocPid, new Map([['mood', 'fine']]))
    },
    { alsoFails: ['vp.mdoc.device_namespaces_empty'] },
  ),
  inDeviceProof(
    'vp.mdoc.device_namespaces_empty',
    'Signs a family name of its own making',
    invalidPresentation,
    ({ nameSpaces }) => {
      nameSpaces.set(mdocPid, new Map([['family_name', 'Nobody']]))
    },
    { alsoFails: ['vp.mdoc.key_authorized'], decidedBy: 'vp.mdoc.key_authorized' },
  ),
]

const hmac256 = 5

/**
 * A `deviceMac` over `DeviceAuthentication` (ISO/IEC 18013-5 section 9.1.3.5, RFC 9052 section 6.3), with the response
 * encryption key as the reader's key. A correct run of this wallet signs; the MAC is only for misbehaviour.
 *
 * @param covered - `DeviceAuthenticationBytes`
 * @param transcript - `SessionTranscript`, encoded
 */
function deviceMac(
  covered: Buffer,
  transcript: Buffer,
  { key, reader }: { key: WalletKey; reader: JsonWebKey },
): CborMap {
  const publicKey = createPublicKey({ key: reader, format: 'jwk' })
  const secret = diffieHellman({ privateKey: key.privateKey, publicKey })
  const salt = createHash('sha256')
    .update(writeCbor(embed(transcript)))
    .digest()
  const macKey = Buffer.from(hkdfSync('sha256', secret, salt, 'EMacKey', 32))
  const header = writeCbor(new Map([[1, hmac256]]))
  const tag = createHmac('sha256', macKey)
    .update(writeCbor(['MAC0', header, Buffer.alloc(0), covered]))
    .digest()
  return new Map([['deviceMac', [header, new Map(), null, tag]]])
}

const documentsOf = ({ response }: DeviceResponseDraft): CborValue[] => arrayOf(response.get('documents'), 'documents')

const otherType = 'org.example.library_card'

/** The device response and the document in it, as a whole (ISO/IEC 18013-5 section 8.3.2.1.2.2, OID4VP-1FINAL-B.2). */
export const mdocResponseMisbehaviours: PresentationMisbehaviour[] = [
  inDeviceResponse(
    'vp.mdoc.base64url',
    'Sends the mdoc in base64 with line breaks',
    'accepted',
    (draft) => {
      draft.finish = (bytes) => bytes.toString('base64').replaceAll(/.{64}/g, '$&\n')
    },
    { needs: { openId: true } },
  ),
  inDeviceResponse(
    'vp.mdoc.base64url~data',
    'Sends the mdoc as a data URL',
    invalidPresentation,
    (draft) => {
      draft.finish = (bytes) => `data:application/cbor;base64,${bytes.toString('base64')}`
    },
    { needs: { openId: true } },
  ),
  inDeviceResponse(
    'vp.mdoc.cbor',
    'Sends a byte too many after the mdoc',
    invalidPresentation,
    (draft) => {
      draft.finish = (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url')
    },
    { needs: { openId: true } },
  ),
  inDeviceResponse(
    'vp.mdoc.cbor~truncated',
    'Sends the first half of the mdoc',
    invalidPresentation,
    (draft) => {
      draft.finish = (bytes) => bytes.subarray(0, bytes.length / 2).toString('base64url')
    },
    { needs: { openId: true } },
  ),
  inDeviceResponse(
    'vp.mdoc.cbor~repeated',
    'Names the status of the device response twice',
    invalidPresentation,
    (draft) => {
      draft.finish = (bytes) => {
        const [head = 0] = bytes
        const entry = Buffer.concat([writeCbor('status'), writeCbor(0)])
        return Buffer.concat([Buffer.from([head + 1]), bytes.subarray(1), entry]).toString('base64url')
      }
    },
    { needs: { openId: true } },
  ),
  inDeviceResponse('vp.mdoc.version', 'Gives the device response a version of its own', 'accepted', ({ response }) => {
    response.set('version', '2.0')
  }),
  inDeviceResponse('vp.mdoc.status', 'Sends the mdoc with a status of failure', invalidPresentation, ({ response }) => {
    response.set('status', 10)
  }),
  inDeviceResponse('vp.mdoc.documents', 'Sends a device response without a document', invalidPresentation, (draft) => {
    documentsOf(draft).length = 0
  }),
  inDeviceResponse(
    'vp.mdoc.one_document',
    'Sends two documents in one device response',
    'accepted',
    (draft) => {
      documentsOf(draft).push(...documentsOf(draft))
    },
    { alsoFails: ['vp.mdoc.documents'] },
  ),
  inDeviceResponse(
    'vp.mdoc.no_document_errors',
    'Reports a document that it could not return',
    'accepted',
    ({ response }) => {
      response.set('documentErrors', [new Map([[otherType, 0]])])
    },
  ),
  inDeviceResponse(
    'vp.mdoc.no_document_errors~element',
    'Reports an element that it could not return',
    'accepted',
    (draft) => {
      const errors: CborMap = new Map([[mdocPid, new Map([['portrait', 0]])]])
      mapOf(documentsOf(draft)[0], 'document').set('errors', errors)
    },
  ),
  inMdocIssuance(
    'vp.dcql.doctype',
    'Presents a document of another type',
    invalidPresentation,
    ({ mobileSecurityObject }) => {
      mobileSecurityObject.set('docType', otherType)
    },
    {
      patchDocument: {
        at: 'response',
        change: (draft) => {
          draft.docType = otherType
        },
      },
    },
  ),
  inDocument(
    'vp.min.only_requested_mdoc',
    'Shows every element, whatever is asked for',
    'accepted',
    ({ nameSpaces, held }) => {
      for (const [name, items] of held) nameSpaces.set(name, [...items])
    },
  ),
  misbehaviour('vp.mdoc.reused_instance', 'Presents the same copy of an mdoc in two sessions', 'accepted', {
    needs: { ...askingMdoc, runs: 2 },
    byProfile: 'response',
  }),
]
