import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A network that a client counts towards, and the factor by which the limit of one address applies to it. */
export interface ClientNetwork {
  readonly network: string
  readonly share: number
}

/**
 * Prefix lengths that one client may own, each with its multiple of the limit: a /64 is one link, a /56 a household,
 * and a /48 a site or a free tunnel. RFC 6177 section 2
 */
const prefixes = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
] as const

/**
 * The networks that a client address counts towards, narrowest first; the limit applies to all of them at once. An IPv4
 * address, or a name that is not an address, counts only for itself.
 */
export function networksOf(address: string): readonly ClientNetwork[] {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return [{ network: address, share: 1 }]
  const read = ipaddr.IPv6.parse(plain)
  // RFC4291-2.5.5.2
  if (read.isIPv4MappedAddress()) return [{ network: read.toIPv4Address().toString(), share: 1 }]
  return prefixes.map(({ bits, share }) => ({ network: networkText(read.parts, bits), share }))
}

/** The narrowest network of a client: an IPv4 address itself, or the /64 of an IPv6 address. RFC4291-2.5.1 */
export const networkOf = (address: string): string => networksOf(address)[0]?.network ?? address

/** By what a client shares with others: the network that is its own, and the one around it. */
export interface SharingNetworks {
  readonly own: string
  readonly around: string
}

/**
 * The networks of a client that shares: an IPv4 address in its /24, an IPv6 /64 in its /48, which one site may own. `null` for this
 * machine itself, which has nobody to share with: the service's own programs, its tester's, or a proxy that TRUST_PROXY does not
 * name, behind which all clients are one.
 */
export function sharingNetworksOf(address: string): SharingNetworks | null {
  const networks = networksOf(address).map(({ network }) => network)
  const [own = address] = networks
  const around = networks.at(-1) ?? own
  if (own.startsWith('127.') && isIPv4(own)) return null
  if (isLoopback6(address)) return null
  return { own, around: isIPv4(own) ? `${own.slice(0, own.lastIndexOf('.'))}.0/24` : around }
}

/** The network of a client as an audit keeps it: the /24 of an IPv4 address, the /48 of an IPv6 one; '' for this machine. */
export const auditedNetworkOf = (address: string): string => {
  const [plain = ''] = address.split('%', 1)
  return isIPv4(plain) || isIPv6(plain) ? (sharingNetworksOf(address)?.around ?? '') : ''
}

function isLoopback6(address: string): boolean {
  const [plain = ''] = address.split('%', 1)
  return isIPv6(plain) && ipaddr.IPv6.parse(plain).range() === 'loopback'
}

/** A network as text, such as `2001:db8:1:200::/56`. */
function networkText(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16)).map((group, index) => {
    const own = Math.min(16, bits - 16 * index)
    return (group & (0xffff << (16 - own)) & 0xffff).toString(16)
  })
  return `${kept.join(':')}::/${bits}`
}
