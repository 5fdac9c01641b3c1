import { isObject, type Json, type JsonObject } from '@/lib/core/ground/values/json'

/** Members that are new for every session, or that have their own names in the session request. */
const ownOfEachSession = new Set([
  'client_id',
  'response_uri',
  'redirect_uri',
  'aud',
  'iat',
  'exp',
  'nonce',
  'state',
  'wallet_nonce',
  'response_type',
  'response_mode',
  'dcql_query',
  'client_metadata',
  'code_challenge',
  'code_challenge_method',
])

/**
 * The other parts of a session's request, as `presentation_request` of a new one: scope, transaction data,
 * verifier_info, the tester's own members, and `client_metadata` without the key that the service creates.
 */
export function repeatedRequest(request: Readonly<Record<string, Json | undefined>>): JsonObject {
  const repeated: JsonObject = {}
  for (const [name, value] of Object.entries(request))
    if (value !== undefined && !ownOfEachSession.has(name)) repeated[name] = value
  const metadata = request.client_metadata
  if (isObject(metadata)) {
    const { jwks: _, encrypted_response_enc_values_supported: encValues, ...others } = metadata as JsonObject
    // Encryption values are only present if the response is encrypted; the keys show whether it is.
    repeated.client_metadata = {
      ...others,
      ...(metadata.jwks === undefined || encValues === undefined
        ? {}
        : { encrypted_response_enc_values_supported: encValues }),
    }
  }
  return repeated
}
