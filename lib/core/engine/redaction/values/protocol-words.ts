/**
 * Words that specifications define for token types, algorithms, formats, media types and members of an answer. A text
 * that is just one such word is evidence and stays, even if a credential discloses the same word. RFC7515-4.1,
 * RFC7518-3.1, RFC7518-4.1, RFC7518-5.1, OID4VP-1FINAL-8
 */
export const protocolWords: readonly string[] = [
  ...['kb+jwt', 'dc+sd-jwt', 'vc+sd-jwt', 'mso_mdoc', 'oauth-authz-req+jwt', 'JWT'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256', 'PS256', 'ECDH-ES', 'A128GCM', 'A256GCM', 'A128CBC-HS256'],
  ...['P-256', 'P-384', 'P-521', 'Ed25519', 'sha-256', 'sha-384', 'sha-512'],
  ...['EC P-256', 'EC P-384', 'EC P-521', 'OKP Ed25519'],
  ...[
    'vp_token',
    'vp_token id_token',
    'id_token',
    'state',
    'response',
    'code',
    'error',
    'direct_post',
    'direct_post.jwt',
    'dc_api',
    'dc_api.jwt',
    'keep-alive',
    'close',
  ],
  ...['application/x-www-form-urlencoded', 'application/json', 'application/jwt', 'application/oauth-authz-req+jwt'],
]
