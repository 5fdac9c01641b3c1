import type { DecidedEffect } from '@/lib/core/engine/endpoints/endpoint'
import { type Exchange, headerValue } from '@/lib/core/ground/http/exchange'
import { digestOf } from '@/lib/core/ground/ports/digest-of'
import type { Campaign, Session } from '@/lib/core/ground/ports/store-types'
import { addSeconds } from '@/lib/core/ground/time/time'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import type { Container } from '../wiring/container'
import { holdsAdminKey } from './admin-key'

/** What of a request says whether it has the key. */
type Keyed = Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>

const daySeconds = 86_400
/** Where evidence is kept for good, in days: longer than anybody reads what a run has made. */
const daysMax = 3650

/** True if the request has the admin key in a header that carries keys alone: `Authorization` is the operator token's here. */
export const comesWithKey = (exchange: Keyed, container: Container): boolean =>
  ['x-api-key', 'credimi-api-key'].some((name) => headerValue(exchange, name) !== null) &&
  holdsAdminKey(exchange, container)

/** The pipeline for a run of which a request with the admin key comes; `null` if it names none. */
function pipelineOf(exchange: Exchange): string | null {
  const value = headerValue(exchange, pipelineHeader)
  return value !== null && /^[A-Za-z0-9]{1,64}$/.test(value) ? value : null
}

/** Notes that a session or a campaign was made with the admin key, so that the key may read it, and for which pipeline. */
export function madeWithKey(
  made: { readonly session?: Session | undefined; readonly campaign?: Campaign | undefined },
  exchange: Exchange,
  { ports: { sha256 }, protocolSettings: { retentionDays } }: Container,
): DecidedEffect[] {
  const { session, campaign } = made
  const days = retentionDays === 0 ? daysMax : retentionDays
  const pipeline = pipelineOf(exchange)
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
              data: pipeline === null ? {} : { pipeline },
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
  exchange: Keyed,
  { sessionId, campaignId }: Readonly<Record<string, string>>,
  container: Container,
): Promise<boolean> {
  const id = sessionId ?? campaignId
  if (id === undefined || !comesWithKey(exchange, container)) return false
  const { store, sha256 } = container.ports
  return (await store.oneTimeValue('made_with_key', digestOf(id, sha256))) !== null
}
