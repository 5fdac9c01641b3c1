import type { DecidedEffect } from '@/lib/core/engine/endpoints/endpoint'
import { type Exchange, headerValue } from '@/lib/core/ground/http/exchange'
import { digestOf } from '@/lib/core/ground/ports/digest-of'
import type { Campaign, Session } from '@/lib/core/ground/ports/store-types'
import { addSeconds } from '@/lib/core/ground/time/time'
import type { Container } from '../wiring/container'
import { holdsAdminKey } from './admin-key'

const daySeconds = 86_400
/** Where evidence is kept for good, in days: longer than anybody reads what a run has made. */
const daysMax = 3650

/** True if the request has the admin key in a header that carries keys alone: `Authorization` is the operator token's here. */
export const comesWithKey = (exchange: Exchange, container: Container): boolean =>
  ['x-api-key', 'credimi-api-key'].some((name) => headerValue(exchange, name) !== null) &&
  holdsAdminKey(exchange, container)

/** Notes that a session or a campaign was made with the admin key, so that the key may read it. */
export function madeWithKey(
  made: { readonly session?: Session | undefined; readonly campaign?: Campaign | undefined },
  exchange: Exchange,
  { ports: { sha256 }, protocolSettings: { retentionDays } }: Container,
): DecidedEffect[] {
  const { session, campaign } = made
  const days = retentionDays === 0 ? daysMax : retentionDays
  return [session?.sessionId, campaign?.campaignId].flatMap((id): DecidedEffect[] =>
    id === undefined
      ? []
      : [
          {
            type: 'remember',
            value: {
              kind: 'made_with_key',
              digest: digestOf(id, sha256),
              issuerId: null,
              sessionId: session?.sessionId ?? null,
              exchangeId: null,
              parent: null,
              expiresAt: addSeconds(exchange.at, days * daySeconds),
              consumedAt: null,
              revokedAt: null,
              data: {},
            },
          },
        ],
  )
}

/**
 * True if the request has the admin key and names a session or a campaign that was made with it: the workers of pipelines have
 * no operator token, and read what their runs made, and nothing else. Throws StoreUnavailable.
 */
export async function opensWithKey(
  exchange: Exchange,
  { sessionId, campaignId }: Readonly<Record<string, string>>,
  container: Container,
): Promise<boolean> {
  const id = sessionId ?? campaignId
  if (id === undefined || !comesWithKey(exchange, container)) return false
  const { store, sha256 } = container.ports
  return (await store.oneTimeValue('made_with_key', digestOf(id, sha256))) !== null
}
