import type { SessionId } from '../../../ground/ports/ids'
import type { FetchedDocument, Ports } from '../../../ground/ports/ports'
import { statusListTypes } from '../../../ground/status/status-list-token'
import type { EpochMillis } from '../../../ground/time/time'
import { utf8 } from '../../../ground/values/base64url'
import { laboratoryWithId } from '../../configurations/find-issuer'
import { formatOfStatusList, statusListAt } from '../../configurations/laboratory/status-lists'
import { deviationOf } from '../../deviations'
import { buildStatusList } from './build-status-list'
import { statusEntries } from './status-entries'

type StatusListPorts = Pick<Ports, 'issuerKeys' | 'laboratoryKeys' | 'laboratorySessions' | 'sha256' | 'store' | 'zlib'>

/**
 * One of our own status lists as its address serves it at that time, without a request; `null` for an address that is none
 * of ours. Throws StoreUnavailable.
 */
export async function ownStatusList(
  uri: string,
  { at, ports, baseUrl }: { readonly at: EpochMillis; readonly ports: StatusListPorts; readonly baseUrl: string },
): Promise<{ readonly sessionId: SessionId | null; readonly document: FetchedDocument } | null> {
  const named = statusListAt(uri, baseUrl)
  if (named === null) return null
  const { labId, list } = named
  const issuer = await laboratoryWithId(labId, { at, baseUrl, ports })
  const status = issuer?.options.status ?? null
  if (issuer === null || issuer.session === null || status === null) return { sessionId: null, document: notFound }
  const { session } = issuer
  const { sessionId } = session
  const wrong = deviationOf(session)?.changes.statusList
  if (wrong?.notFound) return { sessionId, document: notFound }
  const usual = formatOfStatusList(list) === 'mso_mdoc' ? 'cwt' : 'jwt'
  const form = status.format === 'both' ? usual : status.format
  const entries = statusEntries(await ports.store.events(sessionId))
  const token = buildStatusList(issuer, { list, form, entries, now: at, zlib: ports.zlib, wrong })
  const body = typeof token === 'string' ? utf8(token) : token
  return {
    sessionId,
    document: { answered: true, status: 200, mediaType: statusListTypes[form], body, remembered: false },
  }
}

const notFound: FetchedDocument = {
  answered: true,
  status: 404,
  mediaType: null,
  body: new Uint8Array(),
  remembered: false,
}
