import { defineCheck, pass, tolerated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

/** RFC 6749 section 4.1.2.1, OpenID4VP section 8.5, RFC 9101 section 7, SIOPv2 section 10.3. */
const known: readonly string[] = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'vp_formats_not_supported',
  'invalid_request_uri_method',
  'invalid_transaction_data',
  'wallet_unavailable',
  'invalid_request_uri',
  'invalid_request_object',
  'request_not_supported',
  'request_uri_not_supported',
  'user_cancelled',
  'client_metadata_value_not_supported',
  'subject_syntax_types_not_supported',
  'invalid_registration_metadata_uri',
  'invalid_registration_metadata_object',
]

export const errorCodeKnown = defineCheck<ResponseReading>('vp.error.code_known', {
  title: 'Error code is defined by a specification',
  problem: 'No specification defines the error code',
  clauses: ['OID4VP-1FINAL-8.5', 'RFC6749-4.1.2.1'],
  level: 'should',
  why: 'A known code lets the verifier tell its user what happened.',
  hint: 'Use a code of OpenID4VP section 8.5 or RFC 6749 section 4.1.2.1, e.g. access_denied.',
  run: onError(({ code }) =>
    code !== null && known.includes(code)
      ? pass(quote(code))
      : tolerated({ expected: say`a known code`, actual: shown(code) }),
  ),
})
