import { createHash, createHmac, createPublicKey, diffieHellman, hkdfSync, type JsonWebKey, sign } from 'node:crypto'
import { type CborMap, type CborValue, embed, writeCbor } from '../../formats/mso-mdoc/cbor'
import { sign1, toBeSigned } from '../../formats/mso-mdoc/cose-sign1'
import { arrayOf, mapOf } from '../../formats/mso-mdoc/members'
import type { DeviceResponseDraft } from '../../formats/mso-mdoc/present'
import type { Handover } from '../../formats/mso-mdoc/session-transcript'
import type { WalletKey } from '../../jose/key'
import { need } from '../../run'
import { invalidPresentation } from './builders'
import { askingMdoc, inDeviceProof, inDeviceResponse, mdocPid } from './mdoc-builders'
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
    { alsoFails: ['vp.dcql.holder_binding'], decidedBy: 'vp.dcql.holder_binding' },
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
