import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AggregationStore } from '@/lib/core/scoreboard/aggregation-store'
import type { Contribution } from '@/lib/core/scoreboard/merge'
import { zPipelineStatistics } from '@/lib/core/scoreboard/z-statistics'
import { filterOf, toDateColumn } from '@/lib/core/shared/ports/filter'
import { toIso } from '@/lib/core/shared/time/time'
import type { PocketBaseClient } from '../client/client'
import { listAll } from '../client/list-records'
import { act } from './scoreboard-actions'
import { createBuiltInSettings } from './worker-stores'

const contributionsPerPage = 5000

const zBegun = z.object({ seq: z.number() })
const zDescribed = z.object({ response: z.record(z.string(), z.unknown()).nullable() }).nullable()
const zNamespaces = z.object({ namespaces: z.array(z.string()) })
const zPlan = z.object({
  failed: z.array(z.tuple([z.string(), z.string(), z.number()])),
  starts: z.array(z.string()),
})
const zPage = z.array(z.tuple([z.string(), zPipelineStatistics]))
const zOrganization = z.object({ id: z.string(), canonified_name: z.string() })

/** Stores aggregations through the hooks in pb_hooks/scoreboard. */
export function createAggregationStore(client: PocketBaseClient): AggregationStore {
  return {
    isSavedByOthers: async () => (await createBuiltInSettings(client).state()).saved_by === 'api',
    async begin({ id, workflowId, at }) {
      const names = { id, source: 'workflow', workflow_id: workflowId, run_id: id }
      return zBegun.parse(await act(client, 'begin', { ...names, started_at: toDateColumn(at) })).seq
    },
    close: async (id) => void (await act(client, 'fail', { id })),
    response: async (id) => zDescribed.parse(await act(client, 'describe', { id }))?.response ?? null,
    keepNamespaces: async (id, namespaces) => void (await act(client, 'set-namespaces', { id, namespaces })),
    namespaces: async (query) => zNamespaces.parse(await act(client, 'namespaces', query)).namespaces,
    async contribute(seq, answers) {
      const written = answers.map(({ namespace, at, items }) => {
        const text = JSON.stringify(items)
        return { namespace, at: toIso(at), sha256: createHash('sha256').update(text).digest('hex'), items: text }
      })
      await act(client, 'contribute', { seq, answers: written })
    },
    noteFailure: async ({ namespace, at, error }) =>
      void (await act(client, 'note-failure', { namespace, at: toIso(at), error: error.slice(0, 500) })),
    async prepareMerge({ id, seq, at, carriedBefore, size }) {
      const instants = { at: toIso(at), carried_before: toIso(carriedBefore) }
      const { failed, starts } = zPlan.parse(await act(client, 'prepare-merge', { id, seq, ...instants, size }))
      return {
        failed: failed.map(([namespace, since, dropped]) => ({ namespace, since, dropped: dropped === 1 })),
        starts,
      }
    },
    async *contributions(from, until) {
      // Every namespace sorts after the empty string, so no row of the first pipeline is skipped.
      let after: [pipeline: string, namespace: string] = [from, '']
      for (;;) {
        const size = contributionsPerPage
        const page = zPage.parse(await act(client, 'contributions', { after, until: until ?? '', size }))
        const items = page.map(([namespace, item]): Contribution => ({ namespace, item }))
        yield items
        const last = items.at(-1)
        if (last === undefined || items.length < size) return
        after = [last.item.pipeline_id, last.namespace]
      }
    },
    async pendingNamespaces() {
      const filter = filterOf(['namespace_state', '!=', { word: 'ready' }])
      const query = { collection: 'organizations', filter, perPage: 200 }
      return listAll(client, query, (record) => {
        const { id, canonified_name: namespace } = zOrganization.parse(record)
        return { id, namespace }
      })
    },
    async markNamespace(id, namespace_state, namespace_problem) {
      await client.call('/api/health', { method: 'GET' })
      await client.sdk.collection('organizations').update(id, { namespace_state, namespace_problem })
    },
  }
}
