import type { Check } from '../../../engine/checks/check'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'
import { parClientIdIsAttestationSub } from '../par/client-id-is-attestation-sub'
import { assertionAlg } from '../private-key-jwt/alg'
import { assertionType } from '../private-key-jwt/assertion-type'
import { assertionAud } from '../private-key-jwt/aud'
import { assertionAudIsIssuerString } from '../private-key-jwt/aud-is-issuer-string'
import { assertionExp } from '../private-key-jwt/exp'
import { assertionIat } from '../private-key-jwt/iat'
import { assertionIssSub } from '../private-key-jwt/iss-sub'
import { assertionJti } from '../private-key-jwt/jti'
import { assertionSignature } from '../private-key-jwt/signature'
import { attestationAlg } from '../wallet-attestation/alg'
import { attestationChallenge } from '../wallet-attestation/challenge'
import { attestationCnfJwk } from '../wallet-attestation/cnf-jwk'
import { attestationExp } from '../wallet-attestation/exp'
import { attestationHeadersPaired } from '../wallet-attestation/headers-paired'
import { attestationIatNbf } from '../wallet-attestation/iat-nbf'
import { attestationIss } from '../wallet-attestation/iss'
import { attestationNotReusedAcrossIssuers } from '../wallet-attestation/not-reused-across-issuers'
import { attestationOptionalClaims } from '../wallet-attestation/optional-claims'
import { popAud } from '../wallet-attestation/pop-aud'
import { popFreshPerRequest } from '../wallet-attestation/pop-fresh-per-request'
import { popIat } from '../wallet-attestation/pop-iat'
import { popIss } from '../wallet-attestation/pop-iss'
import { popJti } from '../wallet-attestation/pop-jti'
import { popSignature } from '../wallet-attestation/pop-signature'
import { popTyp } from '../wallet-attestation/pop-typ'
import { attestationSignature } from '../wallet-attestation/signature'
import { attestationSub } from '../wallet-attestation/sub'
import { attestationSubNotUnique } from '../wallet-attestation/sub-not-unique'
import { attestationTrusted } from '../wallet-attestation/trusted'
import { attestationTyp } from '../wallet-attestation/typ'
import { attestationX5c } from '../wallet-attestation/x5c'
import { clientAuthConsistent } from './consistent'
import { clientAuthMethodAdvertised } from './method-advertised'
import { clientAuthPresent } from './present'
import { clientAuthSingleMethod } from './single-method'

/** Client authentication at the PAR and token endpoints, in the order of responses. */
export const clientAuthenticationChecks: readonly Check<ClientAuthenticationReading>[] = [
  clientAuthPresent,
  clientAuthSingleMethod,
  clientAuthMethodAdvertised,
  attestationHeadersPaired,
  attestationTyp,
  attestationAlg,
  attestationX5c,
  attestationSignature,
  attestationTrusted,
  attestationIss,
  attestationSub,
  attestationExp,
  attestationIatNbf,
  attestationCnfJwk,
  popTyp,
  popSignature,
  popIss,
  popAud,
  popIat,
  popFreshPerRequest,
  popJti,
  attestationChallenge,
  parClientIdIsAttestationSub,
  assertionType,
  assertionAlg,
  assertionSignature,
  assertionIssSub,
  assertionAud,
  assertionExp,
  assertionJti,
  attestationSubNotUnique,
  attestationNotReusedAcrossIssuers,
  attestationOptionalClaims,
  assertionAudIsIssuerString,
  assertionIat,
]

/** Judged with the code, because the client is compared with the one that the code was issued to. */
export const clientConsistencyChecks: readonly Check<ClientAuthenticationReading>[] = [clientAuthConsistent]
