import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { mdocBase64url } from './base64url'
import { mdocCbor } from './cbor'
import { mdocCertValidity } from './cert-validity'
import { mdocDeviceAlg } from './device-alg'
import { mdocDeviceAuthOne } from './device-auth-one'
import { mdocDeviceKey } from './device-key'
import { mdocDeviceMac } from './device-mac'
import { mdocDeviceNamespacesEmpty } from './device-namespaces-empty'
import { mdocDevicePayloadDetached } from './device-payload-detached'
import { mdocDeviceSignature } from './device-signature'
import { mdocDeviceSigned } from './device-signed'
import { mdocDigestAlg } from './digest-alg'
import { mdocDigestAlgSha256 } from './digest-alg-sha256'
import { mdocDigests } from './digests'
import { mdocDoctypeMso } from './doctype-mso'
import { mdocDocumentSigner } from './document-signer'
import { mdocDocuments } from './documents'
import { mdocElementTypes } from './element-types'
import { mdocIssuerAlg } from './issuer-alg'
import { mdocIssuerAuth } from './issuer-auth'
import { mdocIssuerListed } from './issuer-listed'
import { mdocIssuerSignature } from './issuer-signature'
import { mdocIssuerTrusted } from './issuer-trusted'
import { mdocItemStructure } from './item-structure'
import { mdocItemsUnique } from './items-unique'
import { mdocKeyAuthorized } from './key-authorized'
import { mdocMsoStatus } from './mso-status'
import { mdocMsoVersion } from './mso-version'
import { mdocNoDocumentErrors } from './no-document-errors'
import { mdocOneDocument } from './one-document'
import { mdocReusedInstance } from './reused-instance'
import { mdocStatus } from './status'
import { mdocStatusToken } from './status-token'
import { mdocStatusValue } from './status-value'
import { mdocTranscriptVariant } from './transcript-variant'
import { mdocValidity } from './validity'
import { mdocVersion } from './version'
import { mdocX5chain } from './x5chain'
import { mdocX5chainLeafNotSelfSigned } from './x5chain-leaf-not-self-signed'

/** Checks of a presented mdoc: the issuer's part, then the device's. */
export const mdocChecks: readonly Check<PresentedSubject>[] = [
  mdocBase64url,
  mdocCbor,
  mdocVersion,
  mdocStatus,
  mdocDocuments,
  mdocOneDocument,
  mdocNoDocumentErrors,
  mdocIssuerAuth,
  mdocIssuerAlg,
  mdocX5chain,
  mdocIssuerSignature,
  mdocCertValidity,
  mdocX5chainLeafNotSelfSigned,
  mdocDocumentSigner,
  mdocIssuerTrusted,
  mdocIssuerListed,
  mdocMsoVersion,
  mdocDigestAlg,
  mdocDigestAlgSha256,
  mdocItemStructure,
  mdocItemsUnique,
  mdocDigests,
  mdocDoctypeMso,
  mdocValidity,
  mdocDeviceKey,
  mdocDeviceSigned,
  mdocDeviceAuthOne,
  mdocDeviceAlg,
  mdocDevicePayloadDetached,
  mdocDeviceSignature,
  mdocDeviceMac,
  mdocTranscriptVariant,
  mdocDeviceNamespacesEmpty,
  mdocKeyAuthorized,
  mdocElementTypes,
  mdocMsoStatus,
  mdocStatusToken,
  mdocStatusValue,
  mdocReusedInstance,
]
