import type { DecidedEffect, Decision } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../ground/http/exchange'
import type { Session } from '../../ground/ports/store-types'
import { addSeconds } from '../../ground/time/time'
import { type ReadResource, readOfNone, readOfSession, readsOnRecord } from './read-of-session'

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
