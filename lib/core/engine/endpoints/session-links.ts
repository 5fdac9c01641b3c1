import type { Exchange, HeaderField } from '../../shared/http/exchange'
import type { Session } from '../../shared/ports/store-types'
import { inspectorUri, sessionUri } from '../../shared/ports/uris'
import { preferenceApplied, prefers } from './preferences'

/** Addresses of a new session, if requested, and the header field that confirms what the request preferred. */
export interface SessionLinks {
  readonly members: { readonly inspector_url?: string; readonly session_url?: string; readonly report_url?: string }
  readonly headers: readonly HeaderField[]
}

/**
 * Addresses to read a new session: for a person, for a program, and as a report. Returned for `"links": true` and for
 * `Prefer: return=representation`. RFC 7240 section 4.2
 */
export function sessionLinks(
  session: Session,
  { exchange, links, baseUrl }: { readonly exchange: Exchange; readonly links: boolean; readonly baseUrl: string },
): SessionLinks {
  const headers = preferenceApplied(exchange, ['return=representation', 'handling=strict'])
  if (!links && !prefers(exchange, 'return=representation')) return { members: {}, headers }
  const url = sessionUri(baseUrl, session)
  return {
    members: { inspector_url: inspectorUri(baseUrl, session), session_url: url, report_url: `${url}/report` },
    headers,
  }
}
