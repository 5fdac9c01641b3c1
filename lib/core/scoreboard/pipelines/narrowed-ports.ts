import { type Asking, isTheirs, onlyTheirs } from '../asking'
import type { EntityStore } from '../entities/entity-store'
import type { ScoreboardStore } from '../scoreboard-store'
import type { PipelineStore } from './pipeline-store'

/**
 * The pipelines of who asks. To an organisation every other pipeline, execution and organisation looks like one that
 * does not exist, so no endpoint over this can tell them apart.
 */
export function narrowedPipelines(pipelines: PipelineStore, asking: Asking): PipelineStore {
  if (asking.kind === 'operator') return pipelines
  const { namespace } = asking
  const pipeline: PipelineStore['pipeline'] = async (id) =>
    onlyTheirs(asking, await pipelines.pipeline(id), (one) => one.namespace)
  const execution: PipelineStore['execution'] = async (id) =>
    onlyTheirs(asking, await pipelines.execution(id), (one) => one.namespace)
  const hasPipeline = async (id: string): Promise<boolean> => (await pipeline(id)) !== null
  return {
    ...pipelines,
    pipeline,
    execution,
    writtenOne: async (id) => onlyTheirs(asking, await pipelines.writtenOne(id), (one) => one.organization),
    written: async (asked) =>
      asked.organization === null || isTheirs(asking, asked.organization)
        ? pipelines.written({ ...asked, organization: namespace })
        : { total: 0, pipelines: [] },
    organizations: async () =>
      (await pipelines.organizations()).filter(({ canonified_name }) => isTheirs(asking, canonified_name)),
    create: async (added) =>
      isTheirs(asking, added.organization) ? pipelines.create(added) : ('unknown_organization' as const),
    change: async (id, changes, revisions) =>
      (await hasPipeline(id)) ? pipelines.change(id, changes, revisions) : ('unknown' as const),
    remove: async (id, revisions, how) =>
      (await hasPipeline(id)) ? pipelines.remove(id, revisions, how) : ('unknown' as const),
    giveResult: async (id, step, result) =>
      (await execution(id)) === null ? ('unknown' as const) : pipelines.giveResult(id, step, result),
    dropSchedule: async (id) => ((await hasPipeline(id)) ? pipelines.dropSchedule(id) : false),
    schedules: async (id) => (await pipelines.schedules(id)).filter((schedule) => isTheirs(asking, schedule.namespace)),
  }
}

/**
 * The ledger of who asks, in the same way. Names of others' records that are not public are as unknown as names of
 * none, and so are others' namespaces and pipelines in a report.
 */
export function narrowedLedger(store: ScoreboardStore, asking: Asking): ScoreboardStore {
  if (asking.kind === 'operator') return store
  const { namespace } = asking
  return {
    ...store,
    statistics: async (wanted, withDetails) =>
      isTheirs(asking, wanted) ? store.statistics(wanted, withDetails) : null,
    standing: async (wanted, workflows) => (isTheirs(asking, wanted) ? store.standing(wanted, workflows) : null),
    execution: async (query) => (isTheirs(asking, query.namespace) ? store.execution(query) : null),
    recordExecution: async (execution) => {
      if (!isTheirs(asking, execution.namespace)) return { unknown: 'namespace' }
      if (!execution.pipeline.startsWith(`${namespace}/`)) return { unknown: 'pipeline' }
      return store.recordExecution(execution)
    },
    resolve: (names) => store.resolve({ ...names, visibleTo: namespace }),
  }
}

/** What names may mean to who asks: an organisation hears only of its own records and of public ones. */
export const narrowedEntities = (entities: EntityStore, asking: Asking): EntityStore =>
  asking.kind === 'operator'
    ? entities
    : { ...entities, candidates: (names) => entities.candidates(names, asking.namespace) }
