import type { DecidedEffect } from '../../../engine/endpoints/endpoint'
import type { Refusal } from '../../../engine/endpoints/refusal'
import type { CredentialType } from '../../../ground/formats/credential-format'
import { digestOf } from '../../../ground/ports/digests'
import { invariant } from '../../../ground/ports/errors'
import type { Random } from '../../../ground/ports/ports'
import type { OneTimeValue } from '../../../ground/ports/store-types'
import type { JsonObject } from '../../../ground/values/json'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import {
  type StatusPlace,
  statusEntriesMax,
  statusListOf,
  statusListSize,
  statusListUri,
} from '../../configurations/laboratory/status-lists'
import { statusEntries, statusesDetail } from '../../read/status/status-entries'

/** Indexes that are drawn for one credential before it is given up: with so few entries, all of them fail never. */
const drawsMax = 64

/** The refusal of credentials for which the session has no entries left; no check decides that. */
export const noStatusLeft = {
  error: 'credential_request_denied',
  description: `A session gives at most ${statusEntriesMax} credentials a status: create another session, or one without laboratory.status.`,
} as const satisfies Pick<Refusal, 'error' | 'description'>

/** Whether credentials for so many keys get a status, or none of the issuer has one. Throws StoreUnavailable. */
export async function hasStatusesLeft({ issuer, ports }: IssuerContext, keys: number): Promise<boolean> {
  const { session } = issuer
  if (issuer.options.status === null || session === null) return true
  return statusEntries(await ports.store.events(session.sessionId)).length + Math.max(1, keys) <= statusEntriesMax
}

/** What credentials need to refer to a status list. */
export interface NewStatuses {
  /** The `status` of each credential; nothing without lists. */
  readonly claims: readonly JsonObject[]
  /** Members of the event that tells of the credentials. */
  readonly detail: JsonObject
  /** Reserves the places: nobody else gets one of them. */
  readonly effects: readonly DecidedEffect[]
}

/**
 * Draws a place in the status list for each of so many credentials: random, and no other credential's. Nothing at an issuer
 * without lists.
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

/** Each index is as likely as any other: their number is a power of two. */
const randomIndex = (random: Random): number =>
  random(4).reduce((number, byte) => number * 256 + byte, 0) % statusListSize
