import { z } from 'zod'
import { withoutMade } from '../../engine/endpoints/entered-text'
import type { HeaderField } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import { isTheirs, viewerOf } from '../asking'
import type { StoredOrganization } from '../entities/entity-store'
import { isNamespace, lettersLost, namespaceOfName, namespaceWords } from '../entities/names'
import { zLink } from '../execution-memo'
import { isSchedulerUnavailable } from '../scheduler'
import { noteInAudit } from './audited'
import { readOwnedForm, wrongMember } from './owned-form'
import { allowedRevisions, readCount } from './paging'
import { zName, zShownText } from './read-admin-body'
import {
  type AskedContext,
  organizationEndpoint,
  type ScoreboardContext,
  scoreboardEndpoint,
} from './scoreboard-endpoint'

/** How many organisations an installation takes over the interface. */
const organizationsMax = 10_000

/** Letters that a refusal names. */
const lostMax = 20

/** Page size of their list. */
export const organizationsPerPageMax = 100

const zDescription = zShownText(5000)
const zWebsite = z.union([z.literal(''), zLink])
const zReadOnly = z.unknown().optional().meta({ description: 'As GET returns it; changes nothing' })

/** Request body of `POST /api/organizations`. */
export const zNewOrganization = z
  .strictObject({
    name: zName,
    canonified_name: z.string().refine(isNamespace, namespaceWords).optional().meta({
      description:
        'The name of its namespace and the first part of its paths, which never changes; made of the name if it is absent',
    }),
    description: zDescription.default(''),
    website: zWebsite.default(''),
  })
  .meta({ id: 'NewOrganization' })

/** Request body of `PATCH /api/organizations/{org}`: absent members stay. */
export const zOrganizationChanges = z
  .strictObject({
    name: zName.optional(),
    description: zDescription.optional(),
    website: zWebsite.optional(),
    logo: z.null().optional().meta({ description: 'null removes it; a new one comes as a part of a form' }),
    canonified_name: z.string().optional(),
    namespace: z.string().optional(),
    id: zReadOnly,
    logo_url: zReadOnly,
    namespace_state: zReadOnly,
    namespace_problem: zReadOnly,
    status_url: zReadOnly,
    created: zReadOnly,
    updated: zReadOnly,
  })
  .meta({ id: 'OrganizationChanges' })

const form = { part: 'organization', described: ['description'] } as const

/** `GET /api/organizations`: all of them, sorted by namespace. A key of an organisation sees its own. */
export const listOrganizations = organizationEndpoint(async (context) => {
  const query = new URLSearchParams(context.exchange.query ?? '')
  const page = readCount(query, 'page', { otherwise: 1, max: 1_000_000 })
  const perPage = readCount(query, 'per_page', { otherwise: 20, max: organizationsPerPageMax })
  const search = (query.get('search') ?? '').trim()
  const found = await context.ports.scoreboard.organizations.list({ only: viewerOf(context.by), search, page, perPage })
  const organizations = found.organizations.map((organization) => described(organization, context))
  return { reply: jsonReply(200, { page, per_page: perPage, total: found.total, organizations }) }
})

const nameTaken = (): ProtocolError =>
  new ProtocolError(
    'organization_exists',
    'Another organisation is called so, or its namespace is: visitors could not tell them apart. Send another name.',
    {
      pointer: '/name',
      details: [
        { path: 'name', code: 'organization_exists', message: 'must differ from that of another organisation' },
      ],
    },
  )

/**
 * `POST /api/organizations`: adds an organisation, and registers its namespace with Temporal: 201 if that is done, 202
 * while it is not, with where to look.
 */
export const addOrganization = scoreboardEndpoint(async (context) => {
  const { body, logo } = await readOwnedForm(context, { ...form, schema: zNewOrganization })
  const { ports } = context
  const { organizations, runner, store } = ports.scoreboard
  const { name, website } = body
  const canonified_name = body.canonified_name ?? namespaceOfName(name)
  const lost = body.canonified_name === undefined ? lettersLost(name).slice(0, lostMax) : ''
  if (lost !== '' && canonified_name !== '')
    throw wrongMember(
      'canonified_name',
      namespaceWords,
      `The name has letters that are not from a to z (${lost}), and the name of its namespace, which never changes, would be ${canonified_name} without them: send the canonified_name that you want.`,
    )
  if (!isNamespace(canonified_name))
    throw wrongMember(
      'canonified_name',
      namespaceWords,
      canonified_name === ''
        ? 'The name has no letter from a to z and no digit to make the name of a namespace from: send canonified_name too.'
        : `The name of the namespace would be ${canonified_name}, which is a word of this interface: send another canonified_name.`,
    )
  const description = withoutMade(body.description, ports)
  const added = { name: name.trim(), canonified_name, description, website, most: organizationsMax }
  const created = await organizations.create(added)
  if (created === 'too_many')
    throw new ProtocolError(
      'too_many_organizations',
      `There are ${organizationsMax} organisations, and no more fit: delete one first.`,
    )
  if (created === 'name_taken') throw nameTaken()
  if (created === 'exists')
    throw new ProtocolError(
      'organization_exists',
      `The namespace ${canonified_name} is taken. Send another name, or another canonified_name.`,
      {
        pointer: '/canonified_name',
        details: [
          {
            path: 'canonified_name',
            code: 'organization_exists',
            message: 'must differ from that of another organisation',
          },
        ],
      },
    )
  if (logo !== null) await store.keepLogo(created.id, logo)
  const made = { action: 'organization_made', target: canonified_name } as const
  await noteInAudit({ ...context, by: { kind: 'operator' } }, canonified_name, made)
  const isReady = await registered(created.id, { namespace: canonified_name, runner, organizations })
  return wholeReply(context, isReady ? 201 : 202, canonified_name)
})

/** Registers a namespace and notes the outcome. `false`: Temporal is away, slow, or refuses it. */
async function registered(
  id: string,
  {
    namespace,
    runner,
    organizations,
  }: { readonly namespace: string } & Pick<ScoreboardContext['ports']['scoreboard'], 'runner' | 'organizations'>,
): Promise<boolean> {
  try {
    const problem = await runner.register(namespace)
    await organizations.noteNamespace(id, problem === null ? 'ready' : 'failed', problem ?? '')
    return problem === null
  } catch (error) {
    if (!isSchedulerUnavailable(error)) throw error
    return false
  }
}

/** `GET /api/organizations/{org}`: an organisation, and how its namespace stands. Its ETag is for `If-Match`. */
export const getOrganization = organizationEndpoint(async (context) =>
  wholeReply(context, 200, theirOrganization(context)),
)

/** `PATCH /api/organizations/{org}`: changes the members that come; with `If-Match`, only the version that was read. */
export const patchOrganization = organizationEndpoint(async (context) => {
  const namespace = theirOrganization(context)
  const { body, logo } = await readOwnedForm(context, { ...form, schema: zOrganizationChanges })
  const { ports } = context
  const { organizations, store } = ports.scoreboard
  for (const member of ['canonified_name', 'namespace'] as const)
    if (body[member] !== undefined && body[member] !== namespace)
      throw wrongMember(
        member,
        'must stay as it is',
        `The member ${member} never changes: it is the name of the Temporal namespace. Add another organisation instead.`,
      )
  const changes = {
    ...(body.name === undefined ? {} : { name: body.name.trim() }),
    ...(body.description === undefined ? {} : { description: withoutMade(body.description, ports) }),
    ...(body.website === undefined ? {} : { website: body.website }),
    ...(body.logo === null ? { logo: '' } : {}),
  }
  const before = await organizations.read(namespace)
  const outcome = await organizations.change(namespace, changes, allowedRevisions(context))
  if (outcome === 'unknown') throw notFound()
  if (outcome === 'name_taken') throw nameTaken()
  if (outcome === 'stale') throw changedMeanwhile()
  if (logo !== null) await store.keepLogo((await requireStored(context, namespace)).id, logo)
  if ((await requireStored(context, namespace)).revision !== before?.revision)
    await noteInAudit(context, namespace, { action: 'organization_changed', target: namespace })
  return wholeReply(context, 200, namespace)
})

/** `DELETE /api/organizations/{org}`: deletes an organisation without pipelines and runs. */
export const deleteOrganization = scoreboardEndpoint(async (context) => {
  const { organizations } = context.ports.scoreboard
  const answer = await organizations.remove(context.params.org ?? '', allowedRevisions(context))
  if (answer.outcome === 'unknown') throw notFound()
  if (answer.outcome === 'stale') throw changedMeanwhile()
  if (answer.outcome === 'used')
    throw new ProtocolError(
      'organization_in_use',
      'The organisation has pipelines or runs, which used_by names, so it stays: delete its pipelines first. Runs are never deleted.',
      { used_by: answer.used_by },
    )
  return {
    reply: jsonReply(200, {
      success: true,
      message: 'The organisation has been deleted, with everything that it owned. Its namespace stays in Temporal.',
    }),
  }
})

/** The organisation that the path names, if it is that of who asks. Throws ProtocolError as for one that does not exist. */
export function theirOrganization({ params, by }: AskedContext): string {
  const { org = '' } = params
  if (!isTheirs(by, org)) throw notFound()
  return org
}

async function requireStored({ ports }: ScoreboardContext, namespace: string) {
  const organization = await ports.scoreboard.organizations.read(namespace)
  if (organization === null) throw notFound()
  return organization
}

async function wholeReply(context: ScoreboardContext, status: number, namespace: string) {
  const { revision, ...organization } = await requireStored(context, namespace)
  const whole = described(organization, context)
  const headers: HeaderField[] = [
    ['ETag', `"${revision}"`],
    ...(status === 200 ? [] : [['Location', whole.status_url] as const]),
  ]
  return { reply: jsonReply(status, whole, headers) }
}

/** An organisation as in responses. */
function described({ logo, ...organization }: StoredOrganization, { settings }: ScoreboardContext) {
  const { id, canonified_name: namespace } = organization
  return {
    ...organization,
    namespace,
    logo_url: logo === '' ? null : `${settings.baseUrl}/media/organizations/${id}/${logo}`,
    status_url: `${settings.baseUrl}/api/organizations/${namespace}`,
  }
}

/** The refusal of a namespace that is nobody's. */
export const notFound = (): ProtocolError =>
  new ProtocolError('organization_not_found', 'No organisation has this namespace.')

const changedMeanwhile = (): ProtocolError =>
  new ProtocolError(
    'organization_changed',
    'The organisation was changed after you read it, so nothing was written. Read it again, and send If-Match with its new ETag.',
  )
