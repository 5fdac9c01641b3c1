import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { sdjwtAlg } from './alg'
import { sdjwtCnf } from './cnf'
import { sdjwtCnfClean } from './cnf-clean'
import { sdjwtCnfJwk } from './cnf-jwk'
import { sdjwtCompact } from './compact'
import { sdjwtDigestOnce } from './digest-once'
import { sdjwtDisclosureCollision } from './disclosure-collision'
import { sdjwtDisclosureEncoding } from './disclosure-encoding'
import { sdjwtDisclosureKind } from './disclosure-kind'
import { sdjwtDisclosureOnce } from './disclosure-once'
import { sdjwtDisclosureReferenced } from './disclosure-referenced'
import { sdjwtDisclosureReserved } from './disclosure-reserved'
import { sdjwtExp } from './exp'
import { sdjwtIat } from './iat'
import { sdjwtIss } from './iss'
import { sdjwtIssuerListed } from './issuer-listed'
import { sdjwtIssuerTrusted } from './issuer-trusted'
import { sdjwtKeyResolved } from './key-resolved'
import { sdjwtNbf } from './nbf'
import { sdjwtNoKbWhenForbidden } from './no-kb-when-forbidden'
import { sdjwtParentsSent } from './parents-sent'
import { sdjwtRegisteredNotSd } from './registered-not-sd'
import { sdjwtReusedInstance } from './reused-instance'
import { sdjwtSaltEntropy } from './salt-entropy'
import { sdjwtSaltsUnique } from './salts-unique'
import { sdjwtSdAlg } from './sd-alg'
import { sdjwtSdAlgSha256 } from './sd-alg-sha256'
import { sdjwtSignature } from './signature'
import { sdjwtStatusFormat } from './status-format'
import { sdjwtStatusToken } from './status-token'
import { sdjwtStatusValue } from './status-value'
import { sdjwtTyp } from './typ'
import { sdjwtValidityInfo } from './validity-info'
import { sdjwtVct } from './vct'
import { sdjwtX5cChain } from './x5c-chain'
import { sdjwtX5cEncoding } from './x5c-encoding'
import { sdjwtX5cIssSan } from './x5c-iss-san'
import { sdjwtX5cLeafNotSelfSigned } from './x5c-leaf-not-self-signed'
import { sdjwtX5cNoAnchor } from './x5c-no-anchor'
import { sdjwtX5cPresent } from './x5c-present'
import { sdjwtX5cValidity } from './x5c-validity'

/** Checks of the issuer's part of a presented SD-JWT VC. */
export const sdJwtChecks: readonly Check<PresentedSubject>[] = [
  sdjwtCompact,
  sdjwtTyp,
  sdjwtAlg,
  sdjwtKeyResolved,
  sdjwtSignature,
  sdjwtX5cPresent,
  sdjwtX5cEncoding,
  sdjwtX5cLeafNotSelfSigned,
  sdjwtX5cNoAnchor,
  sdjwtX5cChain,
  sdjwtX5cValidity,
  sdjwtX5cIssSan,
  sdjwtIssuerTrusted,
  sdjwtIssuerListed,
  sdjwtVct,
  sdjwtRegisteredNotSd,
  sdjwtIss,
  sdjwtIat,
  sdjwtNbf,
  sdjwtExp,
  sdjwtValidityInfo,
  sdjwtSdAlg,
  sdjwtSdAlgSha256,
  sdjwtDisclosureEncoding,
  sdjwtDisclosureReferenced,
  sdjwtDisclosureKind,
  sdjwtDisclosureReserved,
  sdjwtDisclosureCollision,
  sdjwtDisclosureOnce,
  sdjwtDigestOnce,
  sdjwtSaltsUnique,
  sdjwtSaltEntropy,
  sdjwtParentsSent,
  sdjwtCnf,
  sdjwtCnfJwk,
  sdjwtCnfClean,
  sdjwtStatusFormat,
  sdjwtStatusValue,
  sdjwtStatusToken,
  sdjwtNoKbWhenForbidden,
  sdjwtReusedInstance,
]
