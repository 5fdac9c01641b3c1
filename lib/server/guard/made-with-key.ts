import type { DecidedEffect } from '@/lib/core/engine/endpoints/decided'
import { type Asking, type AskingOrganization, hasScope } from '@/lib/core/scoreboard/asking'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'
import { openedSession } from '@/lib/core/scoreboard/pipelines/sealed-definition'
import type { ServicePorts } from '@/lib/core/scoreboard/scoreboard-ports'
import { type Exchange, headerValue } from '@/lib/core/shared/http/exchange'
import { readJsonText } from '@/lib/core/shared/http/read-json'
import { digestOf } from '@/lib/core/shared/ports/digests'
import { ProtocolError } from '@/lib/core/shared/ports/errors'
import { toSessionId } from '@/lib/core/shared/ports/ids'
import type { ProtocolSettings } from '@/lib/core/shared/ports/settings'
import type { Campaign, OneTimeValue, Session } from '@/lib/core/shared/ports/store-types'
import { addSeconds } from '@/lib/core/shared/time/time'
import { fromUtf8, utf8 } from '@/lib/core/shared/values/base64url'
import { isObject } from '@/lib/core/shared/values/json'
import { holdsAdminKey, type OperatorKeys } from './admin-key'
import { type AskingKeys, organizationThatAsks } from './asking'

/** The part of the container that tells what was made with a key. */
export interface KeyedRecords extends AskingKeys {
  readonly ports: Pick<ServicePorts, 'sealing' | 'sha256' | 'store' | 'scoreboard'>
  readonly protocolSettings: Pick<ProtocolSettings, 'retentionDays'>
}

/** What of a request says whether it has the key. */
type Keyed = Pick<Exchange, 'headers' | 'remoteAddress' | 'at'>

const daySeconds = 86_400
/** Where evidence is kept for good, in days: longer than anybody reads what a run has made. */
const daysMax = 3650

/** True if the request has a header that carries keys alone: `Authorization` is the operator token's here. */
const sendsKey = (exchange: Keyed): boolean =>
  ['x-api-key', 'credimi-api-key'].some((name) => headerValue(exchange, name) !== null)

/** True if the request has the admin key in such a header. */
export const comesWithKey = (exchange: Keyed, container: OperatorKeys): boolean =>
  sendsKey(exchange) && holdsAdminKey(exchange, container)

/** The organisation whose valid key the request has in such a header; `null` otherwise. Throws StoreUnavailable. */
export const organizationWithKey = async (
  exchange: Keyed,
  container: AskingKeys,
): Promise<AskingOrganization | null> => (sendsKey(exchange) ? organizationThatAsks(exchange, container) : null)

/** The pipeline for a run of which a request with the admin key comes; `null` if it names none. */
function pipelineOf(exchange: Keyed): string | null {
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

/**
 * Notes that a session or a campaign was made with the admin key, so that the key may read it, and for which pipeline; or
 * with the key of an organisation.
 */
export function madeWithKey(
  made: { readonly session?: Session | undefined; readonly campaign?: Campaign | undefined },
  exchange: Exchange,
  { container, by }: { readonly container: KeyedRecords; readonly by: AskingOrganization | null },
): DecidedEffect[] {
  const { session, campaign } = made
  const pipeline = by === null ? pipelineOf(exchange) : null
  return [session?.sessionId, campaign?.campaignId].flatMap((id): DecidedEffect[] =>
    id === undefined
      ? []
      : [
          {
            type: 'remember',
            value: {
              ...mark('made_with_key', id, exchange, container),
              sessionId: session?.sessionId ?? null,
              data: {
                ...(pipeline === null ? {} : { pipeline }),
                ...(by === null ? {} : { organization: by.organization }),
              },
            },
          },
        ],
  )
}

/**
 * True if the request has the admin key and names a session or a campaign that was made with it: the workers of pipelines have
 * no operator token, and read what runs of the pipeline made that they name, and nothing else. Throws StoreUnavailable.
 */
export async function opensWithKey(
  exchange: Keyed,
  { sessionId, campaignId }: Readonly<Record<string, string>>,
  container: KeyedRecords,
): Promise<boolean> {
  const id = sessionId ?? campaignId
  if (id === undefined || !comesWithKey(exchange, container)) return false
  const marked = await markOf(id, container)
  const pipeline = pipelineOf(exchange)
  return marked !== null && (pipeline === null || marked.data.pipeline === pipeline)
}

/**
 * True if the request only reads, has the key of an organisation that may read evidence, and names a session or a campaign
 * of that organisation. Throws StoreUnavailable.
 */
export async function opensToOrganization(
  exchange: Keyed & Pick<Exchange, 'method'>,
  { sessionId, campaignId }: Readonly<Record<string, string>>,
  container: KeyedRecords,
): Promise<boolean> {
  const id = sessionId ?? campaignId
  if (id === undefined || (exchange.method !== 'GET' && exchange.method !== 'HEAD')) return false
  const by = await organizationWithKey(exchange, container)
  return by !== null && hasScope(by, 'evidence:read') && isEvidenceOf(by, id, container)
}

/**
 * True if who reports a run may show a session as its evidence: the operator any, a run of this service what runs of its
 * pipeline made, an organisation what was made with its key or by a run of a pipeline of its own. What was made without a key is nobody's, and open to all where no operator token
 * guards evidence. What does not exist may nobody show, so that it looks like what belongs to others. Throws
 * StoreUnavailable.
 */
export async function mayShowEvidence(
  by: Asking,
  id: string,
  { exchange, container }: { readonly exchange: Exchange; readonly container: KeyedRecords },
): Promise<boolean> {
  const pipeline = by.kind === 'operator' ? pipelineOf(exchange) : null
  if (by.kind === 'operator' && pipeline === null) return true
  const { store } = container.ports
  const sessionId = toSessionId(id)
  const session = sessionId === null ? null : await store.session(sessionId)
  const campaign = session?.campaignId
  const marked = (await markOf(id, container)) ?? (campaign === undefined ? null : await markOf(campaign, container))
  if (by.kind === 'operator') return marked?.data.pipeline === pipeline
  return marked === null ? session !== null && container.operatorToken === null : isMarkOf(by, marked, container)
}

const markOf = (id: string, { ports: { store, sha256 } }: KeyedRecords): Promise<OneTimeValue | null> =>
  store.oneTimeValue('made_with_key', digestOf(id, sha256))

async function isEvidenceOf(by: AskingOrganization, id: string, container: KeyedRecords): Promise<boolean> {
  const marked = await markOf(id, container)
  return marked !== null && isMarkOf(by, marked, container)
}

async function isMarkOf(
  by: AskingOrganization,
  { data: { organization, pipeline } }: OneTimeValue,
  { ports: { scoreboard } }: KeyedRecords,
): Promise<boolean> {
  if (organization !== undefined) return organization === by.organization
  return typeof pipeline === 'string' && (await scoreboard.pipelines.pipeline(pipeline))?.namespace === by.namespace
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
