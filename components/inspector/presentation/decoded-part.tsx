import type { JsonObject } from '@/lib/core/json'
import { ExplainedTree } from '../explained-tree'

/** A decoded part of a credential, folded by default. */
export function DecodedPart({
  title,
  tree,
}: {
  readonly title: string
  readonly tree: JsonObject | Readonly<Record<string, unknown>>
}) {
  return (
    <details>
      <summary className="chevron flex items-center text-sm">{title}</summary>
      <div className="mt-2">
        <ExplainedTree value={tree} openDepth={2} />
      </div>
    </details>
  )
}
