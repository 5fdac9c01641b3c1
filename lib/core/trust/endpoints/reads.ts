import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import type { Decision } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../shared/http/exchange'
import type { Ports } from '../../shared/ports/ports'
import type { Session, StoredEvent } from '../../shared/ports/store-types'
import { addSeconds } from '../../shared/time/time'
import type { JsonObject } from '../../shared/values/json'

/** Most trust resource reads to record per session; the addresses are known to everyone who saw a certificate. */
const readsRecordedMax = 200

/** A previously served release. */
export interface EarlierRelease {
  readonly sequence: number
  readonly valid: boolean
}

/** What was read. */
export interface ReadResource {
  readonly resource: 'list' | 'status' | 'crl' | 'register' | 'ca'
  readonly name: string
  readonly sequence?: number
  /** For a deliberately wrong list: the release served before, and whether it is still valid. */
  readonly earlier?: EarlierRelease
  /** Whose address it has; `client`: the installation's, with the session inferred from the reader. */
  readonly by: 'session' | 'alias' | 'client'
}

const types = ['trust_resource_read', 'vp_trust_resource_read'] as const

const isRead = ({ type }: Pick<StoredEvent, 'type'>): boolean => types.some((one) => one === type)

/** Number of recorded reads of a session. Throws StoreUnavailable. */
export const countRecordedReads = async (
  { sessionId }: Pick<Session, 'sessionId'>,
  { store }: Pick<Ports, 'store'>,
): Promise<number> => (await store.events(sessionId)).filter(isRead).length

/** Answers a read of a session's resource and records it: the first reads completely, further ones as a count. */
export function recordSessionRead(
  session: Session,
  {
    reply,
    read,
    onRecord,
    effects = [],
  }: {
    readonly reply: Reply
    readonly read: ReadResource
    readonly onRecord: number
    readonly effects?: readonly DecidedEffect[]
  },
): Decision {
  const type = session.kind === 'issuance' ? 'trust_resource_read' : 'vp_trust_resource_read'
  const event = (more: { readonly further?: number } = {}): EventDraft => ({
    type,
    detail: { ...detailOf(read), ...more },
  })
  return {
    reply,
    sessionId: session.sessionId,
    events: [event()],
    effects,
    ...(read.by === 'session' ? {} : { correlation: 'inferred' }),
    firstRequests: {
      kind: `trust/${session.sessionId}`,
      onRecord,
      max: readsRecordedMax,
      beyond: (count) => event({ further: count }),
    },
  }
}

/** Renames the members for the previous release. */
const detailOf = ({ earlier, ...read }: ReadResource): JsonObject => ({
  ...read,
  ...(earlier === undefined ? {} : { earlier_sequence: earlier.sequence, earlier_valid: earlier.valid }),
})

/** Answers a read that belongs to no session, recording only what the next response needs. */
export const unrecordedRead = (reply: Reply, effects: readonly DecidedEffect[] = []): Decision => ({
  reply,
  sessionId: null,
  events: [],
  effects,
  firstRequests: { kind: 'trust', onRecord: 0, max: 0 },
})

/** Seconds after a request in a session within which its client's reads belong to it. */
const nearSeconds = 60

/** The inferred session of a reader, with its number of recorded reads. */
export interface ReaderSession {
  readonly session: Session
  readonly onRecord: number
}

/**
 * The session in which a client reads an installation document: the only session that it recently used, if that is
 * under the European framework. `null` if there are several, or if a proxy makes clients indistinguishable. Throws
 * StoreUnavailable.
 */
export async function findReaderSession({
  client,
  clientHidden,
  exchange: { at },
  ports,
}: Pick<RequestContext, 'client' | 'clientHidden' | 'exchange' | 'ports'>): Promise<ReaderSession | null> {
  if (clientHidden) return null
  const id = await ports.store.soleSession({ client, from: addSeconds(at, -nearSeconds), to: at })
  const session = id === null ? null : await ports.store.session(id)
  if (session?.options.trust_framework !== 'eu') return null
  return { session, onRecord: await countRecordedReads(session, ports) }
}

/** Answers a read of an installation document and records it, as inferred, in the reader's session if there is one. */
export const recordClientRead = (
  reader: ReaderSession | null,
  {
    reply,
    read,
    effects = [],
  }: {
    readonly reply: Reply
    readonly read: Omit<ReadResource, 'by'>
    readonly effects?: readonly DecidedEffect[]
  },
): Decision =>
  reader === null
    ? unrecordedRead(reply, effects)
    : recordSessionRead(reader.session, { reply, effects, onRecord: reader.onRecord, read: { ...read, by: 'client' } })
