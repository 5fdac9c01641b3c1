import type { JsonObject } from '../../ground/values/json'
import { without } from './query-changes'
import { refused, type VerifierDeviation } from './verifier-deviation'

/** Asks with this scope alone. */
const asksWith = (scope: string): Pick<VerifierDeviation, 'needs' | 'changes'> => ({
  // HAIP asks with a query only.
  needs: { profile: 'openid4vp' },
  changes: {
    parameters: (request: JsonObject) => ({ ...without(request, 'dcql_query'), scope }),
  },
})

/** The request asks with a scope that stands for no query. A wallet without scopes knows none. OID4VP-1FINAL-5.5 */
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
