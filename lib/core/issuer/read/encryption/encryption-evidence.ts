import type { StoredEvent } from '../../../ground/ports/store-types'
import { isObject } from '../../../ground/values/json'
import { quoteStart, type ToldObject, type Wording } from '../../../ground/values/wording'
import type { EncryptedBodyReading } from './read-encrypted-body'
import type { ResponseEncryptionReading } from './read-response-encryption'

/** What an event records about the encryption of one request, with the members of `observed.encryption`. */
export const encryptionFacts = (
  body: EncryptedBodyReading | null,
  response: ResponseEncryptionReading | null,
): ToldObject => ({
  request: {
    encrypted: body !== null,
    alg: short(body?.alg),
    enc: short(body?.enc),
    kid: short(body?.kid),
  },
  response: {
    requested: response !== null,
    alg: short(response?.jwk?.alg),
    enc: short(response?.enc),
    key_thumbprint: response?.jwk?.thumbprint ?? null,
  },
})

/** Thumbprints of the response encryption keys in earlier requests of the session. */
export const earlierResponseKeys = (events: readonly StoredEvent[]): string[] =>
  events.flatMap(({ type, detail }) => {
    const response =
      type === 'credential_request_received' && isObject(detail.encryption) ? detail.encryption.response : null
    return isObject(response) && typeof response.key_thumbprint === 'string' ? [response.key_thumbprint] : []
  })

const short = (value: string | null | undefined): Wording | null => quoteStart(value, 100) ?? null
