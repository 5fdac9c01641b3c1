import 'server-only'
import { z } from 'zod'
import { hasScope, isTheirs } from '@/lib/core/scoreboard/asking'
import type { StoredOrganization } from '@/lib/core/scoreboard/entities/entity-store'
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
import type { OperatorDraft } from '@/lib/server/guard/operator-drafts'
import { type OrganizationPipelines, organizationPipelines } from './organization-pipelines'
import type { PageSession } from './page-session'
import { inTime } from './storage-away'
import { type UncountedFound, uncountedOf } from './uncounted'

const runsMax = 20

/** What the draft of a key that was just made is about, and that of a form about the organisation. */
export const madeKeySubject = (namespace: string): string => `key of ${namespace}`
export const aboutSubject = (namespace: string): string => `about ${namespace}`

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
  readonly about: StoredOrganization & { readonly revision: string }
  readonly pipelines: OrganizationPipelines
  readonly uncounted: UncountedFound
  /** Refused input about the organisation; `null` for none. */
  readonly draft: OperatorDraft | null
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
 * id of a draft that holds a new key; `draft`: of what was typed about it. Throws StoreUnavailable.
 */
export async function organizationView(
  session: PageSession,
  namespace: string,
  { made, draft: typed }: { readonly made: string; readonly draft: string },
): Promise<OrganizationView | null> {
  const { by } = session
  if (!isTheirs(by, namespace)) return null
  const { ports, operatorDrafts } = container()
  const { organizationKeys, organizations, readWhole } = ports.scoreboard
  const about = await inTime(organizations.read(namespace))
  if (about === null) return null
  const organization = { id: about.id, namespace, name: about.name }
  const query = new URLSearchParams({
    ...{ perPage: String(runsMax), skipTotal: 'true', sort: '-started_at', expand: 'pipeline' },
    fields: 'id,pipeline,status,started_at,expand.pipeline.name',
    filter: filterOf(['namespace', '=', { word: organization.namespace }]),
  })
  const managesKeys = hasScope(by, 'keys:write')
  const [runs, pipelines, uncounted, keys, audit] = await inTime(
    Promise.all([
      readWhole('pipeline_results/records', `${query}`),
      organizationPipelines(by, '1', namespace),
      uncountedOf(namespace),
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
    about,
    pipelines,
    uncounted,
    draft: operatorDrafts.find(session, typed, aboutSubject(namespace)),
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
