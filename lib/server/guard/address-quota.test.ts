import { describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { createAddressQuota } from './address-quota'

const mib = 1024 * 1024
/** Six hours before the UTC day ends. */
const now = epochMillis(Date.UTC(2026, 10, 20, 18))
const later = (seconds: number) => epochMillis(now + seconds * 1000)

describe('what an address may cause to be stored in a day', () => {
  it('is reached with the last byte, and tells the seconds until the day of UTC ends', () => {
    const quota = createAddressQuota(1)
    quota.count('192.0.2.1', mib - 1, now)
    expect(quota.waitSeconds('192.0.2.1', now)).toBe(0)
    quota.count('192.0.2.1', 1, now)
    expect(quota.waitSeconds('192.0.2.1', now)).toBe(6 * 3600)
    expect(quota.waitSeconds('192.0.2.1', later(6 * 3600 - 0.5))).toBe(1)
    expect(quota.waitSeconds('192.0.2.2', now)).toBe(0)
    expect(quota.waitSeconds('192.0.2.1', later(6 * 3600))).toBe(0)
    // A clock that goes backwards neither starts a day nor restores one.
    expect(quota.waitSeconds('192.0.2.1', now)).toBe(0)
  })

  it.each([
    ['/64', 1, ['2001:db8:1:100::9', '2001:db8:1:100:ffff::1%eth0'], '2001:db8:1:101::9'],
    ['/56', 4, ['2001:db8:1:100::9', '2001:db8:1:1ff::9'], '2001:db8:1:200::9'],
    ['/48', 16, ['2001:db8:1:100::9', '2001:db8:1:ffff::9'], '2001:db8:2:100::9'],
  ])('is for a %s of IPv6 %i times that of one IPv4 address', (_name, share, within, beside) => {
    const quota = createAddressQuota(1)
    // Uses as many narrower networks as needed to fill only this one.
    const part = mib / 4
    const links = Array.from({ length: share * 4 }, (_, index) =>
      share === 16 ? `2001:db8:1:${(index * 4).toString(16)}00::1` : `2001:db8:1:1${(index % 16).toString(16)}0::1`,
    )
    const addresses = share === 1 ? Array<string>(4).fill('2001:db8:1:100::1') : links
    for (const address of addresses.slice(1)) quota.count(address, part, now)
    for (const address of within) expect(quota.waitSeconds(address, now)).toBe(0)
    quota.count(addresses[0] ?? '', part, now)
    for (const address of within) expect(quota.waitSeconds(address, now)).toBeGreaterThan(0)
    expect(quota.waitSeconds(beside, now)).toBe(0)
  })

  it('is one for each spelling of an IPv4 address', () => {
    const quota = createAddressQuota(1)
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:C000:201', '0:0:0:0:0:ffff:c000:0201'])
      quota.count(address, mib / 4, now)
    expect(quota.waitSeconds('192.0.2.1', now)).toBeGreaterThan(0)
  })

  it('cannot be got rid of by a flood of other addresses', () => {
    const quota = createAddressQuota(1, { networks: 10 })
    quota.count('192.0.2.1', mib, now)
    for (let count = 0; count < 1000; count++) quota.count(`198.51.${count >> 8}.${count & 255}`, 10, now)
    expect(quota.waitSeconds('192.0.2.1', now)).toBeGreaterThan(0)
    // Nor by staying small: a client that alternates with others is not reset each time.
    const turns = createAddressQuota(1, { networks: 10 })
    for (let count = 0; count < 10; count++) turns.count(`203.0.113.${count}`, mib / 2, now)
    for (let count = 0; count < 20; count++) turns.count(`192.0.2.${count % 2}`, mib / 20, now)
    expect(turns.waitSeconds('192.0.2.1', now)).toBeGreaterThan(0)
  })

  it('is none with 0', () => {
    const quota = createAddressQuota(0)
    quota.count('192.0.2.1', 5000 * mib, now)
    expect(quota.waitSeconds('192.0.2.1', now)).toBe(0)
  })
})
