import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The global unicast range; the rest of IPv6 is reserved. RFC 4291 section 2.4 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is on the public Internet, outside the special-purpose ranges of IANA's registries (RFC 6890).
 * False for anything else, such as a host name, an octal IPv4 address, or an address with a zone.
 */
export function isPublicAddress(address: string): boolean {
  // `parse` also accepts inet_aton spellings and zones.
  if (!isIPv4(address) && (!isIPv6(address) || address.includes('%'))) return false
  const read = ipaddr.parse(address)
  return read.range() === 'unicast' && (!(read instanceof ipaddr.IPv6) || read.match(globalUnicast))
}
