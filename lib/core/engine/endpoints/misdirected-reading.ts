/** Where a request was sent and how: an answered address, a wrong method at a right one, or a wrong path. */
export interface MisdirectedReading {
  readonly method: string
  /** Without what looks like a secret, for findings and events quote it. */
  readonly path: string
  /** Operation whose path it is; `null` when it is nobody's. */
  readonly operation: string | null
  /** True for a request that has an endpoint: right path, right method. */
  readonly answered: boolean
  readonly wrongForm: WrongForm | null
}

/** Known ways to miss: each is a finding of its own. OID4VCI-1FINAL-12.2.2, RFC8414-3.1 */
export type WrongForm =
  | 'appended_issuer_metadata'
  | 'appended_as_metadata'
  | 'oidc_discovery'
  | 'trailing_slash'
  | 'double_slash'

/** The reading of a request that reached its endpoint: there, method and path are right by routing. */
export const answeredRequest = (operation: string, method: 'GET' | 'POST'): MisdirectedReading => ({
  method,
  path: '',
  operation,
  answered: true,
  wrongForm: null,
})
