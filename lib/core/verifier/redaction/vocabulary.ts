import type { Vocabulary } from '../../engine/redaction/names/vocabulary'

/** Names from OpenID for Verifiable Presentations, and names whose values describe or track a person. */
export const verifierVocabulary: Vocabulary = {
  sensitive: [
    'vp_token',
    'id_token',
    'response',
    'device_response',
    'wallet_metadata',
    'presentation_submission',
    'sub',
    'jti',
    'digital',
  ],
  guessable: [
    'vp_token',
    'id_token',
    'response',
    'device_response',
    'wallet_metadata',
    'presentation_submission',
    'sub',
    'jti',
  ],
  visible: [
    'request_uri_method',
    'response_uri',
    'expected_origins',
    ...['zip', 'crit', 'b64', 'x5u', 'jku'],
    // Header fields that describe the client software, not its user.
    ...['accept-charset', 'cache-control', 'connection', 'content-encoding', 'content-length', 'dnt', 'if-none-match'],
    ...['if-modified-since', 'keep-alive', 'origin', 'pragma', 'priority', 'sec-ch-ua', 'sec-ch-ua-mobile'],
    ...['sec-ch-ua-platform', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user', 'sec-gpc', 'te'],
    ...['transfer-encoding', 'upgrade-insecure-requests', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port'],
  ],
}
