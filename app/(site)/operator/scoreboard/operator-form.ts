import type { FormOutcome } from '@/lib/actions/operator'
import { paths } from '@/lib/paths'
import { isOwnForm, operatorSession } from '@/lib/queries/operator'
import { isForeignPost, readForm } from '../../form-post'
import { problem, seeOther } from '../../responses'

/**
 * Reads a form of the operator's pages: from a browser with a session, and from a page of that session. Gives its fields, or
 * the refusal.
 */
export async function readOperatorForm(request: Request): Promise<FormData | Response> {
  if (isForeignPost(request)) return problem(403, 'This form belongs to pages of this service only.')
  const session = operatorSession(request.headers)
  if (session === null) return seeOther(paths.operatorScoreboard())
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  return isOwnForm(session, fields.get('form_token'))
    ? fields
    : problem(403, 'This form is not of a page that you have open: load the page anew.')
}

/** Leads back to the page, or says what went wrong. */
export const outcomeResponse = ({ status, sentence }: FormOutcome): Response =>
  status < 300 ? seeOther(paths.operatorScoreboard()) : problem(status, sentence)

/** The text of a field; '' where there is none. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
