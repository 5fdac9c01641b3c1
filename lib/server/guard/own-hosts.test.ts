import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createIsOwnHost } from './own-hosts'

const local = { baseUrl: 'http://localhost:3000', host: '127.0.0.1', port: 3000 }
const tunnelled = { baseUrl: 'https://capture.example.org', host: '127.0.0.1', port: 3000 }
const phone = { baseUrl: 'https://192.168.1.5:3000', host: '192.168.1.5', port: 3000 }

describe('createIsOwnHost', () => {
  it.each([
    [local, 'localhost:3000'],
    [local, 'LocalHost:3000'],
    [local, '127.0.0.1:3000'],
    [local, '[::1]:3000'],
    [tunnelled, 'capture.example.org'],
    [tunnelled, 'CAPTURE.example.org'],
    [tunnelled, 'capture.example.org:443'],
    // A proxy that forwards the host with its own port.
    [tunnelled, 'capture.example.org:3000'],
    [tunnelled, 'localhost:3000'],
    [phone, '192.168.1.5:3000'],
    [phone, 'localhost:3000'],
    [{ ...local, host: '10.0.0.7' }, '10.0.0.7:3000'],
    [{ ...local, host: 'fd00::7' }, '[fd00::7]:3000'],
    // A mapped port, as in BASE_URL.
    [{ ...local, baseUrl: 'http://localhost:8080' }, 'localhost:8080'],
    [{ ...local, baseUrl: 'http://localhost', port: 80 }, 'localhost'],
    [{ ...local, extraHosts: ['web', '[fd00::8]'] }, 'web:3000'],
    [{ ...local, extraHosts: ['web', '[fd00::8]'] }, 'web'],
    [{ ...local, extraHosts: ['web', '[fd00::8]'] }, '[fd00::8]:1'],
  ])('knows its own name: %j at %s', (settings, value) => {
    expect(createIsOwnHost(settings)(value)).toBe(true)
  })

  covers('D3')
  it.each([
    [local, null],
    [local, ''],
    [local, 'evil.example'],
    [local, 'evil.example:3000'],
    [local, 'localhost'],
    [local, 'localhost:3001'],
    [local, 'localhost.evil.example:3000'],
    [local, 'localhost:3000.evil.example'],
    [local, 'localhost@evil.example:3000'],
    [local, '192.168.1.5:3000'],
    [tunnelled, 'evil.capture.example.org'],
    [tunnelled, 'capture.example.org.evil.example'],
    [{ ...local, host: '0.0.0.0' }, '192.168.1.5:3000'],
    [{ ...local, extraHosts: ['web'] }, 'web.evil.example'],
  ])('rejects any other: %j at %s', (settings, value) => {
    expect(createIsOwnHost(settings)(value)).toBe(false)
  })
})
