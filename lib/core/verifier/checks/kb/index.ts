import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { kbAlg } from './alg'
import { kbAud } from './aud'
import { kbAudSingle } from './aud-single'
import { kbClaimsKnown } from './claims-known'
import { kbCrit } from './crit'
import { kbDistinct } from './distinct'
import { kbExpNbf } from './exp-nbf'
import { kbIatAfterRequest } from './iat-after-request'
import { kbIatPresent } from './iat-present'
import { kbIatWindow } from './iat-window'
import { kbNoHeaderKeys } from './no-header-keys'
import { kbNoPii } from './no-pii'
import { kbNonce } from './nonce'
import { kbNonceString } from './nonce-string'
import { kbParses } from './parses'
import { kbPresent } from './present'
import { kbSdHash } from './sd-hash'
import { kbSignature } from './signature'
import { kbSignatureEncoding } from './signature-encoding'
import { kbTyp } from './typ'

/** Checks of the Key Binding JWT of a presented SD-JWT VC. */
export const keyBindingChecks: readonly Check<PresentedSubject>[] = [
  kbPresent,
  kbParses,
  kbTyp,
  kbAlg,
  kbSignature,
  kbSignatureEncoding,
  kbNoHeaderKeys,
  kbCrit,
  kbIatPresent,
  kbIatWindow,
  kbIatAfterRequest,
  kbAudSingle,
  kbAud,
  kbNonce,
  kbNonceString,
  kbSdHash,
  kbExpNbf,
  kbClaimsKnown,
  kbNoPii,
  kbDistinct,
]
