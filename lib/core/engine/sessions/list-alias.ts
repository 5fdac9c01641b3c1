import { z } from 'zod'
import { digestOf } from '../../ground/ports/digest-of'
import { isUuid, type SessionId, sessionId } from '../../ground/ports/ids'
import type { Ports } from '../../ground/ports/ports'
import type { Effect, Session, StandingValue } from '../../ground/ports/store-types'
import { type EpochMillis, epochMillis } from '../../ground/time/time'

/** A lasting address of lists, for wallets that are built with one. */
export const zListAlias = z.string().regex(/^[a-z0-9]{16,32}$/)

/** Whether a text has the form of an alias. */
export const isListAlias = (text: string): boolean => zListAlias.safeParse(text).success

/** Live sessions that an alias remembers. */
const sessionsMax = 20

const zLed = z.object({ sessions: z.array(z.object({ id: z.string(), until: z.number() })) })

/** What an alias leads to. */
interface ListAlias {
  readonly standing: StandingValue | null
  /** Sessions, newest first. */
  readonly sessions: readonly { readonly id: SessionId; readonly until: EpochMillis }[]
}

/** Reads what an alias leads to; nothing for one that no session had. Throws StoreUnavailable. */
export async function readListAlias(
  alias: string,
  { store, sha256 }: Pick<Ports, 'store' | 'sha256'>,
): Promise<ListAlias> {
  const standing = await store.standingValue('list_alias', digestOf(alias, sha256))
  const read = zLed.safeParse(standing?.data)
  const sessions = (read.data?.sessions ?? []).filter(({ id }) => isUuid(id))
  return { standing, sessions: sessions.map(({ id, until }) => ({ id: sessionId(id), until: epochMillis(until) })) }
}

/** Until when an alias leads to a session: as long as it, or the issuer that belongs to it, is served. */
const aliasEnd = (session: Session): EpochMillis =>
  session.kind === 'issuance' && session.laboratory !== undefined
    ? epochMillis(Math.max(session.expiresAt, session.laboratory.until))
    : session.expiresAt

/** Lets an alias lead to a new session. Lost if another session took the alias at the same time: then decide again. */
export async function joinListAlias(
  session: Session,
  { at, ports }: { readonly at: EpochMillis; readonly ports: Pick<Ports, 'store' | 'sha256'> },
): Promise<Extract<Effect, { type: 'replace' }>[]> {
  const { list_alias: alias } = session.options
  if (alias === undefined) return []
  const { standing, sessions } = await readListAlias(alias, ports)
  const live = sessions.filter(({ until }) => until > at)
  const all = [{ id: session.sessionId, until: aliasEnd(session) }, ...live].slice(0, sessionsMax)
  const replaces = standing?.version ?? 0
  return [
    {
      type: 'replace',
      replaces,
      value: {
        kind: 'list_alias',
        digest: digestOf(alias, ports.sha256),
        version: replaces + 1,
        changedAt: at,
        data: { sessions: all.map(({ id, until }) => ({ id, until })) },
      },
    },
  ]
}
