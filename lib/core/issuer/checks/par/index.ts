import type { Check } from '../../../engine/checks/check'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'
import { pkceChallengeFresh } from '../pkce/challenge-fresh'
import { pkceChallengePresent } from '../pkce/challenge-present'
import { pkceChallengeWellformed } from '../pkce/challenge-wellformed'
import { pkceCodeChallengeS256 } from '../pkce/code-challenge-s256'
import { parAuthorizationDetailsNotUsed } from './authorization-details-not-used'
import { parAuthorizationDetailsWellformed } from './authorization-details-wellformed'
import { parClientIdPresent } from './client-id-present'
import { parContentType } from './content-type'
import { parDpopJktMatches } from './dpop-jkt-matches'
import { parDpopPresent } from './dpop-present'
import { parIssuerStateReturned } from './issuer-state-returned'
import { parNoDuplicateParams } from './no-duplicate-params'
import { parNoRequestObject } from './no-request-object'
import { parNoRequestUri } from './no-request-uri'
import { parNoSecretLeak } from './no-secret-leak'
import { parNotRepeated } from './not-repeated'
import { parParamsInBody } from './params-in-body'
import { parRedirectUriClaimedHttps } from './redirect-uri-claimed-https'
import { parRedirectUriPresent } from './redirect-uri-present'
import { parRedirectUriSchemeOfDomain } from './redirect-uri-scheme-of-domain'
import { parRedirectUriValid } from './redirect-uri-valid'
import { parResourceAbsent } from './resource-absent'
import { parResponseTypeCode } from './response-type-code'
import { parScopeFromMetadata } from './scope-from-metadata'
import { parScopeMinimal } from './scope-minimal'
import { parScopePresent } from './scope-present'
import { parStatePresent } from './state-present'
import { parStateQuality } from './state-quality'
import { parUnknownParams } from './unknown-params'

/** Judged first: the form. */
export const parFormChecks: readonly Check<PushedRequestReading>[] = [
  parContentType,
  parNoDuplicateParams,
  parParamsInBody,
]

/** Judged after client authentication: the request must not be replaced by a reference or an object. */
export const parObjectChecks: readonly Check<PushedRequestReading>[] = [parNoRequestUri, parNoRequestObject]

/** Judged before the proof itself. */
export const parDpopChecks: readonly Check<PushedRequestReading>[] = [parDpopPresent, parDpopJktMatches]

/** Judged last, in the order of answers: the parameters. */
export const parRequestChecks: readonly Check<PushedRequestReading>[] = [
  parResponseTypeCode,
  parClientIdPresent,
  parRedirectUriPresent,
  parRedirectUriValid,
  pkceChallengePresent,
  pkceChallengeWellformed,
  pkceCodeChallengeS256,
  parScopePresent,
  parScopeFromMetadata,
  parIssuerStateReturned,
  parRedirectUriClaimedHttps,
  parRedirectUriSchemeOfDomain,
  parScopeMinimal,
  parAuthorizationDetailsNotUsed,
  parAuthorizationDetailsWellformed,
  parStatePresent,
  parStateQuality,
  parUnknownParams,
  parResourceAbsent,
  parNoSecretLeak,
  parNotRepeated,
  pkceChallengeFresh,
]

/** Every check of a pushed request except those of its client, its proof and its URL. */
export const parChecks: readonly Check<PushedRequestReading>[] = [
  ...parFormChecks,
  ...parObjectChecks,
  ...parDpopChecks,
  ...parRequestChecks,
]
