import { z } from 'zod'
import { operatorChallenges } from '../../ground/http/reply'
import { digestOf } from '../../ground/ports/digests'
import { ProtocolError } from '../../ground/ports/errors'
import { isUuid, type SessionId, sessionId } from '../../ground/ports/ids'
import type { Asker } from '../../ground/ports/places'
import type { Ports } from '../../ground/ports/ports'
import type { Effect, Session, StandingValue } from '../../ground/ports/store-types'
import { type EpochMillis, epochMillis } from '../../ground/time/time'

/** A lasting address of lists, for wallets that are built with one. */
export const zListAlias = z.string().regex(/^[a-z0-9]{16,32}$/)

/** Whether a text has the form of an alias. */
export const isListAlias = (text: string): boolean => zListAlias.safeParse(text).success

/** Live sessions that an alias remembers. */
const sessionsMax = 20

const zLed = z.object({
  sessions: z.array(z.object({ id: z.string(), until: z.number() })),
  /** Absent in what was stored before it was kept: then nobody can tell that a stranger began it. */
  by_operator: z.boolean().default(true),
})

/** What an alias leads to. */
interface ListAlias {
  readonly standing: StandingValue | null
  /** Whether the operator token began it or took it over; false where nobody has it yet. */
  readonly byOperator: boolean
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
  return {
    standing,
    byOperator: standing !== null && (read.data?.by_operator ?? true),
    sessions: sessions.map(({ id, until }) => ({ id: sessionId(id), until: epochMillis(until) })),
  }
}

/**
 * Throws `unauthorized` where a stranger would take an alias of the operator's: wallets that read their lists there would get the
 * stranger's. Throws StoreUnavailable.
 */
export async function requireOwnAlias(
  alias: string | undefined,
  { ports, asker }: { readonly ports: Pick<Ports, 'store' | 'sha256'>; readonly asker: Asker },
): Promise<void> {
  if (alias === undefined || asker !== 'stranger') return
  if ((await readListAlias(alias, ports)).byOperator) throw operatorsOnly()
}

const operatorsOnly = (): ProtocolError =>
  new ProtocolError(
    'unauthorized',
    'This list_alias was begun or taken over with the operator token, or begun before that was kept: a session with it needs the token too, by the Bearer scheme or as the password of the Basic scheme. Choose another alias without it.',
    { pointer: '/list_alias' },
    operatorChallenges,
  )

/** Until when an alias leads to a session: as long as it, or the issuer that belongs to it, is served. */
const aliasEnd = (session: Session): EpochMillis =>
  session.kind === 'issuance' && session.laboratory !== undefined
    ? epochMillis(Math.max(session.expiresAt, session.laboratory.until))
    : session.expiresAt

/**
 * Lets an alias lead to a new session. What the operator token begins, or takes over from strangers, is the operator's as long as it
 * stands: it leads to no stranger's session any more. Lost if another session took the alias at the same time: then decide again.
 * Throws as `requireOwnAlias`.
 */
export async function joinListAlias(
  session: Session,
  {
    at,
    ports,
    asker,
  }: { readonly at: EpochMillis; readonly ports: Pick<Ports, 'store' | 'sha256'>; readonly asker: Asker },
): Promise<Extract<Effect, { type: 'replace' }>[]> {
  const { list_alias: alias } = session.options
  if (alias === undefined) return []
  const { standing, byOperator, sessions } = await readListAlias(alias, ports)
  if (byOperator && asker === 'stranger') throw operatorsOnly()
  const isTakenOver = asker === 'operator' && !byOperator
  const live = isTakenOver ? [] : sessions.filter(({ until }) => until > at)
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
        data: {
          sessions: all.map(({ id, until }) => ({ id, until })),
          by_operator: byOperator || isTakenOver,
        },
      },
    },
  ]
}
