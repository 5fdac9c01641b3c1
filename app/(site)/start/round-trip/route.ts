import { readSessionFields } from '@/components/start/session-fields'
import { createSessionFromForm } from '@/lib/actions/create-session'
import { paths } from '@/lib/paths'
import { isForeignPost, readForm } from '../../form-post'
import { problem, seeOther } from '../../responses'

/** Lifetime of both sessions in seconds: a person scans twice. */
const expiresInSeconds = 1800

/** Creates an issuance session and the presentation session that requests the credential, from one form. */
export async function POST(request: Request): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const offered = { ...readSessionFields(fields), expires_in: expiresInSeconds }
  const issuance = await createSessionFromForm(offered, request.headers)
  if (!issuance.created) return problem(issuance.status, issuance.reason)
  const asked = { follows: issuance.session.session_id, expires_in: expiresInSeconds }
  const presentation = await createSessionFromForm(asked, request.headers, paths.api.presentationSessions())
  if (!presentation.created) return problem(presentation.status, presentation.reason)
  return seeOther(paths.roundTrip(presentation.session.session_id))
}
