import type { Check } from '../../../../engine/checks/check'
import type { ProofsReading } from '../../../read/proof/proofs-reading'
import { alg } from './alg'
import { aud } from './aud'
import { exp } from './exp'
import { iat } from './iat'
import { iss } from './iss'
import { issAbsentAnonymous } from './iss-absent-anonymous'
import { jwkPublic } from './jwk-public'
import { keyFresh } from './key-fresh'
import { keyReference } from './key-reference'
import { keyType } from './key-type'
import { noncePresent } from './nonce-present'
import { parse } from './parse'
import { signature } from './signature'
import { typ } from './typ'
import { unknownHeader } from './unknown-header'
import { x5c } from './x5c'

/** The `jwt` proof and its key, in the order of responses. The nonce is judged after all of these. */
export const jwtProofChecks: readonly Check<ProofsReading>[] = [
  parse,
  typ,
  alg,
  keyReference,
  x5c,
  jwkPublic,
  keyType,
  signature,
  aud,
  iat,
  noncePresent,
  iss,
  exp,
  issAbsentAnonymous,
  keyFresh,
  unknownHeader,
]
