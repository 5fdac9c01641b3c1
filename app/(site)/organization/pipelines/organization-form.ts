import { isOwnForm, operatorSession } from '@/lib/queries/operator'
import type { PageOperator } from '@/lib/queries/organization-pipelines'
import { isForeignPost, readForm } from '../../form-post'
import { problem } from '../../responses'

/** A form of who has entered the admin key. */
export interface OrganizationForm {
  readonly session: PageOperator
  readonly fields: FormData
}

/**
 * Reads a form of the pages of pipelines. The browser must have a session of the operator, and the form must come from a page of
 * that session. Returns it, or the refusal, which leaves what was typed where it is: in the page that the browser goes back to.
 */
export async function readOrganizationForm(request: Request): Promise<OrganizationForm | Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const session = operatorSession(request.headers)
  if (session === null)
    return problem(
      401,
      'Your session has ended, so nothing was done. Go back: what you typed is still there. Copy it, reload the page to enter the admin key again, and paste it.',
    )
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  return isOwnForm(session, fields.get('form_token'))
    ? { session, fields }
    : problem(
        403,
        'This form is of an earlier session. Go back: what you typed is still there. Copy it, reload the page, and paste it.',
      )
}

/** The text of a field; '' if it is missing. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
