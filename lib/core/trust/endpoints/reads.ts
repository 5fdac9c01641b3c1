import type { DecidedEffect, Decision, EventDraft } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../ground/http/exchange'
import type { Ports } from '../../ground/ports/ports'
import type { Session, StoredEvent } from '../../ground/ports/store-types'
import { addSeconds } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'

/** Reads of trust resources that are recorded of each session. Whoever saw a certificate knows the addresses. */
const readsRecordedMax = 200

/** A release that was served before. */
export interface EarlierRelease {
  readonly sequence: number
  readonly valid: boolean
}

/** What was read. */
export interface ReadResource {
  readonly resource: 'list' | 'status' | 'crl' | 'register' | 'ca'
  readonly name: string
  readonly sequence?: number
  /** Of a list that is wrong on purpose: the release that was served before, and whether it is still valid. */
  readonly earlier?: EarlierRelease
  /** Whose address it has; `client`: the installation's, and the session was found by who read. */
  readonly by: 'session' | 'alias' | 'client'
}

const types = ['trust_resource_read', 'vp_trust_resource_read'] as const

const isRead = ({ type }: Pick<StoredEvent, 'type'>): boolean => types.some((one) => one === type)

/** How many reads of a session are on record. Throws StoreUnavailable. */
export const readsOnRecord = async (
  { sessionId }: Pick<Session, 'sessionId'>,
  { store }: Pick<Ports, 'store'>,
): Promise<number> => (await store.events(sessionId)).filter(isRead).length

/**
 * Answers a read of a resource that belongs to a session, and records it there: the first reads whole, of the others how many
 * they are.
 */
export function readOfSession(
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

/** With names of its own for what was before. */
const detailOf = ({ earlier, ...read }: ReadResource): JsonObject => ({
  ...read,
  ...(earlier === undefined ? {} : { earlier_sequence: earlier.sequence, earlier_valid: earlier.valid }),
})

/** Answers what concerns no session: nothing is recorded of it but what has to be kept for the next answer. */
export const readOfNone = (reply: Reply, effects: readonly DecidedEffect[] = []): Decision => ({
  reply,
  sessionId: null,
  events: [],
  effects,
  firstRequests: { kind: 'trust', onRecord: 0, max: 0 },
})

/** How long after a request in a session its client reads because of it, in seconds. */
const nearSeconds = 60

/** The session that somebody reads in who names none, and how many reads are on record there. */
export interface ReaderSession {
  readonly session: Session
  readonly onRecord: number
}

/**
 * The session in which a client reads a document of the installation: the one session that it was in shortly before, if that is
 * under the European framework. `null` if there are several, for then nothing tells which, or if a proxy makes clients
 * indistinguishable. Throws StoreUnavailable.
 */
export async function sessionOfReader({
  client,
  clientHidden,
  exchange: { at },
  ports,
}: Pick<RequestContext, 'client' | 'clientHidden' | 'exchange' | 'ports'>): Promise<ReaderSession | null> {
  if (clientHidden) return null
  const id = await ports.store.soleSession({ client, from: addSeconds(at, -nearSeconds), to: at })
  const session = id === null ? null : await ports.store.session(id)
  if (session?.options.trust_framework !== 'eu') return null
  return { session, onRecord: await readsOnRecord(session, ports) }
}

/** Answers a read of a document of the installation, and records it as inferred in the session of its reader, if there is one. */
export const readOfClient = (
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
    ? readOfNone(reply, effects)
    : readOfSession(reader.session, { reply, effects, onRecord: reader.onRecord, read: { ...read, by: 'client' } })
