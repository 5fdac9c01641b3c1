import { definitionOfDraft, readPipelineForm } from '@/components/organization/pipeline-draft'
import { textOfDefinition } from '@/components/organization/pipeline-form'
import { clientAddressOf } from '@/lib/actions/ask-interface'
import { textWithoutPrivateKeys } from '@/lib/core/shared/values/private-keys'
import { decoded } from '@/lib/queries/decoded'
import { isOwnForm } from '@/lib/queries/operator'
import type { PageOperator } from '@/lib/queries/organization-pipelines'
import { pageSession } from '@/lib/queries/page-session'
import { isForeignPost, readForm } from '../../forms'
import { problem } from '../../responses'

/** A form submitted with a valid session. */
export interface OrganizationForm {
  readonly session: PageOperator
  readonly fields: FormData
  /** IP address of the browser. */
  readonly from: string
}

/**
 * Reads a form of the pipeline pages. The browser must have a session, and the form must come from a page of
 * that session. A refusal repeats the input, because the previous page may have lost it.
 */
export async function readOrganizationForm(request: Request): Promise<OrganizationForm | Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const session = await pageSession(request.headers)
  const fields = await readForm(request)
  if (session === null)
    return problem(
      401,
      `Your session has ended, so nothing was done. Open the page again and enter your key.${typedText(fields)}`,
    )
  if (fields instanceof Response) return fields
  return isOwnForm(session, fields.get('form_token'))
    ? { session, fields, from: clientAddressOf(request.headers) }
    : problem(403, `This form is of an earlier session, so nothing was done. Open the page again.${typedText(fields)}`)
}

/** Input of a pipeline form, to be copied, without private keys; '' for other forms. */
function typedText(fields: FormData | Response): string {
  if (fields instanceof Response || !fields.has('view')) return ''
  const kept = new FormData()
  for (const [field, text] of fields) if (typeof text === 'string') kept.append(field, textWithoutPrivateKeys(text))
  const { draft } = readPipelineForm(kept)
  const { name, description } = draft
  const json = draft.view === 'json' ? draft.json : textOfDefinition(definitionOfDraft(draft).definition)
  return ` This is what you typed, the definition as JSON:\n\n${[name, description, json].join('\n\n')}`
}

/** Text of a field; '' if missing. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** The logo that a form brings (`null` for none), and the member that removes one. */
export function logoIn(fields: FormData): { readonly logo: File | null; readonly member: { readonly logo?: null } } {
  const sent = fields.get('logo')
  const logo = sent instanceof File && sent.size > 0 ? sent : null
  return { logo, member: logo === null && fields.has('no_logo') ? { logo: null } : {} }
}

/** Route parameters of a pipeline. */
export interface PipelineOfForm {
  readonly params: Promise<{ readonly id: string }>
}

/** Decoded id from the path. */
export const pipelineId = async (params: PipelineOfForm['params']): Promise<string> => decoded((await params).id) ?? ''
