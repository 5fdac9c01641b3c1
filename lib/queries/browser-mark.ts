import 'server-only'
import { toSessionId } from '@/lib/core/shared/ports/ids'
import { browserMark, browserMarkName } from '@/lib/core/verifier/read/redirect'
import { container } from '@/lib/server/container'

/** A cookie as the framework sets it. */
interface MarkCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly httpOnly: true
  readonly sameSite: 'lax'
  readonly secure: boolean
}

/**
 * The cookie for a browser that opens the page of a presentation. When a wallet on the same device sends the user back,
 * it proves that they began here. It is sent only to the URLs of that session. `null` for every other page.
 * @see OID4VP-1FINAL-14.2
 */
export function browserMarkCookie(pathname: string): MarkCookie | null {
  const id = toSessionId(/^\/inspect\/(?:presentation|round-trip)\/([^/]+)$/.exec(pathname)?.[1] ?? '')
  if (id === null) return null
  const { ports, protocolSettings } = container()
  return {
    name: browserMarkName,
    value: browserMark(id, ports.keyedHash),
    path: `/openid4vp/sessions/${id}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: protocolSettings.baseUrl.startsWith('https:'),
  }
}
