import type { Json, JsonObject } from '@/lib/core/ground/values/json'
import { isObject } from '@/lib/core/ground/values/json'
import { JsonTree } from '../ui/json-tree'
import { DetailSection } from './detail-section'
import { ExplainedTree } from './explained-tree'

interface HttpMessageProps {
  /** The first line, e.g. `POST /issuers/x/token` or `400`. */
  readonly line: string
  readonly query?: Json
  readonly headers: JsonObject
  /** Whose they are, where that is not what one would think, as a sentence. */
  readonly headersFrom?: string | null
  readonly body: Json
  readonly bodyAbsent: string
}

/** One stored HTTP message: first line, query, header fields, body; secrets are already redacted. */
export function HttpMessage({ line, query, headers, headersFrom = null, body, bodyAbsent }: HttpMessageProps) {
  const hasQuery = isObject(query) && Object.keys(query).length > 0
  return (
    <>
      <p className="wire mx-4 mb-4 rounded-md border border-line bg-sunk px-2.5 py-2 text-xs">{line}</p>
      {hasQuery && (
        <DetailSection title="Query">
          <ExplainedTree value={query} />
        </DetailSection>
      )}
      <DetailSection title="Body">
        {body === null ? (
          <p className="text-sm text-ink-3">{bodyAbsent}</p>
        ) : (
          <ExplainedTree value={body} openDepth={3} />
        )}
      </DetailSection>
      <DetailSection title="Header fields">
        {headersFrom !== null && <p className="mb-2 text-sm text-ink-2">{headersFrom}</p>}
        <JsonTree value={headers} />
      </DetailSection>
    </>
  )
}
