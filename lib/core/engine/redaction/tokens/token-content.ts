import type { JsonObject } from '../../../ground/values/json'
import type { Redaction } from '../redaction'
import type { ReadToken } from './read-token'
import { readTokenPart } from './read-token-part'

/**
 * The header of a compact token, as the endpoint read it or, failing that, as read now; `null` if it is not a JSON
 * object.
 */
export const tokenHeader = (token: string, redaction: Redaction): JsonObject | null =>
  readOf(token, redaction)?.header ?? readTokenPart(token.split('.', 1)[0] ?? '')

/** The claims of a signed compact token, likewise. */
export const tokenClaims = (token: string, redaction: Redaction): JsonObject | null =>
  readOf(token, redaction)?.claims ?? readTokenPart(token.split('.', 2)[1] ?? '')

/** The result of verifying a token. */
export const tokenSignature = (token: string, redaction: Redaction): ReadToken['signature'] =>
  readOf(token, redaction)?.signature ?? 'unchecked'

/** Looks an SD-JWT up by its issuer-signed part. RFC9901-4 */
const readOf = (token: string, redaction: Redaction): ReadToken | null =>
  redaction.tokenOf(token) ?? redaction.tokenOf(token.split('~', 1)[0] ?? '')
