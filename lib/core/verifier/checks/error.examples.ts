import type { ExamplesById } from '../../engine/checks/examples'
import type { ResponseReading } from '../read/response/response-reading'
import { asking, errorResponse, goodResponse, plainResponse, withState } from './fixtures/response'
import { session, sessionAsking } from './fixtures/verifier-evidence'

const code = (value: string | null, rest: Partial<ResponseReading> = {}) => errorResponse({ code: value }, rest)
const description = (value: string) => errorResponse({ description: value })
const uri = (value: string) => errorResponse({ uri: value })
const state = (change: Partial<ResponseReading['state']>) => errorResponse({}, { state: withState(change).state })
const earlier = (...codes: readonly string[]) => errorResponse({ earlier: codes.map((error) => ({ error })) })
const withIdToken = { request: asking({ responseType: 'vp_token id_token' }).request }
const withTransactionData = { request: asking({ transactionData: ['e30'] }).request }
const options = session().options
const testing = (negative_test: string) => ({
  session: session({
    options: { ...options, negative_test, expect: negative_test === 'no_state' ? 'answer' : 'refusal' },
  }),
})
const refusing = { session: session({ options: { ...options, expect: 'refusal' } }) }
const problem = (name: string) => ({
  session: session({ ...refusing.session, requestProblems: [{ code: name, severity: 'violation' }] }),
})
const byPost = { session: session({ requestUriMethod: 'post' }) }
const byScope = { session: sessionAsking({ ...session().request, scope: 'com.example.pid' }) }
const byValue = { session: session({ requestUriMethod: 'post', requestDelivery: 'by_value' }) }

export const walletErrorExamples: ExamplesById<ResponseReading> = {
  'vp.error.code_known': {
    pass: [
      ...['access_denied', 'vp_formats_not_supported', 'wallet_unavailable'].map((one) => code(one)),
      code('user_cancelled', withIdToken),
    ],
    violated: [
      ...['cancelled', 'registration_value_not_supported', 'invalid_dcql_query', 'transaction_data_not_supported'],
      ...['wallet_not_found', 'internal_error', 'ACCESS_DENIED', 'something_else', null],
      ...['user_cancelled', 'client_metadata_value_not_supported', 'subject_syntax_types_not_supported'],
    ].map((one) => code(one)),
    notApplicable: [goodResponse],
  },
  'vp.error.charset': {
    pass: [errorResponse(), code('an error of ours')],
    violated: [code(''), code(null), code('a "quote"'), code('verweigert\u00e4'), code('back\\slash')],
    notApplicable: [goodResponse],
  },
  'vp.error.description_charset': {
    pass: [description('The user said no.')],
    violated: [description('The user said "no".'), description('Der Nutzer möchte nicht.'), description('two\nlines')],
    notApplicable: [goodResponse, errorResponse()],
  },
  'vp.error.uri': {
    pass: [uri('https://wallet.example/errors#denied')],
    violated: [uri('wallet.example'), uri('https://wallet.example/an error'), uri('https://wallet.example/"')],
    notApplicable: [goodResponse, errorResponse()],
  },
  'vp.error.state': {
    pass: [errorResponse()],
    violated: [
      state({ present: false, matches: false }),
      state({ matches: false }),
      ...(['session_id', 'nonce', 'not_bare', 'encoded', 'another_session'] as const).map((insteadIs) =>
        state({ matches: false, insteadIs }),
      ),
    ],
    notApplicable: [goodResponse, state({ expected: null, present: false, matches: false })],
  },
  'vp.error.exclusive': {
    pass: [errorResponse()],
    violated: [errorResponse({ beside: ['vp_token'] }), errorResponse({ beside: ['id_token', 'code'] })],
    notApplicable: [goodResponse],
  },
  'vp.error.response_mode': {
    pass: [
      errorResponse(),
      errorResponse(
        { encrypted: false },
        { request: plainResponse.request, session: plainResponse.session, jwe: null },
      ),
    ],
    violated: [errorResponse({ encrypted: false }, { jwe: null })],
    notApplicable: [goodResponse],
  },
  'vp.error.no_details': {
    pass: [description('The user said no.')],
    violated: [
      description('erika@example.com has no PID'),
      description('did:key:abc is unknown'),
      description('eyJhbGciOiJFUzI1NiJ9 is unknown'),
      description('at Wallet.present(Wallet.kt:42)'),
      description('The PID expired on 2026-01-01.'),
      description('The requested credential was revoked.'),
    ],
    notApplicable: [goodResponse, errorResponse()],
  },
  'vp.error.fits': {
    pass: [
      errorResponse(),
      code('invalid_transaction_data', withTransactionData),
      code('invalid_request_uri_method', byPost),
      code('invalid_scope', byScope),
      code('invalid_request_object', testing('bad_signature')),
      code('access_denied', testing('required_unmatchable')),
      code('invalid_transaction_data', testing('unknown_transaction_type')),
      code('invalid_request', testing('redirect_uri_with_direct_post')),
      code('invalid_request', testing('no_query')),
      code('access_denied', testing('no_state')),
      code('vp_formats_not_supported', problem('unsupported_credential_format')),
      code('invalid_scope', problem('invalid_scope')),
      code('invalid_request', problem('invalid_dcql_query')),
      code('access_denied', refusing),
    ],
    violated: [
      code('invalid_transaction_data'),
      code('invalid_request_uri_method'),
      code('invalid_request_uri_method', byValue),
      code('invalid_scope'),
      code('invalid_request', testing('required_unmatchable')),
      code('access_denied', testing('missing_nonce')),
      code('invalid_request', testing('unknown_transaction_type')),
      code('access_denied', problem('unsupported_credential_format')),
      code('invalid_request', refusing),
    ],
    notApplicable: [goodResponse, code(null), code(null, testing('missing_nonce'))],
  },
  'vp.error.repeat': {
    pass: [earlier('access_denied')],
    violated: [earlier('invalid_request')],
    notApplicable: [goodResponse, errorResponse()],
  },
}
