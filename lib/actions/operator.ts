import 'server-only'
import { randomUUID } from 'node:crypto'
import { membersOf } from '@/lib/core/ground/http/reply'
import { exchangeId } from '@/lib/core/ground/ports/ids'
import { operatorCookie, shownSession } from '@/lib/queries/operator'
import { adminRefusal } from '@/lib/server/guard/admin-key'
import { operatorSessionSeconds } from '@/lib/server/guard/operator-sessions'
import { answerExchange } from '@/lib/server/http/router'
import { container } from '@/lib/server/wiring/container'

const clientAddressHeader = 'x-wallet-capture-client-address'

/** `problem`: the error code of the API for the same. */
export type EnterOutcome = { readonly cookie: string } | { readonly problem: string }

/**
 * Exchanges the admin key for a new session, and ends the one that the browser had. Wrong keys from an address are counted together with those at the API. The
 * cookie contains the session's random id, never the key; scripts cannot read it, and no other site can cause it to be
 * sent.
 */
export function enterOperator(key: string, headers: Headers): EnterOutcome {
  const wiring = container()
  const exchange = {
    headers: [['x-api-key', key]] as const,
    remoteAddress: headers.get(clientAddressHeader) || 'forms',
    at: wiring.ports.now(),
  }
  const refusal = adminRefusal(exchange, wiring)
  if (refusal !== null) return { problem: refusal.code }
  wiring.operatorSessions.end(shownSession(headers))
  return { cookie: cookieOf(wiring.operatorSessions.begin(exchange.at), operatorSessionSeconds) }
}

/** Ends the session of a request; returns the cookie that removes it from the browser. */
export function leaveOperator(headers: Headers): string {
  container().operatorSessions.end(shownSession(headers))
  return cookieOf('', 0)
}

function cookieOf(value: string, seconds: number): string {
  const secure = container().protocolSettings.baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${operatorCookie}=${value}; Path=/operator; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

/** Aggregates once, or repeatedly at an interval of `seconds`. Gives an error code, `null` for success. */
export const startAggregation = (seconds: string): Promise<string | null> =>
  operate(
    'POST',
    `/api/pipeline/scoreboard/aggregate/start`,
    seconds === '' ? null : `${new URLSearchParams({ schedule: seconds })}`,
  )

/** Ends a schedule. Gives an error code, `null` for success. */
export const cancelSchedule = (id: string): Promise<string | null> =>
  operate('DELETE', `/api/pipeline/scoreboard/aggregate/schedule/${encodeURIComponent(id)}`, null)

/** Does what the API does, through the same code. Callers must have checked the operator's session first. */
async function operate(method: string, path: string, query: string | null): Promise<string | null> {
  const wiring = container()
  const [key = ''] = wiring.adminKeys
  const reply = await answerExchange(
    {
      id: exchangeId(randomUUID()),
      at: wiring.ports.now(),
      method,
      path,
      query,
      headers: [
        ['host', new URL(wiring.protocolSettings.baseUrl).host],
        ['x-api-key', key],
      ],
      body: new Uint8Array(),
      bodyOverflow: false,
      bodyBytes: 0,
      // No client's address: wrong keys from elsewhere never hold up an operator who has signed in.
      remoteAddress: 'operator session',
    },
    wiring,
  )
  if (reply !== null && reply.status < 300) return null
  const { error } = reply === null ? {} : membersOf(reply)
  return typeof error === 'string' ? error : 'server_error'
}
