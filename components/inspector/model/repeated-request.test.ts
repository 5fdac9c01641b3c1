import { expect, it } from 'vitest'
import { repeatedRequest, repeatedTrust } from './repeated-request'

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
      expected_origins: ['https://verifier.example'],
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

it('a repeated request is without the registration certificate of its session, which the new one makes anew', () => {
  const ours = { format: 'registration_cert', data: 'a.b.c' }
  const theirs = { format: 'jwt', data: 'x' }
  const repeat = (verifier_info: (typeof ours)[] | undefined, source: string | null, options: object = {}) => {
    const request = verifier_info === undefined ? { scope: 's' } : { scope: 's', verifier_info }
    const trust = source === null ? undefined : { registration_certificate: { source } }
    const { presentation_request, ...members } = repeatedTrust(request, { options: { ...options }, trust })
    return [JSON.parse(presentation_request).verifier_info, members.registration_certificate, members.registered_query]
  }
  expect(repeat([ours], 'made')).toEqual([undefined, '', ''])
  expect(repeat([theirs, ours], 'made')).toEqual([[theirs], 'auto', ''])
  expect(repeat([ours], 'own', { registration_certificate: 'a.b.c' })).toEqual([undefined, 'a.b.c', ''])
  expect(repeat([theirs], 'none', { registration_certificate: 'none' })).toEqual([[theirs], 'none', ''])
  // Unsigned requests have none.
  expect(repeat([theirs], 'made')).toEqual([[theirs], 'auto', ''])
  // The tester supplied it there.
  expect(repeat([ours], 'own')).toEqual([[ours], '', ''])
  expect(repeat([theirs], null)).toEqual([[theirs], '', ''])
  expect(repeat([], null)).toEqual([[], '', ''])
  expect(repeat(undefined, 'none', { registered_query: { credentials: [] } })).toEqual([
    undefined,
    '',
    '{"credentials":[]}',
  ])
})
