import { z } from 'zod'
import { inTurns, type PausableWork } from '../../shared/time/pausable-work'
import { fromIso } from '../../shared/time/time'
import { entityLogoPath, logoPath } from '../artifacts/artifact-address'
import {
  type CacheRow,
  type EntityResponse,
  type NamedInRows,
  zCacheRow,
  zCheck,
  zEntity,
  zOrganization,
} from './cache-response'
import {
  byEntityKind,
  type CompactCheck,
  type CompactEntity,
  type CompactEvidence,
  type CompactList,
  type CompactOrganization,
  type CompactRow,
  type CompactScoreboard,
  type EntityKind,
  entityKindNames,
  entityKinds,
} from './compact-scoreboard'
import { compareTexts } from './order-rows'
import { rowsPerStep } from './scoreboard-row'

const perPage = 1000
const triesMax = 5

const zState = z.object({ committed_aggregation: z.string(), committed_at: z.string() })
/** Reads one page of a public collection without a token, as text. */
type ReadPage = (path: string, query: string) => Promise<string>

/**
 * Builds the document of all public rows from what anybody may read, so nothing that collection rules hide can get in. Their
 * pipelines and executions come from `readNamed`, which applies those rules itself, because listing them takes PocketBase
 * seconds for a thousand rows. All rows are from one aggregation; if another is committed meanwhile, reading starts over. Yields
 * to other work in between.
 */
export async function buildCompactScoreboard(
  { read, readNamed }: { readonly read: ReadPage; readonly readNamed: () => Promise<NamedInRows> },
  turn: () => Promise<unknown>,
): Promise<CompactScoreboard> {
  for (let tries = 1; ; tries++) {
    const state = await readState(read)
    const rows = await readAll(read, 'pipeline_scoreboard_cache', zCacheRow, rowQuery)
    const whole = rows.every(({ aggregation }) => aggregation === state.committed_aggregation)
    if (whole || tries === triesMax)
      return inTurns(foldInSteps(state, rows, await readNames(read, { rows, named: await readNamed() })), turn)
  }
}

const rowQuery = { fields: Object.keys(zCacheRow.shape).join() }

async function readState(read: ReadPage) {
  const [state] = await readAll(read, 'scoreboard_state', zState, {})
  return state ?? { committed_aggregation: '', committed_at: '' }
}

async function readAll<Schema extends z.ZodType>(
  read: ReadPage,
  collection: string,
  schema: Schema,
  query: Readonly<Record<string, string>>,
): Promise<z.output<Schema>[]> {
  const zPage = z.object({ items: z.array(schema) })
  const all: z.output<Schema>[] = []
  for (let page = 1; ; page++) {
    const parameters = { page: String(page), perPage: String(perPage), skipTotal: '1', sort: 'id', ...query }
    const { items } = zPage.parse(JSON.parse(await read(`${collection}/records`, `${new URLSearchParams(parameters)}`)))
    all.push(...items)
    if (items.length < perPage) return all
  }
}

/** Names that the rows refer to, by id, if public. */
async function readNames(
  read: ReadPage,
  { rows, named }: { readonly rows: readonly CacheRow[]; readonly named: NamedInRows },
) {
  const list = <Schema extends z.ZodObject>(collection: string, schema: Schema) =>
    readAll(read, collection, schema, { fields: Object.keys(schema.shape).join() })
  const wanted = entityKindNames.filter((kind) => rows.some((row) => row[kind].length > 0))
  const entities = new Map<EntityKind, Map<string, EntityResponse>>()
  for (const kind of wanted)
    entities.set(kind, new Map((await list(entityKinds[kind], zEntity)).map((entity) => [entity.id, entity])))
  const some = rows.length > 0
  const organizations = some ? await list('organizations', zOrganization) : []
  const checks = rows.some((row) => row.conformance_checks.length > 0) ? await list('conformance_checks', zCheck) : []
  return {
    entities,
    pipelines: new Map(named.pipelines.map((pipeline) => [pipeline.id, pipeline])),
    executions: new Map(named.executions.map((execution) => [execution.id, execution])),
    organizations: new Map(organizations.map((organization) => [organization.id, organization])),
    checks: new Map(checks.map((check) => [check.path, check])),
  }
}
type Names = Awaited<ReturnType<typeof readNames>>

function* foldInSteps(
  state: z.output<typeof zState>,
  rows: readonly CacheRow[],
  names: Names,
): PausableWork<CompactScoreboard> {
  const organizations = createPlaces<CompactOrganization>()
  const entities = byEntityKind(() => createPlaces<CompactEntity>())
  const checks = createPlaces<CompactCheck>()
  const checkSets = createPlaces<readonly number[]>()
  // Sorted by name, so that sorting them by name later finds them in order.
  const nameOf = (row: CacheRow): string => names.pipelines.get(row.pipeline)?.name ?? ''
  const named = [...rows].sort((a, b) => compareTexts(nameOf(a), nameOf(b)))
  const place = (row: CacheRow): CompactRow[] => {
    const pipeline = names.pipelines.get(row.pipeline)
    const owner = names.organizations.get(pipeline?.owner ?? '')
    const shown = pipeline !== undefined && owner !== undefined
    // It was hidden after its row was read.
    if (!shown && row.pipeline !== '') return []
    const checkPlaces = [...new Set(row.conformance_checks)].map((path) => {
      const known = names.checks.get(path)
      return checks.place(path, () => [path, known?.title ?? '', known?.suite_title ?? '', known?.url ?? ''])
    })
    const compact: CompactRow = [
      shown ? pipeline.name : null,
      shown ? pipeline.canonified_name : '',
      shown
        ? organizations.place(owner.id, () => [
            owner.name,
            owner.canonified_name,
            owner.logo === '' ? '' : logoPath(owner.id, owner.logo),
          ])
        : -1,
      row.total_runs,
      row.total_successes,
      row.manually_executed_runs,
      row.scheduled_runs,
      row.CI_runs,
      row.minimum_running_time === '' && row.minimum_running_time_ms === 0 ? null : row.minimum_running_time_ms,
      seconds(row.first_execution),
      seconds(row.last_execution_date),
      seconds(row.stale_since),
      row.external_wallet_version ? 1 : 0,
      shown ? evidenceOf(names.executions.get(row.latest_successful_execution)) : null,
      entityKindNames.map(
        (kind): CompactList =>
          row[kind].flatMap((id) => {
            const entity = names.entities.get(kind)?.get(id)
            // It was hidden after its row was read.
            if (entity === undefined) return []
            const logo = entity.logo === '' ? '' : entityLogoPath(entityKinds[kind], id, entity.logo)
            const make = (): CompactEntity => [entity.name, entity.path, entity.tag || entity.type || '', logo]
            return [entities[kind].place(id, make)]
          }),
      ),
      checkSets.place(checkPlaces.join(), () => checkPlaces),
      row.canceled_runs,
    ]
    return [compact]
  }
  const placed: CompactRow[] = []
  for (let from = 0; from < named.length; from += rowsPerStep) {
    yield
    placed.push(...named.slice(from, from + rowsPerStep).flatMap(place))
  }
  yield
  return {
    v: 2,
    aggregation: state.committed_aggregation,
    committed_at: state.committed_at.replace(' ', 'T'),
    organizations: organizations.all,
    entities: byEntityKind((kind) => entities[kind].all),
    checks: checks.all,
    check_sets: checkSets.all,
    rows: placed,
  }
}

/** The latest success, if any of it is public. */
function evidenceOf(execution: NamedInRows['executions'][number] | undefined): CompactEvidence | null {
  if (execution === undefined || execution.screenshots.length === 0) return null
  return [execution.id, execution.screenshots, seconds(execution.started_at)]
}

/** Seconds since 1970 of an instant written by PocketBase or the ledger; 0 for none. */
function seconds(text: string): number {
  if (text === '') return 0
  const at = fromIso(text.replace(' ', 'T'))
  return at === null ? 0 : Math.floor(at / 1000)
}

/** A list of distinct values that returns the index of each. */
function createPlaces<Value>() {
  const all: Value[] = []
  const places = new Map<string, number>()
  return {
    all,
    place(key: string, make: () => Value): number {
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, all.length)
      all.push(make())
      return all.length - 1
    },
  }
}
