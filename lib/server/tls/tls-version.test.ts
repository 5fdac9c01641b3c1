import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { createIsTrustedProxy } from '../basics/client-address'
import { isPlainHttp, tlsVersionOf } from './tls-version'

const isProxy = createIsTrustedProxy(['10.0.0.0/8'])
const socketFrom = (remoteAddress: string, socket: Socket = new Socket()): Socket =>
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
const versionOf = (remoteAddress: string, headers: Record<string, string> = {}) =>
  tlsVersionOf({ socket: socketFrom(remoteAddress), headers }, isProxy)

describe('the TLS version of a request', () => {
  it('is what our own connection has', () => {
    const socket = new TLSSocket(new Socket())
    socket.getProtocol = () => 'TLSv1.3'
    expect(tlsVersionOf({ socket: socketFrom('192.0.2.7', socket), headers: {} }, isProxy)).toBe('TLSv1.3')
    const inside = socketFrom('10.0.0.1', new TLSSocket(new Socket()))
    expect(tlsVersionOf({ socket: inside, headers: { 'x-ssl-protocol': 'TLSv1.1' } }, isProxy)).toBe('TLSv1.1')
  })

  it('is what a trusted proxy says, and no one else', () => {
    expect(versionOf('10.0.0.1', { 'x-ssl-protocol': 'TLSv1.2' })).toBe('TLSv1.2')
    expect(versionOf('::ffff:10.0.0.1', { 'x-amzn-tls-version': 'TLSv1.1' })).toBe('TLSv1.1')
    expect(versionOf('192.0.2.7', { 'x-ssl-protocol': 'TLSv1.3' })).toBeNull()
  })

  it('is unknown where a proxy says nothing or something else', () => {
    expect(versionOf('10.0.0.1')).toBeNull()
    expect(versionOf('10.0.0.1', { 'x-ssl-protocol': 'the best' })).toBeNull()
  })
})

describe('plain http', () => {
  const isPlain = (address: string, headers: Record<string, string>) =>
    isPlainHttp({ socket: socketFrom(address), headers }, isProxy)

  it('is known from a trusted proxy alone, of the first connection that it tells of', () => {
    expect(isPlain('10.0.0.1', { 'x-forwarded-proto': 'http' })).toBe(true)
    expect(isPlain('10.0.0.1', { 'x-forwarded-proto': 'HTTP, https' })).toBe(true)
    expect(isPlain('10.0.0.1', { 'x-forwarded-proto': 'https, http' })).toBe(false)
    expect(isPlain('10.0.0.1', {})).toBe(false)
    expect(isPlain('192.0.2.7', { 'x-forwarded-proto': 'http' })).toBe(false)
  })
})
