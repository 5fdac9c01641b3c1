import type { JsonObject } from '../../shared/values/json'
import { credentialsOf, inEach, inQuery, without } from './query-changes'
import { answered, onBothChannels, refused, type VerifierDeviation } from './verifier-deviation'

const unmatchable = {
  id: 'wallet_capture_unmatchable',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:wallet-capture:held-by-nobody'] },
}

/** Adds a credential that no wallet holds, in a separate set. */
const withUnmatchable = (query: JsonObject, required: boolean): JsonObject => {
  const ids = credentialsOf(query).map(({ id }) => id ?? '')
  const sets = Array.isArray(query.credential_sets) ? query.credential_sets : [{ options: [ids] }]
  return {
    ...query,
    credentials: [...credentialsOf(query), unmatchable],
    credential_sets: [...sets, { options: [[unmatchable.id]], required }],
  }
}

/** The query is unsatisfiable, unreadable or merely unusual. OID4VP-1FINAL-6 */
export const queryDeviations: readonly VerifierDeviation[] = [
  {
    id: 'required_unmatchable',
    title: 'The query requires a second credential that no wallet holds.',
    clause: 'OID4VP-1FINAL-6.4.2',
    ...refused('access_denied'),
    ...onBothChannels,
    ...inQuery((query) => withUnmatchable(query, true)),
  },
  {
    id: 'dcql_and_scope',
    title: 'The request has both a query and a scope that stands for a query.',
    clause: 'OID4VP-1FINAL-5.1',
    ...refused('invalid_request', 'invalid_scope'),
    needs: { query: true },
    changes: {
      parameters: (request) => ({ ...request, scope: 'com.example.pid_presentation' }),
    },
  },
  {
    id: 'no_query',
    title: 'The request asks for nothing: it has neither query nor scope.',
    clause: 'OID4VP-1FINAL-5.1',
    ...refused('invalid_request'),
    ...onBothChannels,
    changes: {
      parameters: (request) => without(request, 'dcql_query', 'scope'),
    },
  },
  {
    id: 'dcql_malformed',
    title: 'A path of the query holds true in place of a name.',
    clause: 'OID4VP-1FINAL-7',
    ...refused('invalid_request'),
    ...onBothChannels,
    ...inEach((credential) => ({ ...without(credential, 'claim_sets'), claims: [{ path: [true] }] })),
  },
  {
    id: 'dcql_no_credentials',
    title: 'The query lists no credential.',
    clause: 'OID4VP-1FINAL-6',
    ...refused('invalid_request'),
    ...onBothChannels,
    ...inQuery((query) => ({ ...without(query, 'credential_sets'), credentials: [] })),
  },
  {
    id: 'no_claims',
    title: 'The query asks for no claim.',
    clause: 'OID4VP-1FINAL-6.4.1',
    ...answered,
    ...onBothChannels,
    ...inEach((credential) => without(credential, 'claims', 'claim_sets')),
  },
  {
    id: 'drop_last_claim',
    title: 'The query asks for one claim fewer.',
    clause: 'OID4VP-1FINAL-6.4.1',
    ...answered,
    ...onBothChannels,
    ...inEach((credential) => {
      const claims = Array.isArray(credential.claims) ? credential.claims : []
      if (claims.length < 2) return credential
      return { ...without(credential, 'claim_sets'), claims: claims.slice(0, -1) }
    }),
  },
  {
    id: 'optional_unmatchable',
    title: 'The query has an optional credential that no wallet holds.',
    clause: 'OID4VP-1FINAL-6.4.2',
    ...answered,
    ...onBothChannels,
    ...inQuery((query) => withUnmatchable(query, false)),
  },
  {
    id: 'unknown_dcql_member',
    title: 'The query has undefined members.',
    clause: 'OID4VP-1FINAL-6',
    ...answered,
    ...onBothChannels,
    ...inQuery((query) => ({
      ...query,
      wallet_capture_unknown: true,
      credentials: credentialsOf(query).map((credential) => ({ ...credential, wallet_capture_unknown: 'x' })),
    })),
  },
]

/** Requests this scope alone. */
const asksWith = (scope: string): Pick<VerifierDeviation, 'needs' | 'changes'> => ({
  // HAIP allows a query only.
  needs: { profile: 'openid4vp' },
  changes: {
    parameters: (request: JsonObject) => ({ ...without(request, 'dcql_query'), scope }),
  },
})

/** Requests a scope that maps to no query. A wallet without scopes knows none. OID4VP-1FINAL-5.5 */
export const scopeDeviations: readonly VerifierDeviation[] = [
  {
    id: 'unknown_scope',
    title: 'The request asks with a scope that no wallet knows, and without a query.',
    clause: 'OID4VP-1FINAL-5.5',
    ...refused('invalid_scope'),
    ...asksWith('org.example.wallet-capture.unknown'),
  },
  {
    id: 'malformed_scope',
    title: 'The scope of the request has a quotation mark and a backslash in it.',
    clause: 'RFC6749-3.3',
    ...refused('invalid_scope'),
    ...asksWith('a"b\\c'),
  },
  {
    id: 'empty_scope',
    title: 'The scope of the request is an empty text, and there is no query.',
    clause: 'OID4VP-1FINAL-8.5',
    ...refused('invalid_scope'),
    ...asksWith(''),
  },
]
