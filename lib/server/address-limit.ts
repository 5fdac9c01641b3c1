import { isIPv6 } from 'node:net'
import { createRateLimit } from './rate-limit'

/**
 * As `createRateLimit`, for addresses of clients. An IPv6 address counts as its network of 64 bits, in whatever spelling:
 * one client has all addresses of it and may take another one for each request. RFC4291-2.5.1
 */
export function createAddressLimit(...bounds: Parameters<typeof createRateLimit>): ReturnType<typeof createRateLimit> {
  const limit = createRateLimit(...bounds)
  return { take: (address, now) => limit.take(networkOf(address), now) }
}

/** The network that a client is in: an IPv4 address itself, of an IPv6 address the first half. */
function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return address
  // A URL has one spelling of each address: lower case, no leading zeros, the longest run of zeros left out.
  const [before = '', after = ''] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split('::')
  const [head, tail] = [before, after].map((half) => (half === '' ? [] : half.split(':')))
  const groups = [...(head ?? []), ...Array(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill('0'), ...(tail ?? [])]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The IPv4 address that two groups of an IPv6 address hold. RFC4291-2.5.5.2 */
const ipv4Of = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 0xff])
    .join('.')
