/** A query for a PID as an SD-JWT. */
export const query = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }, { path: ['given_name'] }],
    },
  ],
}

/**
 * What is asked, and what its ADR 21 says of it: it presents where nothing is wrong, and else responds `access_denied`, for the
 * request is signed under a certificate that it trusts.
 * @type {readonly { id: string, body: Record<string, unknown>, expected: string }[]}
 */
export const requests = [
  { id: 'good', body: {}, expected: 'presented' },
  ...['registration_missing', 'registration_twice', 'registration_over_asking', 'registration_revoked'].map((id) => ({
    id,
    body: { negative_test: id, wallet_policy: 'refuse' },
    expected: 'access_denied',
  })),
  { id: 'good, once more', body: {}, expected: 'presented' },
]

const pid = 'eu.europa.ec.eudi.pid.1'
const mdocQuery = {
  credentials: [
    { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pid }, claims: [{ path: [pid, 'family_name'] }] },
  ],
}

/**
 * What a browser carries: every protocol, format and Response Mode, and what a wallet refuses, as another site repeats it.
 * OpenID4VP 1.0 appendix A
 * @type {readonly { id: string, body: Record<string, unknown>, expected: string, site?: string }[]}
 */
export const browserRequests = [
  ...['signed', 'multisigned'].map((signatures) => ({
    id: `${signatures}, from another site`,
    body: browserBody(signatures, query),
    expected: 'refused by the wallet with 400',
    site: 'https://another-verifier.example',
  })),
  ...['unsigned', 'signed', 'multisigned'].flatMap((signatures) =>
    Object.entries({ 'dc+sd-jwt': query, mso_mdoc: mdocQuery }).flatMap(([format, dcql_query]) =>
      Object.entries({ 'dc_api.jwt': {}, dc_api: { response_mode: 'direct_post', profile: 'openid4vp' } }).map(
        ([mode, members]) => ({
          id: `${signatures}, ${format}, ${mode}`,
          body: { ...browserBody(signatures, dcql_query), ...members },
          expected: 'accepted',
        }),
      ),
    ),
  ),
]

/** @param {string} signatures @param {object} dcql_query @returns {Record<string, unknown>} */
function browserBody(signatures, dcql_query) {
  return { presentation_channel: 'dc_api', dc_api_protocols: [`openid4vp-v1-${signatures}`], dcql_query }
}
