import { judged } from '../../engine/endpoints/endpoint'
import type { Reply } from '../../ground/http/exchange'
import type { TrustRole } from '../../ground/ports/trust'
import { addSeconds, startOfHour } from '../../ground/time/time'
import { authorityNames } from '../../ground/trust/trust-addresses'
import { noSuchAuthority, roleNamed } from './anchors'
import { notFoundReply } from './cached-reply'
import { publicDocument } from './public-document'
import { type ReaderSession, readOfClient, sessionOfReader } from './read-of-client'
import { readOfNone } from './read-of-session'

/** As long as a list of trusted entities by default. */
const validSeconds = 24 * 60 * 60

/** `null` for an authority that is none of ours. */
type Reading = { readonly role: TrustRole; readonly reader: ReaderSession | null; readonly reply: Reply } | null

/**
 * `GET /trust/crl/{ca}.crl`: the revocation list of an authority. Nothing stands on it, for what is revoked was minted for
 * one session, whose list it names. RFC 5280 section 5
 */
export const getRevocationList = judged<Reading>({
  async read(context) {
    const { exchange, params, ports } = context
    const role = roleNamed(params.file, '.crl')
    if (role === null) return null
    const thisUpdate = startOfHour(exchange.at)
    const times = { thisUpdate, nextUpdate: addSeconds(thisUpdate, validSeconds) }
    const content = await (await ports.trustKeys()).revocationList(role, [], times)
    const reply = publicDocument({ mediaType: 'application/pkix-crl', content }, context)
    return { role, reader: await sessionOfReader(context), reply }
  },
  checks: () => [],
  decide: (reading) =>
    reading === null
      ? readOfNone(notFoundReply(noSuchAuthority))
      : readOfClient(reading.reader, {
          reply: reading.reply,
          read: { resource: 'crl', name: authorityNames[reading.role] },
        }),
})
