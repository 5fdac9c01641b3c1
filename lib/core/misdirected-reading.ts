/** A request that no endpoint answers: a wrong path, or a wrong method at a right one. */
export interface MisdirectedReading {
  readonly method: string
  readonly path: string
  /** Operation whose path it is, when only the method is wrong. */
  readonly operation: string | null
  /** Methods that the path does answer; empty for an unknown path. */
  readonly allow: readonly string[]
  readonly wrongForm: WrongForm | null
}

/** Known ways to miss: each is a finding of its own. OID4VCI-1FINAL-12.2.2, RFC8414-3.1 */
export type WrongForm =
  | 'appended_issuer_metadata'
  | 'appended_as_metadata'
  | 'oidc_discovery'
  | 'trailing_slash'
  | 'double_slash'
