/** The error code with which a wallet refuses a request (OID4VP-1FINAL-8.5, RFC6749-4.1.2.1, RFC9101-7, SIOP). */
export type RefusalCode =
  | 'invalid_request'
  | 'invalid_request_object'
  | 'invalid_client'
  | 'invalid_scope'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'vp_formats_not_supported'
  | 'invalid_transaction_data'
  | 'subject_syntax_types_not_supported'

/** The wallet refuses this request. The verifier gets an error response if it can be reached. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused'

  /**
   * @param description - for developers; must name no claim, credential or user (OID4VP-1FINAL-15.9)
   * @param why - for the user alone, where that says more
   */
  constructor(
    readonly code: RefusalCode,
    readonly description: string,
    readonly why: string = description,
  ) {
    super(`${code}: ${why}`)
  }
}

/**
 * There is nothing to show, or the user declines. A verifier gets the same error for both, or it could find out a
 * claim's value (OID4VP-1FINAL-15.4.1).
 * @param why - for the user
 */
export const nothingToShow = (why = 'The request cannot be satisfied'): RequestRefused =>
  new RequestRefused('access_denied', 'The request cannot be satisfied', why)
