import type { Check } from '../../../engine/checks/check'
import type { CredentialReading } from '../../read/credential-reading'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'
import { encryptionRequestDecrypts } from './request-decrypts'
import { encryptionRequestKid } from './request-kid'
import { encryptionRequestMediaType } from './request-media-type'
import { encryptionRequestParams } from './request-params'
import { encryptionRequestRequired } from './request-required'
import { encryptionRequestWhenResponse } from './request-when-response'
import { encryptionResponseJwkAlg } from './response-jwk-alg'
import { encryptionResponseJwkFresh } from './response-jwk-fresh'
import { encryptionResponseJwkPublic } from './response-jwk-public'
import { encryptionResponseParams } from './response-params'
import { encryptionResponseRequired } from './response-required'
import { encryptionUsed } from './used'

/**
 * Judged before the body: whether it can be decrypted at all, and is encrypted where that is required. Of a request that is
 * wrong in both, the error says what the response needs, as 8.3.1.2 names it.
 */
export const requestEncryptionChecks: readonly Check<EncryptedRequestReading>[] = [
  encryptionRequestMediaType,
  encryptionRequestParams,
  encryptionRequestKid,
  encryptionRequestDecrypts,
  encryptionResponseRequired,
  encryptionRequestRequired,
]

/** What a request says of the encryption of its response. */
export const responseParameterChecks: readonly Check<EncryptedRequestReading>[] = [
  encryptionResponseParams,
  encryptionResponseJwkAlg,
  encryptionResponseJwkPublic,
  encryptionResponseJwkFresh,
  encryptionUsed,
]

/** Judged last: encryption of the response. */
export const responseEncryptionChecks: readonly Check<CredentialReading>[] = [
  encryptionRequestWhenResponse,
  ...responseParameterChecks,
]
