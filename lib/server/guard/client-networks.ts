import { isIPv6 } from 'node:net'

/** A network that a client counts for, and how many times the limit of one address it may have. */
export interface ClientNetwork {
  readonly network: string
  readonly share: number
}

/**
 * Prefix lengths that one client may own, each with its share of a limit: a /64 is one link, a /56 a household, and a
 * /48 a site or a tunnel that anybody gets for nothing. RFC 6177 section 2
 */
const prefixes = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
] as const

/**
 * The networks that a client address counts for, narrowest first; a limit holds for all of them at once. An IPv4 address
 * counts for itself alone, and so does a name that is no address.
 */
export function networksOf(address: string): readonly ClientNetwork[] {
  const groups = groupsOf(address)
  if (groups === null) return [{ network: address, share: 1 }]
  const ipv4 = mappedIpv4(groups)
  if (ipv4 !== null) return [{ network: ipv4, share: 1 }]
  return prefixes.map(({ bits, share }) => ({ network: networkText(groups, bits), share }))
}

/** The narrowest network of a client: an IPv4 address itself, or the /64 of an IPv6 address. RFC4291-2.5.1 */
export const networkOf = (address: string): string => networksOf(address)[0]?.network ?? address

/** The eight groups of an IPv6 address in whatever spelling, without its zone; `null` for anything else. */
function groupsOf(address: string): readonly number[] | null {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return null
  // URL normalises each address: lower case, no leading zeros, longest run of zeros compressed.
  const [before = '', after = ''] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = [before, after].map((half) => (half === '' ? [] : half.split(':')))
  return [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail].map((group) =>
    Number.parseInt(group, 16),
  )
}

/** The IPv4 address that an IPv6 address stands for. RFC4291-2.5.5.2 */
const mappedIpv4 = (groups: readonly number[]): string | null =>
  groups.slice(0, 6).join(':') === '0:0:0:0:0:65535'
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.')
    : null

/** A network as text, such as `2001:db8:1:200::/56`. */
function networkText(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16)).map((group, index) => {
    const own = Math.min(16, bits - 16 * index)
    return (group & (0xffff << (16 - own)) & 0xffff).toString(16)
  })
  return `${kept.join(':')}::/${bits}`
}
