import { isIPv6 } from 'node:net'
import { createRateLimit, type RateLimit } from './rate-limit'

/**
 * Like `createRateLimit`, for client addresses. An IPv6 address counts as its /64 network, in any spelling: one client
 * owns all its addresses and may use a different one for each request. RFC4291-2.5.1
 */
export function createAddressLimit(...bounds: Parameters<typeof createRateLimit>): RateLimit {
  const limit = createRateLimit(...bounds)
  return {
    take: (address, now) => limit.take(networkOf(address), now),
    wait: (address, now) => limit.wait(networkOf(address), now),
  }
}

/** The network of a client: an IPv4 address itself, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return address
  // URL normalises each address: lower case, no leading zeros, longest run of zeros compressed.
  const [before = '', after = ''] = new URL(`http://[${plain}]/`).hostname.slice(1, -1).split('::')
  const [head, tail] = [before, after].map((half) => (half === '' ? [] : half.split(':')))
  const groups = [...(head ?? []), ...Array(8 - (head?.length ?? 0) - (tail?.length ?? 0)).fill('0'), ...(tail ?? [])]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return ipv4Of(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The IPv4 address in two groups of an IPv6 address. RFC4291-2.5.5.2 */
const ipv4Of = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 0xff])
    .join('.')
