import { BlockList, isIP } from 'node:net'

/**
 * Whether an address is that of a trusted proxy. Called several times per request; usually there are no trusted
 * proxies.
 */
export function createIsTrustedProxy(trusted: readonly string[]): (address: string) => boolean {
  if (trusted.length === 0) return () => false
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  return (dressed) => {
    const address = plain(dressed)
    return isIP(address) > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Returns the address of the client, looking through trusted proxies only. */
export function createClientAddress(
  isProxy: (address: string) => boolean,
): (remote: string, forwardedFor: readonly string[]) => string {
  return (remote, forwardedFor) => {
    const hops = forwardedFor.flatMap((value) => value.split(',').map((hop) => hop.trim()))
    let address = plain(remote)
    while (isProxy(address)) {
      const previous = plain(withoutPort(hops.pop() ?? ''))
      if (isIP(previous) === 0) break
      address = previous
    }
    return address
  }
}

/** Some proxies add the port: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop

/** Maps an IPv4-mapped IPv6 address to IPv4, because it is the same client. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
