import 'server-only'
import { operatorCookie, shownSession } from '@/lib/queries/operator'
import { container } from '@/lib/server/container'
import { adminRefusal } from '@/lib/server/guard/asking'
import { operatorSessionSeconds } from '@/lib/server/guard/operator-sessions'
import { askAsOperator } from './ask-as-operator'

const clientAddressHeader = 'x-wallet-capture-client-address'

/** `problem`: the error code of the API for the same. */
export type EnterOutcome = { readonly cookies: readonly string[] } | { readonly problem: string }

/**
 * Exchanges the admin key for a new session, and ends the one that the browser had. Wrong keys from an address are counted together with those at the API. The
 * cookies contain the session's random id, never the key; scripts cannot read it, and no other site can cause it to be
 * sent.
 */
export async function enterOperator(key: string, headers: Headers): Promise<EnterOutcome> {
  const wiring = container()
  const exchange = {
    headers: [['x-api-key', key]] as const,
    remoteAddress: headers.get(clientAddressHeader) || 'forms',
    at: wiring.ports.now(),
  }
  const refusal = await adminRefusal(exchange, wiring)
  if (refusal !== null) return { problem: refusal.code }
  wiring.operatorSessions.end(shownSession(headers))
  return { cookies: cookiesOf(wiring.operatorSessions.begin(exchange.at), operatorSessionSeconds) }
}

/** Ends the session of a request; returns the cookies that remove it from the browser. */
export function leaveOperator(headers: Headers): readonly string[] {
  container().operatorSessions.end(shownSession(headers))
  return cookiesOf('', 0)
}

/** Where pages know the operator. Wallets and their requests come elsewhere: no browser sends the session along with them. */
const operatorPlaces = ['/operator', '/hub', '/organization'] as const

function cookiesOf(value: string, seconds: number): string[] {
  const secure = container().protocolSettings.baseUrl.startsWith('https:') ? '; Secure' : ''
  return operatorPlaces.map(
    (place) => `${operatorCookie}=${value}; Path=${place}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/** Aggregates once, or repeatedly at an interval of `seconds`. Gives an error code, `null` for success. */
export const startAggregation = (seconds: string): Promise<string | null> =>
  askAsOperator('POST', `/api/pipeline/scoreboard/aggregate/start`, {
    query: seconds === '' ? null : `${new URLSearchParams({ schedule: seconds })}`,
  })

/** Ends a schedule. Gives an error code, `null` for success. */
export const cancelSchedule = (id: string): Promise<string | null> =>
  askAsOperator('DELETE', `/api/pipeline/scoreboard/aggregate/schedule/${encodeURIComponent(id)}`)
