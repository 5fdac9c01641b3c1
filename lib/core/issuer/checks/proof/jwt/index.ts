import type { Check } from '../../../../engine/checks/check'
import { onEachProof } from '../../../judgements/on-each-proof'
import type { ProofsReading } from '../../../read/proof/proofs-reading'
import { proofJwtAlg } from './alg'
import { proofJwtAud } from './aud'
import { proofJwtExp } from './exp'
import { proofJwtIat } from './iat'
import { proofJwtIss } from './iss'
import { proofJwtIssAbsentAnonymous } from './iss-absent-anonymous'
import { proofJwtJwkPublic } from './jwk-public'
import { proofJwtKeyFresh } from './key-fresh'
import { proofJwtKeyReference } from './key-reference'
import { proofJwtKeyType } from './key-type'
import { proofJwtNoncePresent } from './nonce-present'
import { proofJwtParse } from './parse'
import { proofJwtSignature } from './signature'
import { proofJwtTrustChain } from './trust-chain'
import { proofJwtTyp } from './typ'
import { proofJwtUnknownHeader } from './unknown-header'
import { proofJwtX5c } from './x5c'

/**
 * The `jwt` proofs and their keys, in the order of responses. The nonce is judged after all of these; `vci.batch.nonce_each`
 * judges those of the further proofs.
 */
export const jwtProofChecks: readonly Check<ProofsReading>[] = [
  proofJwtParse,
  proofJwtTyp,
  proofJwtAlg,
  proofJwtKeyReference,
  proofJwtX5c,
  proofJwtTrustChain,
  proofJwtJwkPublic,
  proofJwtKeyType,
  proofJwtSignature,
  proofJwtAud,
  proofJwtIat,
  proofJwtNoncePresent,
  proofJwtIss,
  proofJwtExp,
  proofJwtIssAbsentAnonymous,
  proofJwtKeyFresh,
  proofJwtUnknownHeader,
].map((check) => (check === proofJwtNoncePresent ? check : onEachProof(check)))
