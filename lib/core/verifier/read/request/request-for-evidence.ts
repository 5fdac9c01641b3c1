import type { FoundToken } from '../../../engine/redaction/tokens/read-token'
import { type MadeJwt, readJwt } from '../../../shared/jose/jwt'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { registrationForEvidence } from '../../../shared/trust/registration/registration'
import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../../shared/values/json'

/** Whether the session's access certificate may name a natural person, whom evidence must not name. */
export const hidesHolder = ({ options }: Pick<PresentationSession, 'options'>): boolean =>
  !options.reveal_claims && options.trust?.own?.without_person != null

/**
 * Request claims for evidence. A registration certificate that may name a natural person loses its signature and the
 * claims about that person, unless the session reveals claims. Returns the same object if nothing is removed.
 */
export function requestForEvidence(request: JsonObject, session: Pick<PresentationSession, 'options'>): JsonObject {
  const { verifier_info: entries } = request
  if (session.options.reveal_claims || !Array.isArray(entries)) return request
  const shown = entries.map((entry) => entryForEvidence(entry, hidesHolder(session)))
  return shown.every((entry, index) => entry === entries[index]) ? request : { ...request, verifier_info: shown }
}

/** Like `requestForEvidence`, for options that contain a request or a tester's registration certificate. */
export function optionsForEvidence<Options extends Partial<PresentationSession['options']>>(
  options: Options,
  session: Pick<PresentationSession, 'options'>,
): JsonObject {
  const { request_before_test: before, registration_certificate: own } = options
  const hidden =
    own !== undefined && !session.options.reveal_claims && registrationForEvidence(own, hidesHolder(session)) !== null
  return {
    ...(options as unknown as JsonObject),
    ...(before === undefined ? {} : { request_before_test: requestForEvidence(before, session) }),
    ...(hidden ? { registration_certificate: { redacted: true, present: true, length: own.length } } : {}),
  }
}

function entryForEvidence(entry: Json, certified: boolean): Json {
  if (!isObject(entry) || typeof entry.data !== 'string') return entry
  const { data } = entry
  const compact = compactOf(data)
  const shown = registrationForEvidence(compact, certified)
  if (shown === null) return entry
  return { ...(entry as JsonObject), data: compact === data ? shown : toBase64url(utf8(shown)) }
}

/** A signed request for the record: like `requestForEvidence`, and without a certificate that may name a person. */
export function signedForEvidence(
  { token, header, claims }: Pick<MadeJwt, 'token' | 'header' | 'claims'>,
  session: PresentationSession,
): FoundToken | null {
  const shown = requestForEvidence(claims as JsonObject, session)
  // In a multi-signed request the headers hold members that are otherwise claims.
  const head = requestForEvidence(header as JsonObject, session)
  if (shown === claims && head === header && !hidesHolder(session)) return null
  const { x5c } = head
  return [
    token,
    {
      header: hidesHolder(session) && Array.isArray(x5c) ? { ...head, x5c: x5c.map(() => '') } : head,
      claims: shown,
    },
  ]
}

/** Registration certificates of an unsigned request for the record, without what may name a person. */
export function registrationsForEvidence(
  { verifier_info: entries }: JsonObject,
  session: Pick<PresentationSession, 'options'>,
): FoundToken[] {
  if (session.options.reveal_claims || !Array.isArray(entries)) return []
  return entries.flatMap((entry): FoundToken[] => {
    const compact = isObject(entry) && typeof entry.data === 'string' ? compactOf(entry.data) : null
    const shown = compact === null ? null : registrationForEvidence(compact, hidesHolder(session))
    const read = shown === null ? null : readJwt(shown)
    return compact !== null && read?.readable ? [[compact, { header: read.header, claims: read.claims }]] : []
  })
}

/** The compact JWS in `data`, possibly base64-encoded again. */
function compactOf(data: string): string {
  const bytes = data.includes('.') ? null : fromBase64url(data)
  return (bytes && fromUtf8(bytes)) ?? data
}
