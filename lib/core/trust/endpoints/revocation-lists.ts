import { addSeconds, startOfHour } from '../../ground/time/time'
import { authorityDocument } from './authority-document'

/** As long as a list of trusted entities by default. */
const validSeconds = 24 * 60 * 60

/**
 * `GET /trust/crl/{ca}.crl`: the revocation list of an authority. Nothing stands on it, for what is revoked was minted for
 * one session, whose list it names. RFC 5280 section 5
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
