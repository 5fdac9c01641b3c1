import { plain } from '../../engine/endpoints/endpoint'
import { addSeconds, startOfHour } from '../../ground/time/time'
import { roleOf } from './anchors'
import { publicDocument } from './public-document'

/** As long as a list of trusted entities by default. */
const validSeconds = 24 * 60 * 60

/**
 * `GET /trust/crl/{ca}.crl`: the revocation list of an authority. Nothing stands on it, for what is revoked was minted for
 * one session, whose list it names. RFC 5280 section 5
 */
export const getRevocationList = plain(async (context) => {
  const { exchange, params, ports } = context
  const role = roleOf(params.file, '.crl')
  const thisUpdate = startOfHour(exchange.at)
  const times = { thisUpdate, nextUpdate: addSeconds(thisUpdate, validSeconds) }
  const content = await (await ports.trustKeys()).revocationList(role, [], times)
  return { reply: publicDocument({ mediaType: 'application/pkix-crl', content }, context) }
})
