import type { PresentationSession } from '../../ground/ports/store-types'
import { deviationOf, expectsRefusal } from './index'

/** The error code for each problem of a request that the tester wrote. OID4VP-1FINAL-8.5 */
const codeOfProblem: Readonly<Record<string, string>> = {
  invalid_transaction_data: 'invalid_transaction_data',
  unsupported_credential_format: 'vp_formats_not_supported',
  invalid_scope: 'invalid_scope',
  unsupported_response_type: 'unsupported_response_type',
}

/**
 * The error codes that fit a request which the wallet should refuse; `null` if no problem is known. Distinguishes a
 * request that nobody can satisfy, or a type that a profile does not know, from a malformed one.
 */
export function fittingErrors(
  session: Pick<PresentationSession, 'options' | 'requestProblems' | 'responseType'>,
): readonly string[] | null {
  const deviation = deviationOf(session)
  if (deviation !== null) return deviation.expects === 'refusal' ? deviation.errors : null
  if (!expectsRefusal(session)) return null
  if (session.options.profile === 'haip' && session.responseType !== 'vp_token')
    return ['unsupported_response_type', 'invalid_request']
  const codes = session.requestProblems
    .filter(({ severity }) => severity === 'violation')
    .map(({ code }) => codeOfProblem[String(code)] ?? 'invalid_request')
  // The request itself is fine, so the wallet cannot provide what it asks for.
  return codes.length === 0 ? ['access_denied'] : [...new Set(codes)]
}
