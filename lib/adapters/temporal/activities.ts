import { z } from 'zod'
import type { ActivityDeps } from './activity-deps'
import { fetchNamespaces } from './fetch-namespaces'
import { mergeAndSave } from './merge-and-save'

export type AggregationActivities = ReturnType<typeof createActivities>

const listMillisMax = 20_000
const zNamespaces = z.object({ namespaces: z.array(z.string()) })

/**
 * Creates the activities of AggregateScoreboardWorkflow. Their results stay small: large data is stored in PocketBase
 * under the aggregation's id.
 */
export function createActivities(deps: ActivityDeps) {
  const { store, api, now } = deps
  return {
    /** `seq` is `null` where the rows are to be spared, since somebody else saved them. */
    async beginAggregation(input: {
      readonly aggregation_id: string
      readonly workflow_id: string
      readonly spare_saved?: boolean
    }): Promise<{ seq: number | null }> {
      if (input.spare_saved === true && (await store.isSavedByOthers())) return { seq: null }
      await deps.provision()
      const names = { id: input.aggregation_id, workflowId: input.workflow_id }
      return { seq: await store.begin({ ...names, at: now() }) }
    },
    async listNamespaces({ aggregation_id }: { readonly aggregation_id: string }) {
      const { status, body } = await api.get('/api/organizations/namespaces', listMillisMax)
      if (status !== 200) throw new Error(`The list of namespaces was answered with ${status}.`)
      const { namespaces } = zNamespaces.parse(body)
      await store.keepNamespaces(aggregation_id, namespaces)
      return { count: namespaces.length }
    },
    fetchNamespaces: (input: Parameters<typeof fetchNamespaces>[1]) => fetchNamespaces(deps, input),
    mergeAndSave: (input: Parameters<typeof mergeAndSave>[1]) => mergeAndSave(deps, input),
    closeAggregation: ({ aggregation_id }: { readonly aggregation_id: string }) => store.close(aggregation_id),
  }
}
