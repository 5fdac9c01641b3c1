import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { vpIdtAud } from './aud'
import { vpIdtExp } from './exp'
import { vpIdtIat } from './iat'
import { vpIdtJws } from './jws'
import { vpIdtKeySeparate } from './key-separate'
import { vpIdtKid } from './kid'
import { vpIdtNonce } from './nonce'
import { vpIdtPresent } from './present'
import { vpIdtSelfIssued } from './self-issued'
import { vpIdtSignature } from './signature'
import { vpIdtSubJwk } from './sub-jwk'
import { vpIdtSubjectSyntax } from './subject-syntax'
import { vpIdtUnsolicited } from './unsolicited'

/** Checks of an ID Token. */
export const idTokenChecks: readonly Check<ResponseReading>[] = [
  vpIdtPresent,
  vpIdtJws,
  vpIdtSelfIssued,
  vpIdtAud,
  vpIdtSubjectSyntax,
  vpIdtSubJwk,
  vpIdtSignature,
  vpIdtExp,
  vpIdtIat,
  vpIdtNonce,
  vpIdtKid,
  vpIdtKeySeparate,
  vpIdtUnsolicited,
]
