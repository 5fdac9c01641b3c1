import { type RecordAt, saveRecord } from '@/lib/actions/organization-entities'
import { keepDraft } from '@/lib/actions/organization-pipelines'
import { isOwnedKind, kindFacts, type OwnedKind } from '@/lib/core/scoreboard/entities/kinds'
import { paths } from '@/lib/paths'
import { ownedSubject } from '@/lib/queries/organization-entities'
import { isStorageAway } from '@/lib/queries/storage-away'
import { problem, seeOther, storageAway } from '../../../responses'
import { logoIn, readOrganizationForm, textOf } from '../../pipelines/organization-form'

/** Adds a record or changes one, or returns its form with problems. */
export async function POST(request: Request): Promise<Response> {
  const form = await readOrganizationForm(request)
  if (form instanceof Response) return form
  const { fields, session } = form
  const [organization, kind, id] = ['organization', 'kind', 'id'].map((name) => textOf(fields, name))
  if (organization === undefined || id === undefined || kind === undefined || !isOwnedKind(kind))
    return problem(400, 'The form names no kind of record. Open the page again.')
  if (await isStorageAway()) return storageAway()
  const at: RecordAt = { organization, kind, id, revision: textOf(fields, 'revision') }
  const typed = namesOf(kind).map((name) => [name, textOf(fields, name)] as const)
  const { logo, member } = logoIn(fields)
  const undone = await saveRecord(session.by, at, { ...membersOf(kind, typed, id === ''), ...member }, logo)
  const target = { organization, kind, pipeline: textOf(fields, 'pipeline') }
  if (undone === null) return seeOther(paths.organizationEntities({ ...target, done: 'saved' }))
  const draft = keepDraft(session, { subject: ownedSubject(organization, kind, id), fields: typed, ...undone }, '')
  return seeOther(`${paths.organizationEntities({ ...target, draft, edit: id || undefined })}#record`)
}

function namesOf(kind: OwnedKind): string[] {
  const { parent, members, shown } = kindFacts(kind)
  const own = [...(parent === null ? [] : [parent[0]]), ...Object.keys(members)]
  return ['name', 'canonified_name', ...own, ...(shown ? ['description'] : [])]
}

/** What is sent of the fields: an empty one makes a member empty, but never the last part of a path, a parent or a type. */
function membersOf(kind: OwnedKind, typed: readonly (readonly [string, string])[], isNew: boolean) {
  const { parent } = kindFacts(kind)
  const needed: ReadonlySet<string> = new Set(['canonified_name', 'type', ...(parent === null ? [] : [parent[0]])])
  const sent = typed.filter(([name, text]) => text !== '' || name === 'name' || (!isNew && !needed.has(name)))
  return Object.fromEntries(sent.map(([name, text]) => [name, name === 'dcql' ? queryOf(text) : text]))
}

/** A typed query; text that is no JSON stays text, which the interface refuses. */
function queryOf(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
