/** Where a request was sent and how: to its endpoint, with a wrong method, or to a wrong path. */
export interface UnmatchedReading {
  readonly method: string
  /** With possible secrets removed, because findings and events quote it. */
  readonly path: string
  /** Operation whose path it is; `null` if there is none. */
  readonly operation: string | null
  /** True if the request has an endpoint: right path, right method. */
  readonly answered: boolean
  readonly wrongForm: WrongForm | null
  /**
   * Identifiers of the authorization servers that the metadata names, where the request takes the issuer for one and it is
   * none of them; `null` for any other request. OID4VCI-1FINAL-12.2.4
   */
  readonly namedServers: readonly string[] | null
}

/** Known mistakes, each with its own finding. OID4VCI-1FINAL-12.2.2, RFC8414-3.1 */
export type WrongForm =
  | 'appended_issuer_metadata'
  | 'bare_issuer_metadata'
  | 'appended_as_metadata'
  | 'oidc_discovery'
  | 'trailing_slash'
  | 'slash_left_out'
  | 'double_slash'

/** The reading of a request that reached its endpoint: routing guarantees method and path. */
export const answeredRequest = (operation: string, method: 'GET' | 'POST'): UnmatchedReading => ({
  method,
  path: '',
  operation,
  answered: true,
  wrongForm: null,
  namedServers: null,
})
