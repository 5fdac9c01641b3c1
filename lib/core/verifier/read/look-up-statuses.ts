import type { RequestContext } from '../../engine/endpoints/request-context'
import { seekerInSession } from '../../engine/sessions/load-session'
import type { PresentationInput, PresentationReading } from '../../shared/formats/reading-of-presentation'
import { httpsUrl } from '../../shared/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import type { SessionId } from '../../shared/ports/ids'
import type { FetchError, FetchedDocument } from '../../shared/ports/ports'
import type { PresentationSession } from '../../shared/ports/store-types'
import {
  readStatusListToken,
  type StatusListProblem,
  type StatusListTokenReading,
} from '../../shared/status/read-status-list-token'
import { statusAt } from '../../shared/status/status-bits'
import { groupBy } from '../../shared/values/collections'
import { isOwnHost } from './response/credential-issuers'

/**
 * Why a list was not read. `no_reference`: the credential has no usable reference. `credential_not_valid`: validity
 * comes first, TSL14-8.3. `not_fetched`: the installation contacts no other host.
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

/** Result of a status lookup for one credential. */
export type StatusLookup =
  | { readonly read: false; readonly because: StatusUnread }
  | {
      readonly read: true
      /** The session whose issuer owns the list; `null` for a foreign list. */
      readonly ownSession: SessionId | null
      readonly problems: readonly StatusListProblem[]
      /** `null` if out of range or unreadable. */
      readonly value: number | null
    }

/** A fetched list. */
export interface StatusListFetch {
  readonly uri: string
  readonly own: boolean
  /** `null` without a response. */
  readonly status: number | null
  /** `null` for a valid list. */
  readonly error: StatusUnread | StatusListProblem | null
}

/**
 * Maximum lists read per response. They are fetched in parallel, so a response waits as long as for one document: the
 * guarded fetch's limit from name lookup to last byte.
 */
const listsMax = 4

/** A credential with its status reference. */
interface Referenced {
  readonly index: number
  readonly uri: string
  readonly valid: boolean
  readonly key: Readonly<Record<string, unknown>> | null
}

type ReadList =
  | { readonly read: false; readonly because: StatusUnread; readonly status: number | null; readonly own: boolean }
  | { readonly read: true; readonly ownSession: SessionId | null; readonly token: StatusListTokenReading }

/** Lookups of each presentation, one per credential, and the lists read for them. */
interface LookedUp {
  readonly statuses: readonly (readonly StatusLookup[])[]
  readonly fetches: readonly StatusListFetch[]
}

/** Context of a lookup: a list is trusted by the same anchors as its credentials. */
type StatusContext = RequestContext & Pick<PresentationInput, 'readCertificates'>

/**
 * Looks up the status of presented credentials. Our own lists are always read, without a request, because a session
 * that asks a credential back needs them. Foreign lists are fetched if session and installation allow it. The
 * credential comes first: its list is read only if it is valid.
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
  /** Cached per URI and key: a list verified under one issuer's key says nothing about another. */
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

/** One per URL, with the problem that any of its credentials found. */
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

/** The list at a URL, and its owner. */
type FoundList = Awaited<ReturnType<typeof findList>>

async function findList(
  uri: string,
  session: PresentationSession,
  { exchange, ports, settings, collaborators }: StatusContext,
) {
  const own = await collaborators.ownStatusList(uri, { at: exchange.at, ports, baseUrl: settings.baseUrl })
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
