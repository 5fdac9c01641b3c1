import { judged } from '../../engine/endpoints/endpoint'
import { sessionByTrustId } from '../../engine/sessions/session-trust'
import type { Reply } from '../../shared/http/exchange'
import { digestOf } from '../../shared/ports/digests'
import type { Session } from '../../shared/ports/store-types'
import { statusListTypes } from '../../shared/status/status-list-token'
import { registrationStatusList } from '../../shared/trust/registration/registration-status-list'
import { trustAddress } from '../../shared/trust/trust-addresses'
import { cachedReply, notFoundReply, unavailableReply } from './documents'
import { countRecordedReads, recordSessionRead, unrecordedRead } from './reads'

/** `null` for a session without such a list. */
type StatusReading = { readonly session: Session; readonly onRecord: number; readonly reply: Reply } | null

/** Whether one of our registration certificates refers to the session's list; a laboratory's may at any time. */
const hasList = (session: Session): boolean =>
  session.kind === 'issuance' || (session.options.trust?.registration?.status_index ?? null) !== null

/** Indexes of a session's registration certificates. */
function indexesOf(session: Session): readonly number[] {
  const index = session.options.trust?.registration?.status_index
  return index == null ? [] : [index]
}

/**
 * `GET /trust/s/{trustId}/status.jwt`: the status list of one session's registration certificates. Reads are recorded
 * there.
 * @see E475-6.2.6.2, TSL14-8.1
 */
export const getRegistrationStatusList = judged<StatusReading>({
  async read({ exchange, params: { trustId = '' }, ports, settings: { baseUrl }, collaborators }) {
    const session = await sessionByTrustId(trustId, ports)
    if (session === null || !hasList(session)) return null
    const uri = trustAddress.sessionStatusList(baseUrl, trustId)
    const keys = await ports.trustKeys()
    const { status: wrong = {}, revoked: isRevoked } = collaborators.wrongTrust(session, keys)
    const onRecord = await countRecordedReads(session, ports)
    if (wrong.unreachable) return { session, onRecord, reply: unavailableReply() }
    const revoked = isRevoked ? indexesOf(session) : []
    const text = registrationStatusList(
      { uri, revoked, now: exchange.at },
      { signer: keys.registrarStatus, zlib: ports.zlib, wrong },
    )
    // Without the signature, which differs each time.
    const version = digestOf(text.slice(0, text.lastIndexOf('.')), ports.sha256)
    const reply = cachedReply({ mediaType: statusListTypes.jwt, text, version }, exchange)
    return { session, onRecord, reply }
  },
  checks: () => [],
  decide: (reading) => {
    if (reading === null) return unrecordedRead(notFoundReply('No session on record has a status list here.'))
    const { session, onRecord, reply } = reading
    return recordSessionRead(session, {
      reply,
      onRecord,
      read: { resource: 'status', name: 'registration', by: 'session' },
    })
  },
})
