import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Networks that are not part of the public Internet, or lead to such networks. IANA IPv4 Special-Purpose Address
 * Registry, RFC 6890
 */
const special4 = new BlockList()
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', bits] = network.split('/')
  special4.addSubnet(address, Number(bits), 'ipv4')
}

/** The range for global unicast. RFC 4291 section 2.4 */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Ranges within it that are not public, or that embed an IPv4 address. IANA IPv6 Special-Purpose Address Registry */
const special6 = new BlockList()
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special6.addSubnet(address, bits, 'ipv6')
}

/**
 * Whether an IP address belongs to the public Internet. False for anything else, such as a host name or an address with
 * a zone.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}
