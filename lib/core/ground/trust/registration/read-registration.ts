import { readJwt } from '../../jose/read-jwt'
import type { JsonObject } from '../../values/json'
import { type RegisteredCredential, readRegisteredCredentials } from './registered-credential'

/** A registration certificate, decoded but not verified. */
export interface RegistrationReading {
  readonly header: JsonObject
  readonly claims: JsonObject
  /** `null` for a certificate that registers no credentials. */
  readonly credentials: readonly RegisteredCredential[] | null
}

/** Reads a registration certificate; `null` for what is no compact JWS with JSON claims. Never throws. E475-5.2.1 */
export function readRegistration(compact: string): RegistrationReading | null {
  const read = readJwt(compact)
  if (!read.readable) return null
  const claims = read.claims as JsonObject
  return { header: read.header as JsonObject, claims, credentials: readRegisteredCredentials(claims.credentials) }
}
