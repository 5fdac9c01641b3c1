import { addOrganization } from '@/lib/actions/organization-entities'
import { keepDraft } from '@/lib/actions/organization-pipelines'
import { paths } from '@/lib/paths'
import { newOrganizationSubject } from '@/lib/queries/organization-entities'
import { isStorageAway } from '@/lib/queries/storage-away'
import { seeOther, storageAway } from '../../../responses'
import { readOrganizationForm, textOf } from '../../pipelines/organization-form'

const names = ['name', 'canonified_name', 'website'] as const

/** Adds an organisation, or returns its form with problems. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  if (await isStorageAway()) return storageAway()
  const typed = names.map((name) => [name, textOf(form.fields, name)] as const)
  const added = await addOrganization(form.session.by, Object.fromEntries(typed.filter(([, text]) => text !== '')))
  if ('organization' in added)
    return seeOther(paths.organizationEntities({ organization: added.organization, done: 'organization' }))
  const draft = keepDraft(form.session, { subject: newOrganizationSubject, fields: typed, ...added }, '')
  return seeOther(`${paths.organizationEntities({ draft })}#new`)
}
