import { judged } from '../../engine/endpoints/endpoint'
import { sessionByTrustId } from '../../engine/sessions/session-trust'
import type { Reply } from '../../shared/http/exchange'
import type { Session } from '../../shared/ports/store-types'
import { addSeconds, startOfHour } from '../../shared/time/time'
import { authorityDocument, notFoundReply, publicDocument } from './documents'
import { countRecordedReads, recordSessionRead, unrecordedRead } from './reads'

/** Default lifetime of a list of trusted entities. */
const validSeconds = 24 * 60 * 60

/**
 * `GET /trust/crl/{ca}.crl`: the revocation list of an authority, always empty: revoked certificates are minted for one
 * session and refer to its list. RFC 5280 section 5
 */
export const getRevocationList = authorityDocument({
  ending: '.crl',
  resource: 'crl',
  make: async (role, authorities, { exchange }) => {
    const thisUpdate = startOfHour(exchange.at)
    const times = { thisUpdate, nextUpdate: addSeconds(thisUpdate, validSeconds) }
    const content = await authorities.revocationList(role, [], times)
    return { mediaType: 'application/pkix-crl', content }
  },
})

/** The access certificate of a session; `undefined` in a laboratory outside the framework. */
const accessCertificateOf = (session: Session): string | undefined =>
  (session.kind === 'presentation' ? session.requestSignerX5c : session.laboratory?.certificates.access)?.[0]

/** `null` if the address belongs to no session. */
type Reading = { readonly session: Session; readonly onRecord: number; readonly reply: Reply } | null

/**
 * `GET /trust/s/{trustId}/access.crl`: the revocation list named in one session's access certificate. Reads are
 * recorded there. RFC 5280 section 5
 */
export const getSessionRevocationList = judged<Reading>({
  async read(context) {
    const { exchange, params, ports, collaborators } = context
    const session = await sessionByTrustId(params.trustId ?? '', ports)
    if (session === null) return null
    const keys = await ports.trustKeys()
    const thisUpdate = startOfHour(exchange.at)
    const certificate = accessCertificateOf(session)
    const revoked =
      certificate !== undefined && collaborators.wrongTrust(session, keys).revokesAccess
        ? [{ certificate, at: session.createdAt }]
        : []
    const times = { thisUpdate, nextUpdate: addSeconds(thisUpdate, validSeconds) }
    const content = await keys.revocationList('access', revoked, times)
    const reply = publicDocument({ mediaType: 'application/pkix-crl', content }, context)
    return { session, onRecord: await countRecordedReads(session, ports), reply }
  },
  checks: () => [],
  decide: (reading) => {
    if (reading === null) return unrecordedRead(notFoundReply('No session on record has a revocation list here.'))
    const { session, onRecord, reply } = reading
    return recordSessionRead(session, { reply, onRecord, read: { resource: 'crl', name: 'access', by: 'session' } })
  },
})
