import type { JsonObject } from '@/lib/core/json'
import { JsonTree } from '../../ui/json-tree'
import { meanings } from '../model/meanings'

/** A part of a credential as it was decoded, folded until somebody wants it. */
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
        <JsonTree value={tree} meanings={meanings} openDepth={2} />
      </div>
    </details>
  )
}
