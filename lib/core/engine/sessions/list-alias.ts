import { z } from 'zod'
import { operatorChallenges } from '../../shared/http/reply'
import { digestOf } from '../../shared/ports/digests'
import { ProtocolError } from '../../shared/ports/errors'
import { isUuid, type SessionId, sessionId } from '../../shared/ports/ids'
import type { Asker } from '../../shared/ports/places'
import type { Ports } from '../../shared/ports/ports'
import type { Effect, Session, StandingValue } from '../../shared/ports/store-types'
import { type EpochMillis, epochMillis } from '../../shared/time/time'

/** A lasting address of lists, for wallets with a fixed configuration. */
export const zListAlias = z.string().regex(/^[a-z0-9]{16,32}$/)

/** True for a text in the form of an alias. */
export const isListAlias = (text: string): boolean => zListAlias.safeParse(text).success

/** Most live sessions per alias. */
const sessionsMax = 20

const zLed = z.object({
  sessions: z.array(z.object({ id: z.string(), until: z.number() })),
  /** Absent in older records: treated as the operator's, because nobody can tell that a stranger created it. */
  by_operator: z.boolean().default(true),
})

/** The sessions behind an alias. */
interface ListAlias {
  readonly standing: StandingValue | null
  /** Created or taken over with the operator token; false without one. */
  readonly byOperator: boolean
  /** Sessions, newest first. */
  readonly sessions: readonly { readonly id: SessionId; readonly until: EpochMillis }[]
}

/** Reads the sessions of an alias; empty if it is unused. Throws StoreUnavailable. */
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
 * Throws `unauthorized` if a stranger would take over an alias of the operator, whose wallets would then read the
 * stranger's lists. Throws StoreUnavailable.
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

/** How long an alias refers to a session: while the session, or its own issuer, is served. */
const aliasEnd = (session: Session): EpochMillis =>
  session.kind === 'issuance' && session.laboratory !== undefined
    ? epochMillis(Math.max(session.expiresAt, session.laboratory.until))
    : session.expiresAt

/**
 * Adds a new session to an alias. An alias created or taken over with the operator token stays the operator's and no
 * longer refers to strangers' sessions. Lost if another session joined at the same time: then decide again. Throws like
 * `requireOwnAlias`.
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
