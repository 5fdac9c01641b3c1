import 'server-only'
import type { Asking } from '@/lib/core/scoreboard/asking'
import { membersOf } from '@/lib/core/shared/http/reply'
import { replyTo } from './ask-as-operator'
import { type Undone, undoneOf } from './organization-pipelines'

/** What can be written, as the interface takes it. */
type Members = Readonly<Record<string, unknown>>

const at = (...segments: string[]): string => ['/api/organizations', ...segments.map(encodeURIComponent)].join('/')

const matching = (revision: string) => (revision === '' ? [] : [['if-match', `"${revision}"`] as const])

/** JSON alone, or beside a picture. */
function bodyOf(part: string, members: Members, logo: File | null) {
  if (logo === null) return { body: members }
  const form = new FormData()
  form.append(part, new Blob([JSON.stringify(members)], { type: 'application/json' }))
  form.append('logo', logo, 'logo')
  return { form }
}

/** Adds an organisation. Callers must have checked the session of `by` first, here and below. */
export async function addOrganization(
  by: Asking,
  members: Members,
): Promise<Undone | { readonly organization: string }> {
  const reply = await replyTo(by, 'POST', at(), { body: members })
  const { namespace } = reply === null ? {} : membersOf(reply)
  return undoneOf(reply) ?? { organization: typeof namespace === 'string' ? namespace : '' }
}

/** Changes the version of an organisation that has this revision. */
export async function changeOrganization(
  by: Asking,
  { organization, revision }: { readonly organization: string; readonly revision: string },
  members: Members,
  logo: File | null,
): Promise<Undone | null> {
  const sent = { ...bodyOf('organization', members, logo), headers: matching(revision) }
  return undoneOf(await replyTo(by, 'PATCH', at(organization), sent))
}

/** Deletes an organisation without pipelines and runs, with everything that it owns. */
export const removeOrganization = async (by: Asking, organization: string): Promise<Undone | null> =>
  undoneOf(await replyTo(by, 'DELETE', at(organization)))

/** Where a record is; '' as id: a new one. */
export interface RecordAt {
  readonly organization: string
  readonly kind: string
  readonly id: string
  /** Only this version is changed; '' for any. */
  readonly revision: string
}

/** Adds a record, or changes one. */
export async function saveRecord(
  by: Asking,
  { organization, kind, id, revision }: RecordAt,
  members: Members,
  logo: File | null = null,
): Promise<Undone | null> {
  const place = id === '' ? at(organization, kind) : at(organization, kind, id)
  const sent = { ...bodyOf('entity', members, logo), headers: matching(revision) }
  return undoneOf(await replyTo(by, id === '' ? 'POST' : 'PATCH', place, sent))
}

/** Deletes a record that nothing uses. */
export const removeRecord = async (
  by: Asking,
  { organization, kind, id, revision }: RecordAt,
): Promise<Undone | null> =>
  undoneOf(await replyTo(by, 'DELETE', at(organization, kind, id), { headers: matching(revision) }))
