import { expect, it } from 'vitest'
import { isPublicAddress } from './guarded-fetch'

it.each(['1.1.1.1', '9.9.9.9', '100.63.255.255', '172.32.0.1', '193.0.0.1', '223.255.255.255'])(
  'IPv4 %s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

it.each(['2606:4700::1111', '2a00:1450:4001::200e', '2620:fe::fe'])('IPv6 %s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:1.1.1.1',
  '64:ff9b::7f00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'ff02::1',
  '0177.0.0.1',
  '2130706433',
  'localhost',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
