import type { ClauseId } from '../ports/clauses'

/**
 * Something that is wrong with a query, or worth saying about it.
 *
 * - `invalid_dcql_query`: breaks a rule of OpenID4VP, or passes a bound of this service.
 * - `unsupported_credential_format`: well-formed, but answers in this format cannot be verified here.
 * - `unknown_dcql_member`: a member that no specification names; wallets ignore it. OID4VP-1FINAL-6
 * - `questionable_dcql_query`: allowed, and probably not what was meant.
 */
export interface Problem {
  readonly code:
    | 'invalid_dcql_query'
    | 'unsupported_credential_format'
    | 'unknown_dcql_member'
    | 'questionable_dcql_query'
  /**
   * `refused`: never sent. `violation`: sent only where requests that break the specification are allowed.
   * `note`: always sent.
   */
  readonly severity: 'refused' | 'violation' | 'note'
  /** RFC 6901 pointer into the query; the empty string is the query itself. */
  readonly pointer: string
  /** One sentence for the person who wrote the query. */
  readonly message: string
  readonly clause: ClauseId
}
