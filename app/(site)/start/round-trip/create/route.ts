import { readSessionFields } from '@/components/start/session-fields'
import { createSessionFromForm } from '@/lib/actions/create-session'
import { paths } from '@/lib/paths'
import { isForeignPost, readForm } from '../../../forms'
import { problem, refusedForm, seeOther } from '../../../responses'

/** Lifetime of both sessions in seconds: a person scans twice. */
const expiresInSeconds = 1800

/** A link to the offer keeps the page's QR code at a third of the size. OID4VCI-1FINAL-4.1.3 */
const byReference = { credential_offer_mode: 'credential_offer_uri' } as const

/**
 * Creates an issuance session and the presentation session that requests the credential, from one form; with `follows`,
 * only the latter, for an existing issuance.
 */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const named = fields.get('follows')
  const follows = typeof named === 'string' ? named : await createIssuance(fields, request.headers)
  if (follows instanceof Response) return follows
  const asked = { follows, expires_in: expiresInSeconds }
  const presentation = await createSessionFromForm(asked, request.headers, paths.api.presentationSessions())
  if (!presentation.created) return refusedForm(presentation)
  return seeOther(paths.roundTrip(presentation.session.session_id))
}

/** Id of a new issuance session, or the response if it was not created. */
async function createIssuance(fields: FormData, headers: Headers): Promise<string | Response> {
  const offered = { ...byReference, ...readSessionFields(fields), expires_in: expiresInSeconds }
  const issuance = await createSessionFromForm(offered, headers)
  return issuance.created ? issuance.session.session_id : refusedForm(issuance)
}
