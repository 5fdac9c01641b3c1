import { type CborMap, type CborValue, writeCbor } from '../../formats/mso-mdoc/cbor'
import { arrayOf, mapOf } from '../../formats/mso-mdoc/members'
import type { DeviceResponseDraft } from '../../formats/mso-mdoc/present'
import { invalidPresentation, misbehaviour } from './builders'
import { askingMdoc, inDeviceResponse, inDocument, inMdocIssuance, mdocPid } from './mdoc-builders'
import type { PresentationMisbehaviour } from './misbehaviour'

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
