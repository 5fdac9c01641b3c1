import type { JsonObject } from '@/lib/core/json'
import { JsonTree } from '../../ui/json-tree'
import { meanings } from '../model/meanings'

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
        <JsonTree value={tree} meanings={meanings} openDepth={2} />
      </div>
    </details>
  )
}
