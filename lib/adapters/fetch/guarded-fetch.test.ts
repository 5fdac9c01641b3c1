import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { pemOf } from '@/lib/testing/https-host'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { createGuardedFetch, isPublicAddress } from './guarded-fetch'

/** The test's own https server as issuer.example, which the guard is told to allow. */
const asked: string[] = []
const answers: Readonly<Record<string, RequestListener>> = {
  '/good': (_request, response) =>
    void response.writeHead(200, { 'Content-Type': 'Application/JSON; charset=utf-8' }).end('{"a":1}'),
  '/redirect': (_request, response) => void response.writeHead(302, { Location: '/good' }).end(),
  '/missing': (_request, response) => void response.writeHead(404).end('a page'),
  '/large': (_request, response) => void response.writeHead(200).end(Buffer.alloc(65_537)),
  '/fits': (_request, response) => void response.writeHead(200).end(Buffer.alloc(65_536)),
  '/silent': () => {},
  '/begins': (_request, response) => void response.writeHead(200).write('{'),
  '/upgrade': ({ socket }) => void socket.end('HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  '/cut': ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{'),
  '/noise': ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9\r\n'),
}
let attester: KeyAttester
let server: Server
let origin: string
beforeAll(async () => {
  attester = await createKeyAttester(Date.now())
  server = createServer(await pemOf(attester, 'issuer.example'), (request, response) => {
    asked.push(String(request.url))
    answers[request.url ?? '']?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `https://issuer.example:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const loopback: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }]
let clock = 1_795_176_000_000
const guarded = (change: Partial<Parameters<typeof createGuardedFetch>[0]> = {}) =>
  createGuardedFetch({
    now: () => epochMillis(clock),
    resolve: async () => loopback,
    isAllowed: () => true,
    authorities: [attester.rootPem],
    ...change,
  })

it('a document comes with its status and its media type', async () => {
  const { body, ...told } = (await guarded()(`${origin}/good`)) as { body: Uint8Array }
  expect(told).toEqual({ answered: true, status: 200, mediaType: 'application/json', remembered: false })
  expect(Buffer.from(body).toString()).toBe('{"a":1}')
})

it.each([
  ['/redirect', 302],
  ['/missing', 404],
])('%s is told, not followed, and nothing of it is read', async (path, status) => {
  asked.length = 0
  const answer = await guarded()(origin + path)
  expect(answer).toMatchObject({ answered: true, status, body: new Uint8Array() })
  expect(asked).toEqual([path])
})

describe('what is behind the network is not asked', () => {
  it.each([
    ['a loopback address', [{ address: '127.0.0.1', family: 4 }]],
    ['the metadata of a cloud', [{ address: '169.254.169.254', family: 4 }]],
    [
      'a private address beside a public one',
      [
        { address: '1.1.1.1', family: 4 },
        { address: 'fd00::1', family: 6 },
      ],
    ],
  ])('%s', async (_words, addresses) => {
    asked.length = 0
    const fetchDocument = createGuardedFetch({ now: () => epochMillis(clock), resolve: async () => addresses })
    expect(await fetchDocument(`${origin}/good`)).toEqual({ answered: false, error: 'address_not_public' })
    expect(asked).toEqual([])
  })

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://2130706433/',
    'https://0x7f.1/',
  ])('an address in place of a name: %s', async (url) => {
    const fetchDocument = createGuardedFetch({ now: () => epochMillis(clock) })
    expect(await fetchDocument(url)).toEqual({ answered: false, error: 'address_not_public' })
  })

  it('a name that leads elsewhere the second time is looked up once, and that address is asked', async () => {
    const resolve = vi.fn(async () => loopback)
    await guarded({ resolve })(`${origin}/good`)
    expect(resolve.mock.calls).toEqual([['issuer.example']])
  })
})

describe('what does not come says why', () => {
  it.each([
    ['/large', 'too_large'],
    ['/cut', 'unreachable'],
    ['/noise', 'unreachable'],
    ['/silent', 'timed_out'],
    ['/begins', 'timed_out'],
  ])('%s: %s', async (path, error) => {
    // Long enough to connect on a busy machine: the answer should decide, not the timeout.
    const timeoutMillis = error === 'timed_out' ? 300 : 20_000
    expect(await guarded({ timeoutMillis })(origin + path)).toEqual({ answered: false, error })
  })

  it('an answer that wants another protocol', async () => {
    expect(await guarded({ timeoutMillis: 300 })(`${origin}/upgrade`)).toMatchObject({ answered: false })
  })

  it('a name that is not known', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await guarded({ resolve })(`${origin}/good`)).toEqual({ answered: false, error: 'host_unknown' })
    expect(await guarded({ resolve: async () => [] })(`${origin}/good`)).toMatchObject({ error: 'host_unknown' })
  })

  it('a name that nobody answers for', async () => {
    const resolve = () => new Promise<never>(() => {})
    const answer = await guarded({ resolve, timeoutMillis: 20 })(`${origin}/good`)
    expect(answer).toEqual({ answered: false, error: 'timed_out' })
  })

  it('a certificate that is for another name, or of nobody who is trusted', async () => {
    const other = origin.replace('issuer', 'other')
    expect(await guarded()(`${other}/good`)).toEqual({ answered: false, error: 'certificate_untrusted' })
    const unknown = createGuardedFetch({
      now: () => epochMillis(clock),
      resolve: async () => loopback,
      isAllowed: () => true,
    })
    expect(await unknown(`${origin}/good`)).toEqual({ answered: false, error: 'certificate_untrusted' })
  })

  it('plain http', async () => {
    asked.length = 0
    expect(await guarded()(origin.replace('https', 'http'))).toEqual({ answered: false, error: 'unreachable' })
    expect(asked).toEqual([])
  })
})

it('a document of the largest size comes whole', async () => {
  const answer = await guarded()(`${origin}/fits`)
  expect(answer).toMatchObject({ answered: true, status: 200 })
  expect(answer.answered && answer.body.length).toBe(65_536)
})

it('a document is asked for again after a minute, a failed one at once', async () => {
  const fetchDocument = guarded()
  asked.length = 0
  await fetchDocument(`${origin}/good`)
  expect(await fetchDocument(`${origin}/good`)).toMatchObject({ status: 200, remembered: true })
  clock += 60_000
  expect(await fetchDocument(`${origin}/good`)).toMatchObject({ status: 200, remembered: false })
  await fetchDocument(`${origin}/missing`)
  await fetchDocument(`${origin}/missing`)
  expect(asked).toEqual(['/good', '/good', '/missing', '/missing'])
})

it('the same document is asked for once by those who ask at once, and another one only with a place', async () => {
  let resolved: (addresses: LookupAddress[]) => void = () => {}
  const held = new Promise<LookupAddress[]>((resolve) => {
    resolved = resolve
  })
  let left = 2
  const seeker = { remoteAddress: '192.0.2.1', isOperator: false }
  const seen: unknown[] = []
  const takePlace = (who: typeof seeker) => {
    seen.push(who)
    if (left === 0) return 'share_taken' as const
    left -= 1
    return () => {
      left += 1
    }
  }
  const fetchDocument = guarded({ resolve: () => held, timeoutMillis: 20_000, takePlace })
  asked.length = 0
  const same = [fetchDocument(`${origin}/good`, seeker), fetchDocument(`${origin}/good`, seeker)]
  const others = [fetchDocument(`${origin}/missing`, seeker), fetchDocument(`${origin}/cut`)]
  expect(await fetchDocument(`${origin}/redirect`, seeker)).toEqual({ answered: false, error: 'share_taken' })
  resolved([])
  expect(await Promise.all([...same, ...others])).toEqual(
    Array.from({ length: 4 }, () => ({ answered: false, error: 'host_unknown' })),
  )
  // What the service asks for itself takes no place, and each place is given back.
  expect([seen.length, left, asked]).toEqual([3, 2, []])
})

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
