import { describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createAddressLimit } from './address-limit'

const now = epochMillis(1_700_000_000_000)
/** How many of these addresses are allowed once, in sequence. */
const taken = (addresses: readonly string[]): number => {
  const limit = createAddressLimit(1)
  return addresses.filter((address) => limit.take(address, now) === 0).length
}

describe('the limit of an address', () => {
  it.each([
    [
      'every address of a network of 64 bits',
      Array.from({ length: 50 }, (_, index) => `2001:db8:1:2::${index.toString(16)}`),
    ],
    ['each end of that network', ['2001:db8:1:2::', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:1::']],
    ['each spelling', ['2001:db8::1', '2001:0DB8:0::1', '2001:db8:0:0:0:0:0:1', '2001:0db8::192.0.2.1']],
    ['each spelling of an IPv4 address', ['7.7.7.7', '::ffff:7.7.7.7', '::FFFF:0707:0707', '0:0:0:0:0:ffff:707:707']],
    ['each zone of a link', ['fe80::1%eth0', 'fe80::2%eth1']],
    ['loopback', ['::1', '0::1', '::0:1']],
  ])('is one for %s', (_name, addresses) => {
    expect(taken(addresses)).toBe(1)
  })

  it.each([
    ['networks', ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:2::1', '::1']],
    ['IPv4 addresses', ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3']],
    ['names that are not addresses', ['forms', 'others', '']],
  ])('is one each for different %s', (_name, addresses) => {
    expect(taken(addresses)).toBe(addresses.length)
  })
})
