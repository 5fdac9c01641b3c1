import type { DecidedEffect } from '@/lib/core/engine/endpoints/endpoint'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import { openedSession } from '@/lib/core/scoreboard/pipelines/sealed-definition'
import type { ServicePorts } from '@/lib/core/scoreboard/scoreboard-ports'
import { type Exchange, headerValue } from '@/lib/core/shared/http/exchange'
import { readJsonText } from '@/lib/core/shared/http/read-json'
import { digestOf } from '@/lib/core/shared/ports/digests'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import type { Campaign, OneTimeValue, Session } from '@/lib/core/shared/ports/store-types'
import { addSeconds } from '@/lib/core/shared/time/time'
import { fromUtf8, utf8 } from '@/lib/core/shared/values/base64url'
import { isObject } from '@/lib/core/shared/values/json'
import { holdsAdminKey, type OperatorKeys } from './admin-key'

/** The part of the container that tells what was made with a key. */
export interface KeyedRecords extends OperatorKeys {
  readonly ports: Pick<ServicePorts, 'sealing' | 'sha256' | 'store'>
  readonly protocolSettings: Pick<ProtocolSettings, 'retentionDays'>
}

/** What of a request says whether it has the key. */
type Keyed = Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>

const daySeconds = 86_400
/** Where evidence is kept for good, in days: longer than anybody reads what a run has made. */
const daysMax = 3650

/** True if the request has the admin key in a header that carries keys alone: `Authorization` is the operator token's here. */
export const comesWithKey = (exchange: Keyed, container: OperatorKeys): boolean =>
  ['x-api-key', 'credimi-api-key'].some((name) => headerValue(exchange, name) !== null) &&
  holdsAdminKey(exchange, container)

/** The pipeline for a run of which a request with the admin key comes; `null` if it names none. */
function pipelineOf(exchange: Exchange): string | null {
  const value = headerValue(exchange, pipelineHeader)
  return value !== null && /^[A-Za-z0-9]{1,64}$/.test(value) ? value : null
}

/** Notes that a session was made with the operator token: what its wallet makes us fetch is the operator's. */
export const madeWithToken = (session: Session, exchange: Exchange, container: KeyedRecords): DecidedEffect[] => [
  {
    type: 'remember',
    value: { ...mark('made_with_token', session.sessionId, exchange, container), sessionId: session.sessionId },
  },
]

/** A value that tells how something was made, as long as it is on record. */
function mark(
  kind: 'made_with_key' | 'made_with_token',
  id: string,
  { at }: Exchange,
  { ports: { sha256 }, protocolSettings: { retentionDays } }: KeyedRecords,
): OneTimeValue {
  const days = retentionDays === 0 ? daysMax : retentionDays
  return {
    kind,
    digest: digestOf(id, sha256),
    issuerId: null,
    sessionId: null,
    exchangeId: null,
    parent: null,
    expiresAt: addSeconds(at, days * daySeconds),
    consumedAt: null,
    revokedAt: null,
    data: {},
  }
}

/** Notes that a session or a campaign was made with the admin key, so that the key may read it, and for which pipeline. */
export function madeWithKey(
  made: { readonly session?: Session | undefined; readonly campaign?: Campaign | undefined },
  exchange: Exchange,
  container: KeyedRecords,
): DecidedEffect[] {
  const { session, campaign } = made
  const pipeline = pipelineOf(exchange)
  return [session?.sessionId, campaign?.campaignId].flatMap((id): DecidedEffect[] =>
    id === undefined
      ? []
      : [
          {
            type: 'remember',
            value: {
              ...mark('made_with_key', id, exchange, container),
              sessionId: session?.sessionId ?? null,
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
  container: KeyedRecords,
): Promise<boolean> {
  const id = sessionId ?? campaignId
  if (id === undefined || !comesWithKey(exchange, container)) return false
  const { store, sha256 } = container.ports
  return (await store.oneTimeValue('made_with_key', digestOf(id, sha256))) !== null
}

const sessionKinds: Readonly<Record<string, 'issuance' | 'presentation'>> = {
  createSession: 'issuance',
  createPresentationSession: 'presentation',
}

/**
 * The request by which a run makes its session, with the values opened that its definition has sealed: the only place where
 * they are. Any other request as it is. Throws a ProtocolError where they were sealed under another key.
 */
export function withOpenedSecrets(exchange: Exchange, operation: string | null, container: KeyedRecords): Exchange {
  const kind = operation === null ? undefined : sessionKinds[operation]
  if (kind === undefined || pipelineOf(exchange) === null || !comesWithKey(exchange, container)) return exchange
  const read = readJsonText(fromUtf8(exchange.body) ?? '')
  if (!read.ok || !isObject(read.value)) return exchange
  const opened = openedSession(read.value, kind, container.ports.sealing)
  if (opened === null)
    throw new ProtocolError(
      'invalid_request',
      'A value in the definition of this pipeline was sealed under another key of this service. Save the definition again with the value itself.',
    )
  return opened === read.value ? exchange : { ...exchange, body: utf8(JSON.stringify(opened)) }
}
