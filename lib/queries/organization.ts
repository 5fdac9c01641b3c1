import 'server-only'
import { z } from 'zod'
import { hasScope, isTheirs } from '@/lib/core/scoreboard/asking'
import {
  type AuditEntry,
  type KeyScope,
  type KnownOrganization,
  keyScopes,
  type OrganizationKey,
  standingOf,
} from '@/lib/core/scoreboard/organization-keys'
import { filterOf } from '@/lib/core/shared/ports/filter'
import { container } from '@/lib/server/container'
import type { PageSession } from './page-session'
import { inTime } from './storage-away'

const runsMax = 20

/** What the draft of a key that was just made is about. */
export const madeKeySubject = (namespace: string): string => `key of ${namespace}`

/** A run of an organisation, as its page lists it. Instants are RFC 3339, '' for none. */
export interface RunOfOrganization {
  readonly id: string
  readonly pipeline: string
  readonly pipelineId: string
  readonly status: string
  readonly startedAt: string
}

/** What the page of an organisation shows. */
export interface OrganizationView {
  readonly organization: KnownOrganization
  readonly runs: readonly RunOfOrganization[]
  /** `null` for who may not manage keys. */
  readonly keys: readonly (OrganizationKey & { readonly state: ReturnType<typeof standingOf> })[] | null
  readonly audit: readonly AuditEntry[]
  /** The scopes that this reader may give. */
  readonly scopes: readonly KeyScope[]
  /** A key that was just made, shown this once; `null` for none. */
  readonly made: string | null
}

const zRuns = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      pipeline: z.string(),
      status: z.string(),
      started_at: z.string(),
      expand: z.object({ pipeline: z.object({ name: z.string() }) }).optional(),
    }),
  ),
})

/** Namespaces of all organisations, by name, for the operator who chooses one. Throws StoreUnavailable. */
export const organizationChoices = () => inTime(container().ports.scoreboard.pipelines.organizations())

/**
 * What belongs to an organisation, for its own reader or the operator; `null` for another's, as for an unknown one. `made`:
 * id of a draft that holds a new key. Throws StoreUnavailable.
 */
export async function organizationView(
  session: PageSession,
  namespace: string,
  made: string,
): Promise<OrganizationView | null> {
  const { by } = session
  if (!isTheirs(by, namespace)) return null
  const { ports, operatorDrafts } = container()
  const { organizationKeys, readWhole } = ports.scoreboard
  const organization = await inTime(organizationKeys.organization(namespace))
  if (organization === null) return null
  const query = new URLSearchParams({
    ...{ perPage: String(runsMax), skipTotal: 'true', sort: '-started_at', expand: 'pipeline' },
    fields: 'id,pipeline,status,started_at,expand.pipeline.name',
    filter: filterOf(['namespace', '=', { word: organization.namespace }]),
  })
  const managesKeys = hasScope(by, 'keys:write')
  const [runs, keys, audit] = await inTime(
    Promise.all([
      readWhole('pipeline_results/records', `${query}`),
      managesKeys ? organizationKeys.list(organization) : null,
      managesKeys ? organizationKeys.audit(organization) : [],
    ]),
  )
  const subject = madeKeySubject(namespace)
  const draft = operatorDrafts.find(session, made, subject)
  if (draft !== null) operatorDrafts.drop(session, made)
  const now = ports.now()
  return {
    organization,
    runs: zRuns.parse(JSON.parse(runs.body)).items.map(({ id, pipeline, status, started_at, expand }) => ({
      ...{ id, status, pipelineId: pipeline, pipeline: expand?.pipeline.name ?? '' },
      startedAt: started_at,
    })),
    keys: keys?.map((key) => ({ ...key, state: standingOf(key, now) })) ?? null,
    audit,
    scopes: keyScopes.filter((scope) => hasScope(by, scope)),
    made: draft?.fields[0]?.[1] ?? null,
  }
}
