import { unofferedCredentials } from '@/components/organization/offered-credentials'
import {
  definitionOfDraft,
  editedDraft,
  fieldsOfDraft,
  type PipelineDraft,
  readPipelineForm,
  savedForm,
} from '@/components/organization/pipeline-draft'
import { addPipeline, changePipeline, dropDraft, keepDraft, type Undone } from '@/lib/actions/organization-pipelines'
import { paths } from '@/lib/paths'
import {
  newPipelineSubject,
  organizationOf,
  organizationPipeline,
  type PageOperator,
  pipelineChoices,
  revisionNow,
} from '@/lib/queries/organization-pipelines'
import { isStorageAway } from '@/lib/queries/storage-away'
import { seeOther } from '../../responses'
import { type OrganizationForm, textOf } from './organization-form'
import { pipelineFormName } from './pipeline-form-path'

/**
 * Handles the form of a pipeline (`null`: a new one): saves it, or returns its input after a button's edit or with all
 * problems.
 */
export async function handlePipelineForm(
  { session, fields, from }: OrganizationForm,
  id: string | null,
): Promise<Response> {
  const { draft: sent, action } = readPipelineForm(fields)
  const wordsOnly = textOf(fields, 'only') === 'words'
  const saved = wordsOnly && id !== null ? await organizationPipeline(session.by, id) : null
  // The form of a published pipeline sends no definition.
  const draft =
    saved === null
      ? sent
      : { ...savedForm(saved, sent.view === 'json').draft, name: sent.name, description: sent.description }
  const [seen, earlier] = [textOf(fields, 'revision'), textOf(fields, 'draft')]
  const again = (
    shown: PipelineDraft,
    undone: Omit<Undone, 'refusal'> & { readonly refusal: string | null },
    { at = '', revision = seen } = {},
  ) => {
    const kept = {
      subject: id ?? newPipelineSubject,
      fields: [
        ...fieldsOfDraft(shown),
        ['revision', revision] as const,
        ...(saved === null ? [] : [['only', 'words'] as const]),
      ],
    }
    const target = { draft: keepDraft(session, { ...kept, ...undone }, earlier) }
    return seeOther(
      `${id === null ? paths.newPipeline(target) : paths.organizationPipeline(id, target)}${at && `#${at}`}`,
    )
  }
  if (typeof action === 'object' && action.edit === 'record') {
    const kept = { subject: id ?? newPipelineSubject, fields: [...fieldsOfDraft(draft), ['revision', seen] as const] }
    const pipeline = pipelineFormName(id, keepDraft(session, { ...kept, refusal: null, problems: [] }, earlier))
    const organization = id === null ? draft.organization : ((await organizationOf(session.by, id)) ?? '')
    return seeOther(`${paths.organizationEntities({ organization, kind: action.kind, pipeline })}#record`)
  }
  if (action !== 'save') {
    const edited = editedDraft(draft, action)
    return again(edited.draft, { refusal: null, problems: edited.problems }, { at: edited.at })
  }
  if (await isStorageAway()) return again(draft, { refusal: 'store_unavailable', problems: [] })
  const written = await save(draft, id, { by: session.by, revision: seen, from, wordsOnly })
  if ('refusal' in written) {
    // A user who was told of someone else's change may overwrite that change, but none made later.
    const isTold = written.refusal === 'pipeline_changed' && id !== null
    return again(draft, written, { revision: isTold ? ((await revisionNow(session.by, id)) ?? seen) : seen })
  }
  dropDraft(session, earlier)
  return seeOther(paths.organizationPipeline(written.id, { done: id === null ? 'added' : 'saved' }))
}

async function save(
  draft: PipelineDraft,
  id: string | null,
  {
    by,
    revision,
    from,
    wordsOnly,
  }: {
    readonly by: PageOperator['by']
    readonly revision: string
    readonly from: string
    /** True where the definition stays as it is. */
    readonly wordsOnly: boolean
  },
): Promise<Undone | { readonly id: string }> {
  const { organization, canonified_name, name, description } = draft
  if (wordsOnly && id !== null)
    return (await changePipeline(by, id, { name, description }, { revision, from })) ?? { id }
  const { definition, problems } = definitionOfDraft(draft)
  // An empty JSON field says nothing about the definition.
  const isSilent = draft.isElsewhere !== true && draft.view === 'json' && draft.json.trim() === ''
  if (draft.view === 'json' && !isSilent && problems.length > 0) return { refusal: 'invalid_pipeline', problems }
  const unoffered = draft.view === 'form' ? unofferedCredentials(definition, pipelineChoices().issuers) : []
  if (unoffered.length > 0) return { refusal: 'invalid_pipeline', problems: [...problems, ...unoffered] }
  const members = { name, description, ...(isSilent ? {} : { definition }) }
  const answer =
    id === null
      ? await addPipeline(
          by,
          { ...members, organization, ...(canonified_name === '' ? {} : { canonified_name }) },
          from,
        )
      : ((await changePipeline(by, id, members, { revision, from })) ?? { id })
  return 'refusal' in answer ? { ...answer, problems: together(problems, answer.problems) } : answer
}

/** Merges problems by place; the form's own are more specific. */
const together = (own: Undone['problems'], others: Undone['problems']): Undone['problems'] => [
  ...own,
  ...others.filter(({ path }) => own.every((problem) => problem.path !== path)),
]
