import { withoutContent } from '../sessions/without-content'
import type { StoredExchange } from '../store-types'
import { jsonBytes } from './json-bytes'
import { projectExchange, projectRawRequest } from './project-exchange'

/**
 * The exchanges behind the one with the id `after` (`null`: from the first) that fit into a number of bytes as they are
 * read back. One that fits into no page is shown without its content, so that paging always gets on.
 */
export function pageExchanges(
  exchanges: readonly StoredExchange[],
  { after, bytesMax }: { readonly after: string | null; readonly bytesMax: number },
): readonly StoredExchange[] {
  const rest = exchanges.slice(after === null ? 0 : exchanges.findIndex(({ id }) => id === after) + 1)
  const page: StoredExchange[] = []
  let left = bytesMax
  for (const exchange of rest) {
    left -= jsonBytes(projectExchange(exchange)) + jsonBytes(projectRawRequest(exchange)) + 2
    if (left < 0) return page.length > 0 ? page : [withoutContent(exchange)]
    page.push(exchange)
  }
  return page
}
