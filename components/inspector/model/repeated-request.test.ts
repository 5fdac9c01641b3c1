import { expect, it } from 'vitest'
import { repeatedRequest } from './repeated-request'

const own = {
  scope: 'com.example.pid',
  transaction_data: ['e30'],
  verifier_info: [{ format: 'jwt', data: 'x' }],
  id_token_type: 'subject_signed_id_token',
  note: 'of the tester',
}

it('a repeated request keeps what the tester asked for, and nothing that is new for each session', () => {
  expect(
    repeatedRequest({
      client_id: 'x509_hash:a',
      aud: 'https://self-issued.me/v2',
      response_uri: 'https://verifier.example/response',
      response_type: 'vp_token',
      response_mode: 'direct_post.jwt',
      nonce: 'n',
      state: 's',
      iat: 1,
      exp: 2,
      dcql_query: { credentials: [] },
      code_challenge: 'c',
      code_challenge_method: 'S256',
      client_metadata: {
        vp_formats_supported: { mso_mdoc: {} },
        jwks: { keys: [] },
        encrypted_response_enc_values_supported: ['A128GCM'],
      },
      ...own,
    }),
  ).toEqual({
    ...own,
    client_metadata: {
      vp_formats_supported: { mso_mdoc: {} },
      encrypted_response_enc_values_supported: ['A128GCM'],
    },
  })
})
