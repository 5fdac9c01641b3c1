import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { vpKbAlg } from './alg'
import { vpKbAud } from './aud'
import { vpKbAudSingle } from './aud-single'
import { vpKbClaimsKnown } from './claims-known'
import { vpKbCrit } from './crit'
import { vpKbDistinct } from './distinct'
import { vpKbExpNbf } from './exp-nbf'
import { vpKbIatAfterRequest } from './iat-after-request'
import { vpKbIatPresent } from './iat-present'
import { vpKbIatWindow } from './iat-window'
import { vpKbNoHeaderKeys } from './no-header-keys'
import { vpKbNoPii } from './no-pii'
import { vpKbNonce } from './nonce'
import { vpKbNonceString } from './nonce-string'
import { vpKbParses } from './parses'
import { vpKbPresent } from './present'
import { vpKbSdHash } from './sd-hash'
import { vpKbSignature } from './signature'
import { vpKbSignatureEncoding } from './signature-encoding'
import { vpKbTyp } from './typ'

/** Checks of the Key Binding JWT of a presented SD-JWT VC. */
export const keyBindingChecks: readonly Check<PresentedSubject>[] = [
  vpKbPresent,
  vpKbParses,
  vpKbTyp,
  vpKbAlg,
  vpKbSignature,
  vpKbSignatureEncoding,
  vpKbNoHeaderKeys,
  vpKbCrit,
  vpKbIatPresent,
  vpKbIatWindow,
  vpKbIatAfterRequest,
  vpKbAudSingle,
  vpKbAud,
  vpKbNonce,
  vpKbNonceString,
  vpKbSdHash,
  vpKbExpNbf,
  vpKbClaimsKnown,
  vpKbNoPii,
  vpKbDistinct,
]
