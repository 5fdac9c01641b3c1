import type { ConformanceEntry, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { DetailSection } from './detail-section'
import { ElementTable } from './element-table'
import { ExplainedTree } from './explained-tree'
import { credentialElements } from './model/credential-elements'
import { decodedTokens } from './model/decoded-tokens'
import { memberMarks } from './model/member-marks'

interface DecodedPanelProps {
  readonly exchange: ExchangeView
  readonly findings: readonly ConformanceEntry[]
  readonly hrefOf: (checkId: string) => string
}

/** Every token of the exchange as a tree, with each finding next to the member it judged. */
export function DecodedPanel({ exchange, findings, hrefOf }: DecodedPanelProps) {
  const tokens = decodedTokens(exchange)
  if (tokens.length === 0) {
    return <p className="px-4 pb-4 text-sm text-ink-3">This exchange has no token that can be decoded.</p>
  }
  return tokens.map((token, index) => {
    const { lists, rest } = credentialElements(token.tree)
    return (
      <DetailSection
        key={`${token.kind} ${String(index)}`}
        title={token.place ? `${token.name}, ${token.place}` : token.name}
      >
        {lists.map((list) => (
          <ElementTable key={list.title} list={list} />
        ))}
        <ExplainedTree value={rest} marks={memberMarks(token, findings, hrefOf)} openDepth={3} />
      </DetailSection>
    )
  })
}
