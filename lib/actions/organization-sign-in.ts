import 'server-only'
import { keyScopes, readOrganizationKey } from '@/lib/core/scoreboard/organization-keys'
import { membersOf } from '@/lib/core/shared/http/reply'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { madeKeySubject } from '@/lib/queries/organization'
import { organizationCookie, type PageSession, shownOrganization } from '@/lib/queries/page-session'
import { container } from '@/lib/server/container'
import { scopeRefusal, whoAsks } from '@/lib/server/guard/asking'
import { auditedNetworkOf } from '@/lib/server/guard/client-networks'
import { organizationSessionSeconds } from '@/lib/server/guard/organization-sessions'
import { replyTo } from './ask-as-operator'
import { clientAddressOf } from './ask-interface'
import { type EnterOutcome, enterOperator } from './operator'

/**
 * Exchanges the key of an organisation, or the admin key, for a session, and ends the one that the browser had. The
 * cookie holds a random id, never the key. Throws StoreUnavailable.
 */
export async function signIn(key: string, headers: Headers): Promise<EnterOutcome> {
  const wiring = container()
  const { organizationSessions, ports } = wiring
  const address = clientAddressOf(headers)
  const exchange = { headers: [['x-api-key', key]] as const, remoteAddress: address || 'forms', at: ports.now() }
  const refusal = await scopeRefusal(exchange, wiring, 'any')
  if (refusal !== null) {
    if (refusal.code !== 'too_many_requests') await noteFailure(key, { at: exchange.at, address })
    return { problem: refusal.code }
  }
  const by = await whoAsks(exchange, wiring)
  if (by === null || by.kind === 'operator') return enterOperator(key, headers)
  organizationSessions.end(shownOrganization(headers))
  const shown = organizationSessions.begin({ id: by.keyId, prefix: by.keyPrefix }, exchange.at)
  await ports.scoreboard.organizationKeys.note(
    { id: by.organization, namespace: by.namespace, name: by.name },
    {
      ...{ at: exchange.at, actor: `key ${by.keyPrefix}`, action: 'sign_in', target: by.keyPrefix },
      network: auditedNetworkOf(address),
    },
  )
  return { cookies: [cookieOf(shown, organizationSessionSeconds)] }
}

/** Tells an organisation that somebody could not sign in with one of its keys, or with its prefix and another secret. */
async function noteFailure(
  key: string,
  { at, address }: { readonly at: EpochMillis; readonly address: string },
): Promise<void> {
  const { keyLookups, ports } = container()
  const { organizationKeys } = ports.scoreboard
  const prefix = readOrganizationKey(key)?.prefix
  const found = prefix === undefined ? null : await organizationKeys.byPrefix(prefix)
  if (found === null || !keyLookups.takeFailure(found.prefix, at)) return
  const entry = { at, actor: 'somebody', action: 'sign_in_failed', target: found.prefix } as const
  await organizationKeys.note(found.organization, { ...entry, network: auditedNetworkOf(address) })
}

/** Ends the session of an organisation; returns the cookie that removes it from the browser. */
export function signOut(headers: Headers): string {
  container().organizationSessions.end(shownOrganization(headers))
  return cookieOf('', 0)
}

function cookieOf(value: string, seconds: number): string {
  const secure = container().protocolSettings.baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${organizationCookie()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

const keysAt = (namespace: string): string => `/api/organizations/${encodeURIComponent(namespace)}/keys`

/**
 * Makes a key through the interface. Its text is kept for one view in the session; storage has only its digest. Returns
 * the id of that view, or an error code. Callers must have checked the session.
 */
export async function makeKey(
  session: PageSession,
  namespace: string,
  sent: { readonly name: string; readonly scopes: readonly string[]; readonly days: string; readonly from: string },
): Promise<{ readonly made: string } | { readonly problem: string }> {
  const scopes = keyScopes.filter((scope) => sent.scopes.includes(scope))
  const days = sent.days === '' ? {} : { expires_in_days: Number(sent.days) }
  const body = { name: sent.name, scopes, ...days }
  const reply = await replyTo(session.by, 'POST', keysAt(namespace), { body, from: sent.from })
  const { key, error } = reply === null ? {} : membersOf(reply)
  if (typeof key !== 'string') return { problem: typeof error === 'string' ? error : 'server_error' }
  const draft = { subject: madeKeySubject(namespace), fields: [['key', key] as const], problems: [], refusal: null }
  return { made: container().operatorDrafts.keep(session, draft) }
}

/** Revokes a key through the interface; returns an error code, or `null`. Callers must have checked the session. */
export async function revokeKey(session: PageSession, namespace: string, id: string): Promise<string | null> {
  const reply = await replyTo(session.by, 'DELETE', `${keysAt(namespace)}/${encodeURIComponent(id)}`)
  if (reply !== null && reply.status < 300) return null
  const { error } = reply === null ? {} : membersOf(reply)
  return typeof error === 'string' ? error : 'server_error'
}
