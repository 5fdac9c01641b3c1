import type { JsonObject } from '@/lib/core/ground/values/json'
import { ExplainedTree } from '../explained-tree'
import { Folded } from '../folded'

interface DecodedPartProps {
  readonly title: string
  readonly tree: JsonObject | Readonly<Record<string, unknown>>
}

/** A decoded part of a credential, collapsed by default. */
export function DecodedPart({ title, tree }: DecodedPartProps) {
  return (
    <Folded title={title}>
      <ExplainedTree value={tree} openDepth={2} />
    </Folded>
  )
}
