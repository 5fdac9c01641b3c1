import { keepDraft, schedulePipeline, type Undone, unschedulePipeline } from '@/lib/actions/organization-pipelines'
import { paths } from '@/lib/paths'
import { type PageOperator, scheduleSubject } from '@/lib/queries/organization-pipelines'
import { isStorageAway } from '@/lib/queries/storage-away'
import { seeOther } from '../../../../responses'
import { type PipelineOfForm, pipelineId, readOrganizationForm, textOf } from '../../organization-form'

const names = ['mode', 'every_seconds', 'daily_at', 'paused'] as const

/** Sets, changes or removes a pipeline's schedule. */
export async function POST(request: Request, { params }: PipelineOfForm): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  const { session, fields } = form
  const id = await pipelineId(params)
  const isEnding = textOf(fields, 'do') === 'end'
  const undone = await undoneOf(session.by, id, isEnding ? null : bodyOf(fields))
  if (undone === null)
    return seeOther(`${paths.organizationPipeline(id, { done: isEnding ? 'unscheduled' : 'scheduled' })}#schedule`)
  const typed = names.map((name) => [name, textOf(fields, name)] as const)
  const draft = keepDraft(session, { subject: scheduleSubject(id), fields: typed, ...undone }, textOf(fields, 'draft'))
  return seeOther(`${paths.organizationPipeline(id, { draft })}#schedule`)
}

/** Applies a schedule; `null` removes it. Returns why it failed. */
async function undoneOf(
  by: PageOperator['by'],
  id: string,
  body: Record<string, unknown> | null,
): Promise<Undone | null> {
  if (await isStorageAway()) return { refusal: 'store_unavailable', problems: [] }
  return body === null ? unschedulePipeline(by, id) : schedulePipeline(by, id, body)
}

/** Body for the API; an invalid number stays text, for the API to refuse. */
function bodyOf(fields: FormData): Record<string, unknown> {
  const paused = textOf(fields, 'paused') !== ''
  if (textOf(fields, 'mode') === 'daily') return { daily_at: textOf(fields, 'daily_at'), paused }
  const every = textOf(fields, 'every_seconds')
  return { every_seconds: /^\d{1,15}$/.test(every) ? Number(every) : every, paused }
}
