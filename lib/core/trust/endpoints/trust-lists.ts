import { judged } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { isListAlias, readListAlias } from '../../engine/sessions/list-alias'
import { sessionByTrustId } from '../../engine/sessions/session-trust'
import type { Session } from '../../shared/ports/store-types'
import type { ListScope } from '../../shared/trust/lists/make/list-content'
import type { ListChanges } from '../../shared/trust/lists/make/sign-list'
import { isTrustListName, type TrustListName, trustListNames } from '../../shared/trust/lists/profiles'
import { notFoundReply } from './documents'
import {
  countRecordedReads,
  findReaderSession,
  type ReaderSession,
  recordClientRead,
  recordSessionRead,
  unrecordedRead,
} from './reads'
import { type ServedList, servedList } from './served-list'

const noSuchList = `No list has this name: they are ${trustListNames.join(', ')}, each with .jwt at its end.`
const noSuchSession = 'No session on record has these lists.'
const noSuchAlias = 'An alias has 16 to 32 lower-case letters and digits.'

/** The list named in the last path segment; `null` for none. */
function listNamed(file: string | undefined): TrustListName | null {
  const [, name = ''] = /^([a-z-]{1,60})\.jwt$/.exec(file ?? '') ?? []
  return isTrustListName(name) ? name : null
}

/** A requested list, with the session that records the read; a text says what is missing. */
type ListReading =
  | string
  | {
      readonly list: TrustListName
      readonly scope: ListScope
      /** The session that the list belongs to. */
      readonly session: Session | null
      readonly onRecord: number
      /** The reader of a list that belongs to no session. */
      readonly reader: ReaderSession | null
      readonly served: ServedList
    }

async function readList(
  list: TrustListName,
  scope: ListScope,
  session: Session | null,
  context: RequestContext,
): Promise<ListReading> {
  const [served, onRecord, reader] = await Promise.all([
    servedList(list, scope, context, await wrongList(list, session, context)),
    session === null ? 0 : countRecordedReads(session, context.ports),
    session === null ? findReaderSession(context) : null,
  ])
  return { list, scope, session, onRecord, reader, served }
}

/** Deliberate errors of a list read in a session. */
async function wrongList(
  list: TrustListName,
  session: Session | null,
  { collaborators, ports }: RequestContext,
): Promise<ListChanges> {
  if (session === null) return {}
  return collaborators.wrongTrust(session, await ports.trustKeys()).lists?.[list] ?? {}
}

const listEndpoint = (read: (context: RequestContext) => Promise<ListReading>) =>
  judged<ListReading>({
    read,
    checks: () => [],
    decide: (reading) => {
      if (typeof reading === 'string') return unrecordedRead(notFoundReply(reading))
      const { list, scope, session, onRecord, reader, served } = reading
      const { reply, effects, sequence, earlier } = served
      const read = {
        resource: 'list',
        name: list,
        ...(sequence === null ? {} : { sequence }),
        ...(earlier === undefined ? {} : { earlier }),
      } as const
      if (session === null) return recordClientRead(reader, { reply, effects, read })
      const by = scope.kind === 'session' ? 'session' : 'alias'
      return recordSessionRead(session, { reply, effects, onRecord, read: { ...read, by } })
    },
  })

/**
 * `GET /trust/lists/{list}.jwt`: an installation list. Readers name no session, so reads are only inferred.
 * @see E602-6
 */
export const getTrustList = listEndpoint(async (context) => {
  const list = listNamed(context.params.file)
  return list === null ? noSuchList : readList(list, { kind: 'installation' }, null, context)
})

/** `GET /trust/s/{trustId}/lists/{list}.jwt`: a list of one session. Reads are recorded there. @see E602-6 */
export const getSessionTrustList = listEndpoint(async (context) => {
  const { trustId = '', file } = context.params
  const list = listNamed(file)
  if (list === null) return noSuchList
  const session = await sessionByTrustId(trustId, context.ports)
  return session === null ? noSuchSession : readList(list, { kind: 'session', trustId }, session, context)
})

/**
 * `GET /trust/a/{alias}/lists/{list}.jwt`: the list of the newest live session with this alias, otherwise the
 * installation's. Reads are recorded in that session; nothing is stored for an alias without sessions.
 * @see E602-6
 */
export const getAliasTrustList = listEndpoint(async (context) => {
  const { alias = '', file } = context.params
  const { exchange, ports } = context
  const list = listNamed(file)
  if (list === null) return noSuchList
  if (!isListAlias(alias)) return noSuchAlias
  const { standing, sessions } = await readListAlias(alias, ports)
  const live = sessions.find(({ until }) => until > exchange.at)
  const session = live === undefined ? null : await ports.store.session(live.id)
  const scope: ListScope = standing === null ? { kind: 'installation' } : { kind: 'alias', alias }
  return readList(list, scope, session, context)
})
