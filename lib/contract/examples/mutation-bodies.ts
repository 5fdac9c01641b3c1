import type { NamedBody } from '../contract-entry'

/** Presentations that are wrong on purpose, at any member. */
export const mutatedPresentations: Readonly<Record<string, NamedBody>> = {
  without_a_nonce: {
    summary: 'A request without its nonce, under a right signature',
    value: { mutations: [{ target: 'request_object', op: 'remove', path: '/nonce' }] },
  },
  decoy_key_in_front: {
    summary: 'A key that nobody has, before ours',
    value: {
      mutations: [
        {
          target: 'request_object',
          op: 'add',
          path: '/client_metadata/jwks/keys/0',
          value: { kty: 'unknown', use: 'enc', alg: 'unknown', kid: 'unusable' },
        },
      ],
    },
  },
  corrupt_signature: {
    summary: 'A signature whose first byte is another',
    value: { mutations: [{ target: 'signature', op: 'corrupt' }] },
  },
  request_unavailable: {
    summary: 'A fetch of the request that fails, of which the tester expects a refusal',
    value: {
      expect: 'refusal',
      mutations: [
        { target: 'request_response', op: 'replace', path: '/status', value: 503 },
        { target: 'request_response', op: 'remove', path: '/body' },
      ],
    },
  },
}

/** Issuances that are wrong on purpose, at any member. */
export const mutatedIssuances: Readonly<Record<string, NamedBody>> = {
  unknown_offer_member: {
    summary: 'A member in the offer that no text defines',
    value: { mutations: [{ target: 'offer', op: 'add', path: '/wallet_capture_unknown', value: true }] },
  },
  without_a_nonce_endpoint: {
    summary: 'Issuer metadata without a nonce endpoint, signed as well as plain',
    value: { mutations: [{ target: 'issuer_metadata', op: 'remove', path: '/nonce_endpoint' }] },
  },
  bearer_token: {
    summary: 'A token response of another type, and without a time',
    value: {
      flow: 'pre_authorized_code',
      mutations: [
        { target: 'token_response', op: 'replace', path: '/token_type', value: 'Bearer' },
        { target: 'token_response', op: 'remove', path: '/expires_in' },
      ],
    },
  },
}
