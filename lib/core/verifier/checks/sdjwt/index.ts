import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { vpSdjwtAlg } from './alg'
import { vpSdjwtCnf } from './cnf'
import { vpSdjwtCnfClean } from './cnf-clean'
import { vpSdjwtCnfJwk } from './cnf-jwk'
import { vpSdjwtCompact } from './compact'
import { vpSdjwtDigestOnce } from './digest-once'
import { vpSdjwtDisclosureCollision } from './disclosure-collision'
import { vpSdjwtDisclosureEncoding } from './disclosure-encoding'
import { vpSdjwtDisclosureKind } from './disclosure-kind'
import { vpSdjwtDisclosureOnce } from './disclosure-once'
import { vpSdjwtDisclosureReferenced } from './disclosure-referenced'
import { vpSdjwtDisclosureReserved } from './disclosure-reserved'
import { vpSdjwtExp } from './exp'
import { vpSdjwtIat } from './iat'
import { vpSdjwtIss } from './iss'
import { vpSdjwtIssuerTrusted } from './issuer-trusted'
import { vpSdjwtKeyResolved } from './key-resolved'
import { vpSdjwtNbf } from './nbf'
import { vpSdjwtNoKbWhenForbidden } from './no-kb-when-forbidden'
import { vpSdjwtParentsSent } from './parents-sent'
import { vpSdjwtRegisteredNotSd } from './registered-not-sd'
import { vpSdjwtReusedInstance } from './reused-instance'
import { vpSdjwtSaltEntropy } from './salt-entropy'
import { vpSdjwtSaltsUnique } from './salts-unique'
import { vpSdjwtSdAlg } from './sd-alg'
import { vpSdjwtSdAlgSha256 } from './sd-alg-sha256'
import { vpSdjwtSignature } from './signature'
import { vpSdjwtStatusFormat } from './status-format'
import { vpSdjwtStatusToken } from './status-token'
import { vpSdjwtStatusValue } from './status-value'
import { vpSdjwtTyp } from './typ'
import { vpSdjwtValidityInfo } from './validity-info'
import { vpSdjwtVct } from './vct'
import { vpSdjwtX5cChain } from './x5c-chain'
import { vpSdjwtX5cEncoding } from './x5c-encoding'
import { vpSdjwtX5cIssSan } from './x5c-iss-san'
import { vpSdjwtX5cLeafNotSelfSigned } from './x5c-leaf-not-self-signed'
import { vpSdjwtX5cNoAnchor } from './x5c-no-anchor'
import { vpSdjwtX5cPresent } from './x5c-present'
import { vpSdjwtX5cValidity } from './x5c-validity'

/** Checks of a presented SD-JWT VC as its issuer made it. */
export const sdJwtChecks: readonly Check<PresentedSubject>[] = [
  vpSdjwtCompact,
  vpSdjwtTyp,
  vpSdjwtAlg,
  vpSdjwtKeyResolved,
  vpSdjwtSignature,
  vpSdjwtX5cPresent,
  vpSdjwtX5cEncoding,
  vpSdjwtX5cLeafNotSelfSigned,
  vpSdjwtX5cNoAnchor,
  vpSdjwtX5cChain,
  vpSdjwtX5cValidity,
  vpSdjwtX5cIssSan,
  vpSdjwtIssuerTrusted,
  vpSdjwtVct,
  vpSdjwtRegisteredNotSd,
  vpSdjwtIss,
  vpSdjwtIat,
  vpSdjwtNbf,
  vpSdjwtExp,
  vpSdjwtValidityInfo,
  vpSdjwtSdAlg,
  vpSdjwtSdAlgSha256,
  vpSdjwtDisclosureEncoding,
  vpSdjwtDisclosureReferenced,
  vpSdjwtDisclosureKind,
  vpSdjwtDisclosureReserved,
  vpSdjwtDisclosureCollision,
  vpSdjwtDisclosureOnce,
  vpSdjwtDigestOnce,
  vpSdjwtSaltsUnique,
  vpSdjwtSaltEntropy,
  vpSdjwtParentsSent,
  vpSdjwtCnf,
  vpSdjwtCnfJwk,
  vpSdjwtCnfClean,
  vpSdjwtStatusFormat,
  vpSdjwtStatusValue,
  vpSdjwtStatusToken,
  vpSdjwtNoKbWhenForbidden,
  vpSdjwtReusedInstance,
]
