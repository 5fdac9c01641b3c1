import { bind } from '../../engine/checks/evaluate'
import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import type { Decision } from '../../engine/endpoints/endpoint'
import type { Refusal } from '../../engine/endpoints/refusal'
import type { CredentialType } from '../../shared/formats/credential-format'
import type { HeaderField, Reply } from '../../shared/http/exchange'
import { bytesReply, jsonReply, textReply } from '../../shared/http/reply'
import { digestOf } from '../../shared/ports/digests'
import { invariant } from '../../shared/ports/errors'
import type { Random } from '../../shared/ports/ports'
import type { OneTimeValue } from '../../shared/ports/store-types'
import { statusListTypes } from '../../shared/status/status-list-token'
import type { JsonObject } from '../../shared/values/json'
import { statusListChecks } from '../checks/status'
import type { IssuerContext } from '../configurations/issuer-in-play'
import {
  type StatusPlace,
  statusEntriesMax,
  statusListOf,
  statusListSize,
  statusListUri,
} from '../configurations/laboratory/status-lists'
import { deviationName, deviationOf } from '../deviations'
import type { IssuerDeviation } from '../deviations/issuer-deviation'
import { statusEntries, statusesDetail } from '../read/status/status-entries'
import { buildStatusList } from '../read/status/status-list'
import { readStatusListRequest, type StatusListReading, statusListForm } from '../read/status/status-list-reading'
import { judgedByIssuer } from './issuer-endpoint'

/** Index draws per credential before giving up; with this few entries, failure is practically impossible. */
const drawsMax = 64

/** Refusal when the session has no entries left; no check decides it. */
export const noStatusLeft = {
  error: 'credential_request_denied',
  description: `A session gives at most ${statusEntriesMax} credentials a status: create another session, or one without laboratory.status.`,
} as const satisfies Pick<Refusal, 'error' | 'description'>

/** Whether there are entries for all keys, or the issuer needs none. Throws StoreUnavailable. */
export async function hasStatusesLeft({ issuer, ports }: IssuerContext, keys: number): Promise<boolean> {
  const { session } = issuer
  if (issuer.options.status === null || session === null) return true
  return statusEntries(await ports.store.events(session.sessionId)).length + Math.max(1, keys) <= statusEntriesMax
}

/** Status references of new credentials. */
export interface NewStatuses {
  /** `status` per credential; empty without lists. */
  readonly claims: readonly JsonObject[]
  /** Detail of the issuance event. */
  readonly detail: JsonObject
  /** Reserve the entries. */
  readonly effects: readonly DecidedEffect[]
}

/**
 * Draws a random free status list entry for each credential; nothing without lists.
 * @see HAIP-6.1, TSL14-13.2
 */
export async function newStatuses(
  { exchange, issuer, ports }: IssuerContext,
  { format, count }: { readonly format: CredentialType['format']; readonly count: number },
): Promise<NewStatuses> {
  const { session } = issuer
  if (issuer.options.status === null || session === null) return { claims: [], detail: {}, effects: [] }
  const list = statusListOf(format)
  const digestOfIndex = (index: number) => digestOf(`${issuer.id}/${list}/${index}`, ports.sha256)
  const places = new Map<number, string>()
  for (let draws = 0; places.size < count; draws += 1) {
    invariant(draws < drawsMax * count, 'A status list has room for the credentials of one session.')
    const index = randomIndex(ports.random)
    const digest = digestOfIndex(index)
    if (!places.has(index) && (await ports.store.oneTimeValue('status_index', digest)) === null)
      places.set(index, digest)
  }
  const value = (digest: string): OneTimeValue => ({
    kind: 'status_index',
    digest,
    issuerId: issuer.id,
    sessionId: session.sessionId,
    exchangeId: exchange.id,
    parent: null,
    expiresAt: session.laboratory?.until ?? session.expiresAt,
    consumedAt: null,
    revokedAt: null,
    data: {},
  })
  const drawn: StatusPlace[] = [...places.keys()].map((index) => ({ list, index }))
  return {
    claims: drawn.map(({ index }) => ({ status_list: { idx: index, uri: statusListUri(issuer.identifier, list) } })),
    detail: statusesDetail(drawn.map((place) => ({ ...place, status: 'valid' }))),
    effects: [...places.values()].map((digest) => ({ type: 'grant', secret: null, value: value(digest) })),
  }
}

/** Uniform, because the number of indexes is a power of two. */
const randomIndex = (random: Random): number =>
  random(4).reduce((number, byte) => number * 256 + byte, 0) % statusListSize

const checks = bind(statusListChecks, (reading: StatusListReading) => reading)

/** Recorded requests per list by others than the wallet; anybody who saw a credential knows the URL. */
const othersRecordedMax = 20

/**
 * `GET /lab/{labId}/status/{statusListId}`: the current status list for credentials of one format. Public; only the
 * wallet of the session is judged, and only the first requests of others are recorded.
 * @see TSL14-8.1, TSL14-8.2
 */
export const statusListEndpoint = judgedByIssuer<StatusListReading>({
  read: readStatusListRequest,
  checks: () => checks,
  decide: (reading, _findings, context) => {
    const sessionId = context.issuer.session?.sessionId ?? null
    const { list, by, othersOnRecord } = reading
    const { status } = context.issuer.options
    if (list === null || status === null) return { reply: notFound, sessionId, events: [], effects: [] }
    const form = statusListForm(context.exchange, { list, has: status.format })
    const retrieved = (more: { readonly altered?: true } = {}): EventDraft[] => [
      {
        type: 'status_list_retrieved',
        detail: { list, form, by, ...(by === 'wallet' ? {} : { recorded_at_most: othersRecordedMax }), ...more },
      },
    ]
    const firstRequests = { kind: `${context.issuer.id}/${list}`, onRecord: othersOnRecord, max: othersRecordedMax }
    const tokenReply = (wrong?: IssuerDeviation['changes']['statusList']): Reply =>
      replyOf(
        form,
        buildStatusList(context.issuer, {
          list,
          form,
          entries: reading.entries,
          now: reading.now,
          zlib: context.ports.zlib,
          wrong,
        }),
      )
    return {
      reply: tokenReply(),
      sessionId,
      events: retrieved(),
      effects: [],
      ...(by === 'wallet' ? {} : { firstRequests }),
      ...wrongList(context, (wrong) => ({
        reply: wrong.notFound ? notFound : tokenReply(wrong),
        events: retrieved({ altered: true }),
      })),
    }
  },
})

/** The deviating list; empty if the session's deviation is elsewhere. */
function wrongList(
  { issuer }: IssuerContext,
  made: (wrong: NonNullable<IssuerDeviation['changes']['statusList']>) => {
    readonly reply: Reply
    readonly events: readonly EventDraft[]
  },
): Pick<Decision, 'deviating'> {
  const deviation = issuer.session && deviationOf(issuer.session)
  const wrong = deviation?.changes.statusList
  return deviation && wrong ? { deviating: { deviation: deviationName(deviation), ...made(wrong) } } : {}
}

const vary: HeaderField = ['Vary', 'Accept']

function replyOf(form: keyof typeof statusListTypes, token: string | Uint8Array): Reply {
  if (typeof token === 'string') return textReply(200, statusListTypes[form], token, [vary])
  const reply = bytesReply(200, statusListTypes[form], token)
  return { ...reply, headers: [...reply.headers, vary] }
}

const notFound = jsonReply(404, {
  error: 'status_not_found',
  error_description: 'This issuer has no status list here.',
})
