import { describe, expect, it } from 'vitest'
import { createClientAddress, createIsTrustedProxy } from './client-address'

const addressOf = createClientAddress(createIsTrustedProxy(['127.0.0.1', '10.0.0.0/8', '2001:db8:9::/48']))

describe('the address of a client', () => {
  it('is that of the connection where no proxy is trusted', () => {
    expect(createClientAddress(createIsTrustedProxy([]))('::ffff:127.0.0.1', ['198.51.100.7'])).toBe('127.0.0.1')
  })

  it.each([
    ['of a connection from an untrusted peer', '192.0.2.1', ['198.51.100.7'], '192.0.2.1'],
    ['behind a trusted proxy', '127.0.0.1', ['198.51.100.7'], '198.51.100.7'],
    ['behind two', '127.0.0.1', ['198.51.100.7, 10.1.2.3'], '198.51.100.7'],
    ['behind two that add a field each', '127.0.0.1', ['198.51.100.7', '10.1.2.3'], '198.51.100.7'],
    ['of a client that forged the entries before it', '127.0.0.1', ['203.0.113.5, 198.51.100.7'], '198.51.100.7'],
    ['with its port', '127.0.0.1', ['198.51.100.7:4711'], '198.51.100.7'],
    ['of IPv6 with its port', '127.0.0.1', ['[2001:db8::7]:4711'], '2001:db8::7'],
    ['of IPv6 in brackets', '127.0.0.1', ['[2001:db8::7]'], '2001:db8::7'],
    ['behind a proxy of IPv6', '2001:db8:9::1', ['2001:db8::7'], '2001:db8::7'],
    ['of a proxy as IPv4-mapped IPv6', '::ffff:127.0.0.1', ['198.51.100.7'], '198.51.100.7'],
  ])('is found: %s', (_name, remote, forwardedFor, expected) => {
    expect(addressOf(remote, forwardedFor)).toBe(expected)
  })

  it.each([[[]], [['']], [['unknown']], [['198.51.100.7, _hidden']], [['198.51.100.7:x']], [['[198.51.100.7']]])(
    'is that of the proxy if it names none: %j',
    (forwardedFor) => {
      expect(addressOf('127.0.0.1', forwardedFor)).toBe('127.0.0.1')
    },
  )
})
