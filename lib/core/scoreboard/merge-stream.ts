import { contributionOf, type MergedStatistics, mergeStatistics } from './merge'
import type { PipelineStatistics } from './z-statistics'

/** One stored answer of one namespace about one pipeline. */
export interface Contribution {
  readonly namespace: string
  readonly item: PipelineStatistics
}

/**
 * Merges contributions sorted by pipeline, page by page, holding one pipeline at a time. `staleSince`: namespace →
 * instant key since when its answers have been carried over.
 */
export async function* mergeStream(
  pages: AsyncIterable<readonly Contribution[]>,
  staleSince: ReadonlyMap<string, string>,
): AsyncGenerator<MergedStatistics> {
  let current: MergedStatistics | null = null
  for await (const page of pages) {
    for (const { namespace, item } of page) {
      const next = contributionOf(namespace, item, staleSince.get(namespace) ?? '')
      if (current !== null && current.pipelineId !== next.pipelineId) {
        yield current
        current = next
      } else {
        current = current === null ? next : mergeStatistics(current, next)
      }
    }
  }
  if (current !== null) yield current
}
