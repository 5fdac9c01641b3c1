import type { RequestContext } from '../../engine/endpoints/request-context'
import { seekerInSession } from '../../engine/sessions/load-session'
import type { PresentationInput, PresentationReading } from '../../ground/formats/reading-of-presentation'
import { httpsUrl } from '../../ground/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import type { SessionId } from '../../ground/ports/ids'
import type { FetchError, FetchedDocument } from '../../ground/ports/ports'
import type { PresentationSession } from '../../ground/ports/store-types'
import {
  readStatusListToken,
  type StatusListProblem,
  type StatusListTokenReading,
} from '../../ground/status/read-status-list-token'
import { statusAt } from '../../ground/status/status-bits'
import { groupBy } from '../../ground/values/collections'
import { isOwnHost } from './response/credential-issuers'

/**
 * Why a list was not read. `no_reference`: the credential names none that could be. `credential_not_valid`: that is looked at
 * first. TSL14-8.3 `not_fetched`: the installation asks no other host.
 */
export type StatusUnread =
  | FetchError
  | 'no_reference'
  | 'credential_not_valid'
  | 'not_fetched'
  | 'too_many_lists'
  | 'not_https'
  | 'redirected'
  | 'status_not_200'

/** What a status list says of one credential. */
export type StatusLookup =
  | { readonly read: false; readonly because: StatusUnread }
  | {
      readonly read: true
      /** The session whose issuer has the list; `null` for a list of somebody else. */
      readonly ownSession: SessionId | null
      readonly problems: readonly StatusListProblem[]
      /** `null` where the list does not reach so far, or could not be read. */
      readonly value: number | null
    }

/** A list that was asked for. */
export interface StatusListFetch {
  readonly uri: string
  readonly own: boolean
  /** `null` when nothing was answered. */
  readonly status: number | null
  /** What came of it; `null` for a list that is as it should be. */
  readonly error: StatusUnread | StatusListProblem | null
}

/**
 * Maximum number of lists to read for one answer. They are fetched side by side, so an answer waits no longer than for one
 * document: the time that the guarded fetch allows from the name lookup to the last byte.
 */
const listsMax = 4

/** A credential with what it refers to. */
interface Referenced {
  readonly index: number
  readonly uri: string
  readonly valid: boolean
  readonly key: Readonly<Record<string, unknown>> | null
}

type ReadList =
  | { readonly read: false; readonly because: StatusUnread; readonly status: number | null; readonly own: boolean }
  | { readonly read: true; readonly ownSession: SessionId | null; readonly token: StatusListTokenReading }

/** The lookups of each presentation, one for each credential in it, and the lists that were read for them. */
interface LookedUp {
  readonly statuses: readonly (readonly StatusLookup[])[]
  readonly fetches: readonly StatusListFetch[]
}

/** What a list is looked up with: whom its credentials are trusted by, it is trusted by too. */
type StatusContext = RequestContext & Pick<PresentationInput, 'readCertificates'>

/**
 * Looks up the status of presented credentials. Our own lists are read without a request, always: what a session that asks a
 * credential back has to know. Those of others are fetched where session and installation ask for it. The credential comes
 * first, and its list only if it is valid.
 * @see TSL14-8.3
 */
export async function lookUpStatuses(
  readings: readonly PresentationReading[],
  session: PresentationSession,
  context: StatusContext,
): Promise<LookedUp> {
  const documents = new Map<string, Promise<FoundList>>()
  const lists = new Map<string, { readonly uri: string; readonly read: Promise<ReadList> }>()
  const documentAt = (uri: string): Promise<FoundList> => {
    const document = documents.get(uri) ?? findList(uri, session, context)
    documents.set(uri, document)
    return document
  }
  /** The same list is another one for a credential with another key, which may have signed it. */
  const listOf = ({ uri, key }: Referenced): Promise<ReadList> => {
    const id = JSON.stringify([uri, key])
    const known = lists.get(id)
    if (known === undefined && lists.size >= listsMax) return Promise.resolve(unread('too_many_lists'))
    const list = known ?? { uri, read: readList(uri, key, documentAt(uri), context) }
    lists.set(id, list)
    return list.read
  }
  const lookUp = async (referenced: Referenced | null): Promise<StatusLookup> => {
    if (referenced === null) return { read: false, because: 'no_reference' }
    if (!referenced.valid) return { read: false, because: 'credential_not_valid' }
    const list = await listOf(referenced)
    if (!list.read) return { read: false, because: list.because }
    const { problems, list: held } = list.token
    const value = held && statusAt(held.bytes, { bits: held.bits, index: referenced.index })
    return { read: true, ownSession: list.ownSession, problems, value }
  }
  const statuses = await Promise.all(readings.map((reading) => Promise.all(referencesOf(reading).map(lookUp))))
  const fetches = await Promise.all(
    [...lists.values()].map(async ({ uri, read }): Promise<StatusListFetch> => {
      const list = await read
      return list.read
        ? { uri, own: list.ownSession !== null, status: 200, error: list.token.problems[0] ?? null }
        : { uri, own: list.own, status: list.status, error: list.because }
    }),
  )
  return { statuses, fetches: session.options.check_status ? ofEachAddress(fetches) : [] }
}

/** One for each address, with what is wrong for any credential. */
const ofEachAddress = (fetches: readonly StatusListFetch[]): StatusListFetch[] =>
  [...groupBy(fetches, ({ uri }) => uri).values()].flatMap(
    (same) => same.find(({ error }) => error !== null) ?? same[0] ?? [],
  )

function referencesOf(reading: PresentationReading): (Referenced | null)[] {
  if (reading.format === 'dc+sd-jwt') {
    const { statusList } = reading.status
    if (statusList === null || statusList.index === null || statusList.uri === null) return [null]
    const key = reading.issuerKey.resolved ? reading.issuerKey.jwk : null
    const valid = reading.issuerSignature.result === 'valid'
    return [{ index: statusList.index, uri: statusList.uri, valid, key }]
  }
  return reading.documents.map((document) => {
    const statusList = document.mso?.status.statusList ?? null
    if (statusList === null) return null
    const { x5chain, issuerSignature } = document
    const key = x5chain?.facts.readable ? x5chain.facts.certificates[0].publicJwk : null
    return { ...statusList, valid: issuerSignature.result === 'valid', key }
  })
}

const unread = (because: StatusUnread, more: { readonly status?: number; readonly own?: true } = {}): ReadList => ({
  read: false,
  because,
  status: more.status ?? null,
  own: more.own ?? false,
})

/** What is at the address of a list, and whose it is. */
type FoundList = Awaited<ReturnType<typeof findList>>

async function findList(
  uri: string,
  session: PresentationSession,
  { exchange, ports, settings, neighbours }: StatusContext,
) {
  const own = await neighbours.ownStatusList(uri, { at: exchange.at, ports, baseUrl: settings.baseUrl })
  const document = own?.document ?? (await fetchForeign(uri, session, { exchange, ports, settings }))
  return { own, document }
}

async function readList(
  uri: string,
  credentialKey: Referenced['key'],
  found: Promise<FoundList>,
  { exchange, ports, readCertificates }: StatusContext,
): Promise<ReadList> {
  const { own, document } = await found
  if (typeof document === 'string') return unread(document)
  const mine = own === null ? {} : ({ own: true } as const)
  if (!document.answered) return unread(document.error, mine)
  const { status, body } = document
  if (status !== 200)
    return unread(status >= 300 && status < 400 ? 'redirected' : 'status_not_200', { status, ...mine })
  const token = await readStatusListToken(body, {
    uri,
    now: exchange.at,
    readCertificates,
    verifySignature: ports.verifySignature,
    inflate: ports.zlib.inflate,
    credentialKey,
  })
  return { read: true, ownSession: own?.sessionId ?? null, token }
}

async function fetchForeign(
  uri: string,
  { options, sessionId }: PresentationSession,
  { exchange, ports, settings }: Pick<RequestContext, 'exchange' | 'ports' | 'settings'>,
): Promise<FetchedDocument | StatusUnread> {
  const { fetchStatusList } = ports
  if (!options.check_status || fetchStatusList === null) return 'not_fetched'
  const url = httpsUrl(uri)
  if (url === null) return 'not_https'
  if (isOwnHost(url.href, settings.baseUrl)) return 'own_host'
  return fetchStatusList(url.href, await seekerInSession(sessionId, { exchange, ports }))
}
