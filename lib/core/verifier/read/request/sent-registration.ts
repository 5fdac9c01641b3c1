import type { PresentationSession } from '../../../ground/ports/store-types'
import {
  overAsked,
  type RegisteredCredential,
  registeredCredentials,
} from '../../../ground/trust/registration/registered-credential'
import { readRegistration } from '../../../ground/trust/registration/registration'
import { fromBase64url, fromUtf8 } from '../../../ground/values/base64url'
import { isObject } from '../../../ground/values/json'

/** The registration certificate of a request: made here, or sent by the tester. */
interface SentRegistration {
  readonly source: 'made' | 'own'
  readonly compact: string
}

/** The registration certificate that a session of a trust framework sends; `null` for none. */
export const sentRegistration = (session: Pick<PresentationSession, 'options' | 'request'>): SentRegistration | null =>
  session.options.trust?.registration ?? registrationOfTester(session)

/** The first registration certificate among what the tester wrote into `verifier_info`; `null` for none. */
function registrationOfTester({ request }: Pick<PresentationSession, 'request'>): SentRegistration | null {
  const entries = Array.isArray(request.verifier_info) ? request.verifier_info : []
  for (const entry of entries) {
    if (!isObject(entry) || entry.format !== 'registration_cert' || typeof entry.data !== 'string') continue
    const bytes = entry.data.includes('.') ? null : fromBase64url(entry.data)
    return { source: 'own', compact: (bytes && fromUtf8(bytes)) ?? entry.data }
  }
  return null
}

/** What a session asks for, in the words of a registration certificate. */
export function askedCredentials({ request, options }: Pick<PresentationSession, 'options' | 'request'>) {
  const query = request.dcql_query ?? options.scope_query ?? null
  return query === null ? [] : registeredCredentials(query)
}

/**
 * What a session asks for without being registered, in the same words; `null` without a registration certificate. One that
 * registers nothing covers nothing.
 * @see ARF3-RPRC_21
 */
export function overAskedOf(session: Pick<PresentationSession, 'options' | 'request'>): RegisteredCredential[] | null {
  if (session.options.trust === undefined) return null
  const sent = sentRegistration(session)
  const read = sent === null ? null : readRegistration(sent.compact)
  return read === null ? null : overAsked(askedCredentials(session), read.credentials ?? [])
}
