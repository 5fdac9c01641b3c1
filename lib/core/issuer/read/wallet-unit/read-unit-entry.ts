import type { RequestContext } from '../../../engine/endpoints/request-context'
import { seekerInSession } from '../../../engine/sessions/load-session'
import { httpsUrl } from '../../../shared/formats/sd-jwt-vc/issuer-metadata/read-issuer-metadata'
import type { SessionId } from '../../../shared/ports/ids'
import { readStatusListToken } from '../../../shared/status/read-status-list-token'
import { statusAt, statusName } from '../../../shared/status/status-bits'
import { laboratoryWithId } from '../../configurations/find-issuer'
import { type EntryResult, hostsUnitLists, unitListAt } from '../../configurations/laboratory/wallet-unit-lists'
import type { StatusReference } from './status-reference'
import { isUnitIndex, revokedIndexes } from './wallet-unit-history'

/**
 * Reads one entry: of our own lists without a request, of others over the guarded client if the installation fetches
 * status lists. Never throws but StoreUnavailable.
 * @see TS3-2.4.3, TSL14-8.3
 */
export async function readUnitEntry(
  { index, uri }: StatusReference,
  sessionId: SessionId,
  { exchange, ports, settings }: Pick<RequestContext, 'exchange' | 'ports' | 'settings'>,
): Promise<EntryResult> {
  const own = unitListAt(uri, settings.baseUrl)
  if (own !== null) {
    const issuer = await laboratoryWithId(own.labId, { at: exchange.at, baseUrl: settings.baseUrl, ports })
    if (issuer === null || issuer.session === null || !hostsUnitLists(issuer.options) || !isUnitIndex(index))
      return 'unreachable'
    const { sessionId: ofList } = issuer.session
    const entries = revokedIndexes(await ports.store.events(ofList), { sessionId: ofList, ports })
    return entries.some((entry) => entry.list === own.list && entry.index === index) ? 'invalid' : 'valid'
  }
  if (ports.fetchStatusList === null) return 'not_fetched'
  const url = httpsUrl(uri)
  if (url === null || url.host === new URL(settings.baseUrl).host) return 'unreachable'
  const document = await ports.fetchStatusList(url.href, await seekerInSession(sessionId, { exchange, ports }))
  if (!document.answered || document.status !== 200) return 'unreachable'
  const { list, problems } = await readStatusListToken(document.body, {
    uri,
    now: exchange.at,
    readCertificates: ports.trustAnchors('wallet'),
    verifySignature: ports.verifySignature,
    inflate: ports.zlib.inflate,
    credentialKey: null,
  })
  // Whether its signer is trusted is told apart from what it says, as with the attestation.
  if (list === null || problems.some((problem) => problem !== 'untrusted')) return 'unreachable'
  const value = statusAt(list.bytes, { bits: list.bits, index })
  return value === null ? 'unreachable' : (statusName(value) ?? 'other')
}
