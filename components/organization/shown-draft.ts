import { type FormProblem, formOfDefinition, newDefinition, textOfDefinition } from './pipeline-form'
import { formDataOf, type PipelineDraft, readPipelineForm } from './read-pipeline-form'

/** What a page shows in its form. */
export interface ShownDraft {
  readonly draft: PipelineDraft
  readonly problems: readonly FormProblem[]
}

/** The form that was kept. `fixed`: what of a pipeline that is there no form changes. */
export function keptForm(
  {
    fields,
    problems,
  }: {
    readonly fields: readonly (readonly [name: string, text: string])[]
    readonly problems: readonly FormProblem[]
  },
  fixed: Pick<PipelineDraft, 'organization' | 'canonified_name'> | null = null,
): ShownDraft {
  const { draft } = readPipelineForm(formDataOf(fields))
  const { organization, canonified_name } = fixed ?? draft
  return { draft: { ...draft, organization, canonified_name }, problems }
}

/** The form of a pipeline as it is saved. `asJson`, or where no form shows its definition: as JSON, which is empty for none. */
export function savedForm(
  pipeline: Omit<PipelineDraft, 'view'> & { readonly definition: unknown; readonly problems: readonly FormProblem[] },
  asJson: boolean,
): ShownDraft {
  const { organization, canonified_name, name, description, definition, problems } = pipeline
  const words = { organization, canonified_name, name, description }
  const form = asJson ? null : formOfDefinition(definition)
  const json = definition === null ? '' : textOfDefinition(definition)
  return { draft: form === null ? { ...words, view: 'json', json } : { ...words, view: 'form', form }, problems }
}

/** The form of a new pipeline. */
export const emptyForm = (organization: string, asJson: boolean): ShownDraft =>
  savedForm(
    { organization, canonified_name: '', name: '', description: '', definition: newDefinition, problems: [] },
    asJson,
  )
