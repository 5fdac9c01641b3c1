import { changePipeline } from '@/lib/actions/organization-pipelines'
import { paths } from '@/lib/paths'
import { isStorageAway } from '@/lib/queries/storage-away'
import { seeOther, storageAway } from '../../../../responses'
import { type PipelineOfForm, pipelineId, readOrganizationForm, textOf } from '../../organization-form'

/** Changes made by each button, by its value. */
const actions: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  published: { published: true },
  unpublished: { published: false },
  evidence_shown: { evidence_public: true },
  evidence_hidden: { evidence_public: false },
}

/** Publishes or withdraws a pipeline, and shows or hides the evidence of its runs. */
export async function POST(request: Request, { params }: PipelineOfForm): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  const { fields, session } = form
  const id = await pipelineId(params)
  const done = textOf(fields, 'do')
  const changes = Object.hasOwn(actions, done) ? actions[done] : undefined
  if (await isStorageAway()) return storageAway()
  const undone = await changePipeline(session.by, id, changes ?? {}, { revision: textOf(fields, 'revision') })
  const draft = textOf(fields, 'draft') || undefined
  const said = { draft, ...(undone === null ? { done } : { problem: undone.refusal }) }
  return seeOther(`${paths.organizationPipeline(id, said)}#publication`)
}
