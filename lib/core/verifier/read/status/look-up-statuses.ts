import type { RequestContext } from '../../../engine/endpoints/request-context'
import type { PresentationInput, PresentationReading } from '../../../ground/formats/reading-of-presentation'
import { httpsUrl } from '../../../ground/formats/sd-jwt-vc/issuer-metadata/issuer-metadata-url'
import type { SessionId } from '../../../ground/ports/ids'
import type { FetchedDocument } from '../../../ground/ports/ports'
import type { PresentationSession } from '../../../ground/ports/store-types'
import { readStatusListToken } from '../../../ground/status/read-status-list-token'
import { statusAt } from '../../../ground/status/status-bits'
import type { StatusListTokenReading } from '../../../ground/status/status-list-token-reading'
import { isOwnHost } from '../response/own-host'
import type { StatusListFetch, StatusLookup, StatusUnread } from './status-lookup'

/** Maximum number of lists to read for one answer. */
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
  const lists = new Map<string, Promise<ReadList>>()
  const listOf = ({ uri, key }: Referenced): Promise<ReadList> => {
    const known = lists.get(uri)
    if (known !== undefined) return known
    if (lists.size >= listsMax) return Promise.resolve(unread('too_many_lists'))
    const reading = readList(uri, key, session, context)
    lists.set(uri, reading)
    return reading
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
  const statuses: StatusLookup[][] = []
  for (const reading of readings) {
    const ofReading: StatusLookup[] = []
    for (const referenced of referencesOf(reading)) ofReading.push(await lookUp(referenced))
    statuses.push(ofReading)
  }
  const fetches = await Promise.all(
    [...lists].map(async ([uri, list]): Promise<StatusListFetch> => {
      const read = await list
      return read.read
        ? { uri, own: read.ownSession !== null, status: 200, error: read.token.problems[0] ?? null }
        : { uri, own: read.own, status: read.status, error: read.because }
    }),
  )
  return { statuses, fetches: session.options.check_status ? fetches : [] }
}

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

async function readList(
  uri: string,
  credentialKey: Referenced['key'],
  session: PresentationSession,
  { exchange, ports, settings, neighbours, readCertificates }: StatusContext,
): Promise<ReadList> {
  const own = await neighbours.ownStatusList(uri, { at: exchange.at, ports, baseUrl: settings.baseUrl })
  const document = own?.document ?? (await fetchForeign(uri, session, { ports, settings }))
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
  { options }: PresentationSession,
  { ports, settings }: Pick<RequestContext, 'ports' | 'settings'>,
): Promise<FetchedDocument | StatusUnread> {
  const { fetchStatusList } = ports
  if (!options.check_status || fetchStatusList === null) return 'not_fetched'
  const url = httpsUrl(uri)
  if (url === null) return 'not_https'
  return isOwnHost(url.href, settings.baseUrl) ? 'own_host' : fetchStatusList(url.href)
}
