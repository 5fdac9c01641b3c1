import type { Check } from '../../../engine/checks/check'
import type { ResponseReading } from '../../read/response/response-reading'
import { idtAud } from './aud'
import { idtExp } from './exp'
import { idtIat } from './iat'
import { idtJws } from './jws'
import { idtKeySeparate } from './key-separate'
import { idtKid } from './kid'
import { idtNonce } from './nonce'
import { idtPresent } from './present'
import { idtSelfIssued } from './self-issued'
import { idtSignature } from './signature'
import { idtSubJwk } from './sub-jwk'
import { idtSubjectSyntax } from './subject-syntax'
import { idtUnsolicited } from './unsolicited'

/** Checks of an ID Token. */
export const idTokenChecks: readonly Check<ResponseReading>[] = [
  idtPresent,
  idtJws,
  idtSelfIssued,
  idtAud,
  idtSubjectSyntax,
  idtSubJwk,
  idtSignature,
  idtExp,
  idtIat,
  idtNonce,
  idtKid,
  idtKeySeparate,
  idtUnsolicited,
]
