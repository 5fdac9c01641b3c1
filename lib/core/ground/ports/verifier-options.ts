import type { JsonObject } from '../values/json'

/** What a presentation session keeps of its options; the verifier adds the members that follow from what was asked, where it says what each option is. */
export interface VerifierOptions {
  /** The request as it was before its test changed it; absent where no test did. */
  readonly request_before_test?: JsonObject
  /** The query that the scope of the request stood for when the session was made; absent where it stood for none. */
  readonly scope_query?: JsonObject
}
