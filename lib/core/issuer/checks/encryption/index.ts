import type { Check } from '../../../engine/checks/check'
import type { CredentialReading } from '../../read/credential-reading'
import type { EncryptedRequestReading } from '../../read/encryption/encrypted-request-reading'
import { encryptionRequestDecrypts } from './request-decrypts'
import { encryptionRequestKid } from './request-kid'
import { encryptionRequestMediaType } from './request-media-type'
import { encryptionRequestParams } from './request-params'
import { encryptionRequestWhenResponse } from './request-when-response'
import { encryptionResponseJwkAlg } from './response-jwk-alg'
import { encryptionResponseJwkFresh } from './response-jwk-fresh'
import { encryptionResponseJwkPublic } from './response-jwk-public'
import { encryptionResponseParams } from './response-params'
import { encryptionUsed } from './used'

/** Judged before the body: whether it can be decrypted at all. */
export const requestEncryptionChecks: readonly Check<EncryptedRequestReading>[] = [
  encryptionRequestMediaType,
  encryptionRequestParams,
  encryptionRequestKid,
  encryptionRequestDecrypts,
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
