import { paths } from '@/lib/paths'
import { isOwnForm, operatorSession } from '@/lib/queries/operator'
import { isForeignPost, readForm } from '../../forms'
import { problem, seeOther } from '../../responses'

/**
 * Reads a form of the operator's pages. The browser must have a session, and the form must come from a page of that
 * session. Returns its fields, or the refusal.
 */
export async function readOperatorForm(request: Request): Promise<FormData | Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const session = operatorSession(request.headers)
  if (session === null) return seeOther(paths.operatorScoreboard('session_over'))
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  return isOwnForm(session, fields.get('form_token'))
    ? fields
    : problem(403, 'This form is out of date. Reload the page and try again.')
}

/** Redirects back to the page, which shows what went wrong. */
export const outcomeResponse = (problem: string | null): Response =>
  seeOther(paths.operatorScoreboard(problem ?? undefined))

/** Text of a field; '' if missing. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
