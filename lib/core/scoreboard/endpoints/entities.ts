import { z } from 'zod'
import { withoutMade } from '../../engine/endpoints/entered-text'
import type { HeaderField } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { isObject } from '../../shared/values/json'
import type { EntityAt, StoredEntity } from '../entities/entity-store'
import {
  entitiesMax,
  entitiesPerPageMax,
  isOwnedKind,
  kindFacts,
  type OwnedKind,
  ownedKindNames,
} from '../entities/kinds'
import { isSlug, slugOfName, slugWords } from '../entities/names'
import { zNamed } from '../z-statistics'
import { noteInAudit } from './audited'
import { notFound as organizationNotFound, theirOrganization } from './organizations'
import { readOwnedForm, wrongMember } from './owned-form'
import { allowedRevisions, readCount } from './paging'
import { zName, zShownText } from './read-admin-body'
import { type AskedContext, organizationEndpoint, type ScoreboardContext } from './scoreboard-endpoint'

const zSlug = z.string().refine(isSlug, slugWords)
const zReadOnly = z.unknown().optional().meta({ description: 'As GET returns it; changes nothing' })
const zParent = zNamed(700).min(1)
const readOnlyMembers = ['id', 'kind', 'organization', 'path', 'logo_url', 'created', 'updated'] as const

/** What a new record of a kind takes. Unknown members are refused. */
function zNew(kind: OwnedKind) {
  const { parent, members, shown } = kindFacts(kind)
  const whole = z.strictObject({
    name: zName,
    canonified_name: zSlug
      .optional()
      .meta({ description: 'The last part of its path; made of the name if it is absent' }),
    ...(parent === null ? {} : { [parent[0]]: zParent.meta({ description: `The path or id of one of ${parent[1]}` }) }),
    ...(shown ? { published: z.boolean().default(false), description: zShownText(5000).default('') } : {}),
    ...Object.fromEntries(
      Object.entries(members).map(([name, { schema, otherwise }]) => [
        name,
        otherwise === undefined ? schema : schema.default(otherwise),
      ]),
    ),
  })
  return whole.refine(({ name, canonified_name }) => canonified_name !== undefined || isSlug(slugOfName(name)), {
    path: ['canonified_name'],
    error: 'must be sent too, as the name holds neither a letter nor a digit to make a path from',
    // Whatever else is wrong.
    when: ({ value }) => isObject(value) && zName.safeParse(value.name).success,
  })
}

/** What changes of a record take: absent members stay. The body of GET may be sent back whole. */
function zChanges(kind: OwnedKind) {
  const { parent, members, shown } = kindFacts(kind)
  return z.strictObject({
    name: zName.optional(),
    canonified_name: zSlug.optional(),
    ...(parent === null ? {} : { [parent[0]]: zParent.optional() }),
    published: (shown ? z.boolean() : z.literal(true)).optional(),
    ...(shown ? { description: zShownText(5000).optional(), logo: z.null().optional() } : {}),
    ...Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema.optional()])),
    ...Object.fromEntries(readOnlyMembers.map((name) => [name, zReadOnly])),
  })
}

const byKind = <Value>(of: (kind: OwnedKind) => Value): Readonly<Record<OwnedKind, Value>> =>
  Object.fromEntries(ownedKindNames.map((kind) => [kind, of(kind)])) as Record<OwnedKind, Value>

const newSchemas = byKind(zNew)
const changeSchemas = byKind(zChanges)

const schemaId = (kind: OwnedKind): string => kind.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Request bodies of `POST /api/organizations/{org}/{kind}`, one for each kind. */
export const zNewEntity = z.union(ownedKindNames.map((kind) => newSchemas[kind].meta({ id: `New${schemaId(kind)}` })))

/** Request bodies of `PATCH /api/organizations/{org}/{kind}/{entity_id}`. */
export const zEntityChanges = z.union(
  ownedKindNames.map((kind) => changeSchemas[kind].meta({ id: `${schemaId(kind)}Changes` })),
)

/** `GET /api/organizations/{org}/{kind}`: what an organisation has of a kind, sorted by path. */
export const listEntities = organizationEndpoint(async (context) => {
  const { kind, organization } = await placeOf(context)
  const query = new URLSearchParams(context.exchange.query ?? '')
  const page = readCount(query, 'page', { otherwise: 1, max: 1_000_000 })
  const perPage = readCount(query, 'per_page', { otherwise: 20, max: entitiesPerPageMax })
  const parent = query.get('parent') ?? ''
  if (parent !== '' && kindFacts(kind).parent === null)
    throw new ProtocolError('invalid_request', `Records of ${kind} belong to no other: leave the parameter parent out.`)
  const search = (query.get('search') ?? '').trim()
  const found = await context.ports.scoreboard.entities.list({ kind, organization, parent, search, page, perPage })
  const entities = found.entities.map((entity) => described(kind, entity, context))
  return { reply: jsonReply(200, { page, per_page: perPage, total: found.total, entities }) }
})

/** `POST /api/organizations/{org}/{kind}`: adds a record; its path is made from its name. */
export const addEntity = organizationEndpoint(async (context) => {
  const { kind, organization } = await placeOf(context)
  const schema = newSchemas[kind]
  const { body, logo } = await readOwnedForm(context, { schema, part: 'entity', described: ['description'] })
  requireLogoless(kind, logo !== null)
  const { name, canonified_name, ...others } = body
  const slug = canonified_name ?? slugOfName(name)
  const { entities } = context.ports.scoreboard
  const members = { ...withSafeDescription(others, context), name: name.trim(), canonified_name: slug }
  const created = await entities.create({ kind, organization, members, most: entitiesMax })
  switch (created.outcome) {
    case 'unknown_organization':
      throw organizationNotFound()
    case 'unknown_parent':
      throw unknownParent(kind)
    case 'too_many':
      throw new ProtocolError(
        'too_many_entities',
        `An organisation may have ${entitiesMax} records, all kinds together, and this one has as many: delete one first.`,
      )
    case 'exists':
      throw exists(kind, created)
    case 'created':
  }
  const at = { kind, organization, id: created.id }
  if (logo !== null)
    try {
      await entities.keepLogo(at, logo)
    } catch (error) {
      // So that the same request can be sent again.
      await entities.remove(at, null)
      throw error
    }
  await noteInAudit(context, organization, { action: 'record_made', target: auditedName(kind, created.path) })
  return wholeReply(context, 201, at)
})

/** `GET /api/organizations/{org}/{kind}/{entity_id}`: one record. Its ETag is for `If-Match`. */
export const getEntity = organizationEndpoint(async (context) => wholeReply(context, 200, await entityAt(context)))

/**
 * `PATCH /api/organizations/{org}/{kind}/{entity_id}`: changes the members that come. Another canonified_name or parent
 * gives another path; `moved` says what still names the earlier one.
 */
export const patchEntity = organizationEndpoint(async (context) => {
  const at = await entityAt(context)
  const { kind, organization } = at
  const schema = changeSchemas[kind]
  const { body, logo } = await readOwnedForm(context, { schema, part: 'entity', described: ['description'] })
  requireLogoless(kind, logo !== null)
  const { shown } = kindFacts(kind)
  const ignored: ReadonlySet<string> = new Set([...readOnlyMembers, ...(shown ? [] : ['published'])])
  const sent = Object.entries(body).filter(([name, value]) => !ignored.has(name) && value !== undefined)
  const changes = withSafeDescription(
    Object.fromEntries(sent.map(([name, value]) => [name, asColumn(name, value)])),
    context,
  )
  const { entities } = context.ports.scoreboard
  const outcome = await entities.change(at, changes, allowedRevisions(context))
  switch (outcome.outcome) {
    case 'unknown':
      throw notFound(kind)
    case 'unknown_parent':
      throw unknownParent(kind)
    case 'stale':
      throw changedMeanwhile()
    case 'exists':
      throw exists(kind, outcome)
    case 'changed':
  }
  if (logo !== null) await entities.keepLogo(at, logo)
  const { moved, path, same } = outcome
  if (!same || logo !== null)
    await noteInAudit(context, organization, { action: 'record_changed', target: auditedName(kind, path) })
  const still = moved === undefined ? null : await entities.namers(organization, moved)
  return wholeReply(context, 200, at, still === null ? {} : { moved: { from: moved, still_named_by: still } })
})

/** `DELETE /api/organizations/{org}/{kind}/{entity_id}`: deletes a record that nothing of its organisation uses. */
export const deleteEntity = organizationEndpoint(async (context) => {
  const at = await entityAt(context)
  const { kind, organization } = at
  const answer = await context.ports.scoreboard.entities.remove(at, allowedRevisions(context))
  switch (answer.outcome) {
    case 'unknown':
      throw notFound(kind)
    case 'stale':
      throw changedMeanwhile()
    case 'used':
      throw new ProtocolError(
        'entity_in_use',
        'The record is used by what used_by names, so it stays. Withdraw it, with published false, to hide it.',
        { used_by: answer.used_by },
      )
    case 'removed':
  }
  await noteInAudit(context, organization, { action: 'record_deleted', target: auditedName(kind, answer.path) })
  return { reply: jsonReply(200, { success: true, message: 'The record has been deleted.' }) }
})

/** A record as an audit names it. */
const auditedName = (kind: OwnedKind, path: string): string => `${kind} ${path}`

/** The kind and the organisation that the path names. Throws ProtocolError for another kind, or an unknown organisation. */
async function placeOf(context: AskedContext) {
  const organization = theirOrganization(context)
  const { params, ports } = context
  const { kind = '' } = params
  if (!isOwnedKind(kind))
    throw new ProtocolError(
      'not_found',
      `An organisation has no records of this kind. The kinds are ${ownedKindNames.join(', ')}.`,
    )
  if ((await ports.scoreboard.organizations.read(organization)) === null) throw organizationNotFound()
  return { kind, organization }
}

const entityAt = async (context: AskedContext): Promise<EntityAt> => ({
  ...(await placeOf(context)),
  id: context.params.entity_id ?? '',
})

/** A logo is removed by null, names lose spaces around them. */
const asColumn = (name: string, value: unknown): unknown => {
  if (name === 'logo') return ''
  return name === 'name' ? String(value).trim() : value
}

const withSafeDescription = (
  members: Readonly<Record<string, unknown>>,
  { ports }: ScoreboardContext,
): Readonly<Record<string, unknown>> =>
  typeof members.description === 'string'
    ? { ...members, description: withoutMade(members.description, ports) }
    : members

function requireLogoless(kind: OwnedKind, hasLogo: boolean): void {
  if (hasLogo && !kindFacts(kind).shown)
    throw wrongMember('logo', 'must be left out', `Records of ${kind} have no logo: leave it out.`)
}

async function wholeReply(context: ScoreboardContext, status: number, at: EntityAt, more: object = {}) {
  const found = await context.ports.scoreboard.entities.read(at)
  if (found === null) throw notFound(at.kind)
  const { revision, ...entity } = found
  const { organization, kind, id } = at
  const address = `${context.settings.baseUrl}/api/organizations/${organization}/${kind}/${id}`
  const headers: HeaderField[] = [
    ['ETag', `"${revision}"`],
    ...(status === 201 ? [['Location', address] as const] : []),
  ]
  return { reply: jsonReply(status, { ...described(kind, entity as StoredEntity, context), ...more }, headers) }
}

/** A record as in responses. */
function described(kind: OwnedKind, { logo, ...entity }: StoredEntity, { settings }: ScoreboardContext) {
  const { id, ...members } = entity
  if (!kindFacts(kind).shown) return { id, kind, ...members, published: true, logo_url: null }
  const isKept = typeof logo === 'string' && logo !== ''
  return { id, kind, ...members, logo_url: isKept ? `${settings.baseUrl}/media/entities/${kind}/${id}/${logo}` : null }
}

const notFound = (kind: OwnedKind): ProtocolError =>
  new ProtocolError('entity_not_found', `The organisation has no record of ${kind} with this id.`)

function unknownParent(kind: OwnedKind): ProtocolError {
  const [member, parents] = kindFacts(kind).parent ?? ['', '']
  return wrongMember(
    member,
    `must be the path or id of one of the organisation's ${parents}`,
    `The member ${member} must be the path or id of one of the organisation's ${parents}. Add that first.`,
  )
}

const exists = (kind: OwnedKind, { id, path }: { readonly id: string; readonly path: string }): ProtocolError =>
  new ProtocolError(
    'entity_exists',
    `Another record of ${kind} has the path ${path}: use that one, or send another name or canonified_name.`,
    {
      pointer: '/canonified_name',
      details: [{ path: 'canonified_name', code: 'entity_exists', message: 'must differ from that of another record' }],
      existing: { id, path },
    },
  )

const changedMeanwhile = (): ProtocolError =>
  new ProtocolError(
    'entity_changed',
    'The record was changed after you read it, so nothing was written. Read it again, and send If-Match with its new ETag.',
  )
