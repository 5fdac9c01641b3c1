import { changeOrganization } from '@/lib/actions/organization-entities'
import { keepDraft } from '@/lib/actions/organization-pipelines'
import { paths } from '@/lib/paths'
import { aboutSubject } from '@/lib/queries/organization'
import { isStorageAway } from '@/lib/queries/storage-away'
import { seeOther, storageAway } from '../../responses'
import { logoIn, readOrganizationForm, textOf } from '../pipelines/organization-form'

const names = ['name', 'website', 'description'] as const

/** Changes what an organisation says of itself, or returns its form with problems. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  if (await isStorageAway()) return storageAway()
  const { fields, session } = form
  const of = textOf(fields, 'organization')
  const at = { organization: of, revision: textOf(fields, 'revision') }
  const typed = names.map((name) => [name, textOf(fields, name)] as const)
  const { logo, member } = logoIn(fields)
  const undone = await changeOrganization(session.by, at, { ...Object.fromEntries(typed), ...member }, logo)
  if (undone === null) return seeOther(`${paths.organization({ of, done: 'saved' })}#about`)
  const draft = keepDraft(session, { subject: aboutSubject(of), fields: typed, ...undone }, '')
  return seeOther(`${paths.organization({ of, draft })}#about`)
}
