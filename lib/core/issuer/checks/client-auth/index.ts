import type { Check } from '../../../engine/checks/check'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'
import { parClientIdIsAttestationSub } from '../par/client-id-is-attestation-sub'
import { privateKeyJwtAlg } from '../private-key-jwt/alg'
import { privateKeyJwtAssertionType } from '../private-key-jwt/assertion-type'
import { privateKeyJwtAud } from '../private-key-jwt/aud'
import { privateKeyJwtAudIsIssuerString } from '../private-key-jwt/aud-is-issuer-string'
import { privateKeyJwtExp } from '../private-key-jwt/exp'
import { privateKeyJwtIat } from '../private-key-jwt/iat'
import { privateKeyJwtIssSub } from '../private-key-jwt/iss-sub'
import { privateKeyJwtJti } from '../private-key-jwt/jti'
import { privateKeyJwtSignature } from '../private-key-jwt/signature'
import { walletAttestationAlg } from '../wallet-attestation/alg'
import { walletAttestationChallenge } from '../wallet-attestation/challenge'
import { walletAttestationCnfJwk } from '../wallet-attestation/cnf-jwk'
import { walletAttestationExp } from '../wallet-attestation/exp'
import { walletAttestationHeadersPaired } from '../wallet-attestation/headers-paired'
import { walletAttestationIatNbf } from '../wallet-attestation/iat-nbf'
import { walletAttestationIss } from '../wallet-attestation/iss'
import { walletAttestationNotReusedAcrossIssuers } from '../wallet-attestation/not-reused-across-issuers'
import { walletAttestationOptionalClaims } from '../wallet-attestation/optional-claims'
import { walletAttestationPopAud } from '../wallet-attestation/pop-aud'
import { walletAttestationPopFreshPerRequest } from '../wallet-attestation/pop-fresh-per-request'
import { walletAttestationPopIat } from '../wallet-attestation/pop-iat'
import { walletAttestationPopIss } from '../wallet-attestation/pop-iss'
import { walletAttestationPopJti } from '../wallet-attestation/pop-jti'
import { walletAttestationPopSignature } from '../wallet-attestation/pop-signature'
import { walletAttestationPopTyp } from '../wallet-attestation/pop-typ'
import { walletAttestationProviderCertificate } from '../wallet-attestation/provider-certificate'
import { walletAttestationProviderListed } from '../wallet-attestation/provider-listed'
import { walletAttestationSignature } from '../wallet-attestation/signature'
import { walletAttestationSub } from '../wallet-attestation/sub'
import { walletAttestationSubNotUnique } from '../wallet-attestation/sub-not-unique'
import { walletAttestationTrusted } from '../wallet-attestation/trusted'
import { walletAttestationTyp } from '../wallet-attestation/typ'
import { walletAttestationX5c } from '../wallet-attestation/x5c'
import { clientAuthConsistent } from './consistent'
import { clientAuthMethodAdvertised } from './method-advertised'
import { clientAuthPresent } from './present'
import { clientAuthSingleMethod } from './single-method'

/** Client authentication at the PAR and token endpoints, in the order of responses. */
export const clientAuthenticationChecks: readonly Check<ClientAuthenticationReading>[] = [
  clientAuthPresent,
  clientAuthSingleMethod,
  clientAuthMethodAdvertised,
  walletAttestationHeadersPaired,
  walletAttestationTyp,
  walletAttestationAlg,
  walletAttestationX5c,
  walletAttestationSignature,
  walletAttestationTrusted,
  walletAttestationProviderListed,
  walletAttestationProviderCertificate,
  walletAttestationIss,
  walletAttestationSub,
  walletAttestationExp,
  walletAttestationIatNbf,
  walletAttestationCnfJwk,
  walletAttestationPopTyp,
  walletAttestationPopSignature,
  walletAttestationPopIss,
  walletAttestationPopAud,
  walletAttestationPopIat,
  walletAttestationPopFreshPerRequest,
  walletAttestationPopJti,
  walletAttestationChallenge,
  parClientIdIsAttestationSub,
  privateKeyJwtAssertionType,
  privateKeyJwtAlg,
  privateKeyJwtSignature,
  privateKeyJwtIssSub,
  privateKeyJwtAud,
  privateKeyJwtExp,
  privateKeyJwtJti,
  walletAttestationSubNotUnique,
  walletAttestationNotReusedAcrossIssuers,
  walletAttestationOptionalClaims,
  privateKeyJwtAudIsIssuerString,
  privateKeyJwtIat,
]

/** Judged with the code, because the client is compared with the one that the code was issued to. */
export const clientConsistencyChecks: readonly Check<ClientAuthenticationReading>[] = [clientAuthConsistent]
