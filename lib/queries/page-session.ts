import 'server-only'
import { type Asking, askingOf } from '@/lib/core/scoreboard/asking'
import { standingOf } from '@/lib/core/scoreboard/organization-keys'
import { toBase64url } from '@/lib/core/shared/values/base64url'
import { container } from '@/lib/server/container'
import type { OperatorSession } from '@/lib/server/guard/operator-sessions'
import { cookieIn } from './cookies'
import { operatorSession, shownSession } from './operator'

/** Who has signed in on a page, and what each of its forms has to carry. */
export interface PageSession extends OperatorSession {
  readonly by: Asking
}

/** The name of the cookie that holds the session of an organisation. RFC 6265bis section 4.1.3.2 */
export const organizationCookie = (): string =>
  `${container().protocolSettings.baseUrl.startsWith('https:') ? '__Host-' : ''}wallet-capture-organization`

/** The session id of an organisation that a request presents; '' for none. */
export const shownOrganization = (fields: Pick<Headers, 'get'>): string =>
  cookieIn(fields, organizationCookie(), '[\\w-]*') ?? ''

/** Why somebody who had signed in no longer is, as a code; '' for who had not. */
type SessionEnd = '' | 'session_over' | 'revoked_api_key' | 'expired_api_key'

async function readSession(fields: Headers): Promise<PageSession | SessionEnd> {
  const operator = operatorSession(fields)
  if (operator !== null) return { ...operator, by: { kind: 'operator' } }
  const { organizationSessions, ports } = container()
  const shown = shownOrganization(fields)
  const signedIn = organizationSessions.find(shown, ports.now())
  if (signedIn === null) return shown === '' && shownSession(fields) === '' ? '' : 'session_over'
  const key = await ports.scoreboard.organizationKeys.byPrefix(signedIn.prefix)
  if (key === null || key.id !== signedIn.id) return 'session_over'
  const standing = standingOf(key, ports.now())
  if (standing !== 'valid') return `${standing}_api_key`
  return { by: askingOf(key), formToken: toBase64url(ports.keyedHash('organization-form', shown)) }
}

/**
 * The session of who has signed in with the admin key or the key of an organisation; `null` if there is none, or its key
 * has ended. Throws StoreUnavailable.
 */
export async function pageSession(fields: Headers): Promise<PageSession | null> {
  const session = await readSession(fields)
  return typeof session === 'string' ? null : session
}

/** Why the session that a request shows is over, as a code; '' where it shows none, or a valid one. Throws StoreUnavailable. */
export async function sessionEnd(fields: Headers): Promise<SessionEnd> {
  const session = await readSession(fields)
  return typeof session === 'string' ? session : ''
}
