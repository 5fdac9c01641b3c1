import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { vpMdocBase64url } from './base64url'
import { vpMdocCbor } from './cbor'
import { vpMdocCertValidity } from './cert-validity'
import { vpMdocDeviceAlg } from './device-alg'
import { vpMdocDeviceAuthOne } from './device-auth-one'
import { vpMdocDeviceKey } from './device-key'
import { vpMdocDeviceMac } from './device-mac'
import { vpMdocDeviceNamespacesEmpty } from './device-namespaces-empty'
import { vpMdocDevicePayloadDetached } from './device-payload-detached'
import { vpMdocDeviceSignature } from './device-signature'
import { vpMdocDeviceSigned } from './device-signed'
import { vpMdocDigestAlg } from './digest-alg'
import { vpMdocDigestAlgSha256 } from './digest-alg-sha256'
import { vpMdocDigests } from './digests'
import { vpMdocDoctypeMso } from './doctype-mso'
import { vpMdocDocumentSigner } from './document-signer'
import { vpMdocDocuments } from './documents'
import { vpMdocElementTypes } from './element-types'
import { vpMdocIssuerAlg } from './issuer-alg'
import { vpMdocIssuerAuth } from './issuer-auth'
import { vpMdocIssuerSignature } from './issuer-signature'
import { vpMdocIssuerTrusted } from './issuer-trusted'
import { vpMdocItemStructure } from './item-structure'
import { vpMdocItemsUnique } from './items-unique'
import { vpMdocKeyAuthorized } from './key-authorized'
import { vpMdocMsoStatus } from './mso-status'
import { vpMdocMsoVersion } from './mso-version'
import { vpMdocNoDocumentErrors } from './no-document-errors'
import { vpMdocOneDocument } from './one-document'
import { vpMdocReusedInstance } from './reused-instance'
import { vpMdocStatus } from './status'
import { vpMdocTranscriptVariant } from './transcript-variant'
import { vpMdocValidity } from './validity'
import { vpMdocVersion } from './version'
import { vpMdocX5chain } from './x5chain'
import { vpMdocX5chainLeafNotSelfSigned } from './x5chain-leaf-not-self-signed'

/** Checks of a presented mdoc: the issuer's part, then the device's. */
export const mdocChecks: readonly Check<PresentedSubject>[] = [
  vpMdocBase64url,
  vpMdocCbor,
  vpMdocVersion,
  vpMdocStatus,
  vpMdocDocuments,
  vpMdocOneDocument,
  vpMdocNoDocumentErrors,
  vpMdocIssuerAuth,
  vpMdocIssuerAlg,
  vpMdocX5chain,
  vpMdocIssuerSignature,
  vpMdocCertValidity,
  vpMdocX5chainLeafNotSelfSigned,
  vpMdocDocumentSigner,
  vpMdocIssuerTrusted,
  vpMdocMsoVersion,
  vpMdocDigestAlg,
  vpMdocDigestAlgSha256,
  vpMdocItemStructure,
  vpMdocItemsUnique,
  vpMdocDigests,
  vpMdocDoctypeMso,
  vpMdocValidity,
  vpMdocDeviceKey,
  vpMdocDeviceSigned,
  vpMdocDeviceAuthOne,
  vpMdocDeviceAlg,
  vpMdocDevicePayloadDetached,
  vpMdocDeviceSignature,
  vpMdocDeviceMac,
  vpMdocTranscriptVariant,
  vpMdocDeviceNamespacesEmpty,
  vpMdocKeyAuthorized,
  vpMdocElementTypes,
  vpMdocMsoStatus,
  vpMdocReusedInstance,
]
