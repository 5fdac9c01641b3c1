import { readRawAnswers, sendRaw } from '@/lib/testing/raw-socket'
import type { Recorder } from '../record/recorder'

const path = '/issuers/eu-pid-device-bound/nonce'
const post = (...lines: string[]): readonly string[] => [
  `POST ${path} HTTP/1.1`,
  'Host: x',
  'User-Agent: raw',
  ...lines,
]
const request = (lines: readonly string[], body = ''): string => `${lines.join('\r\n')}\r\n\r\n${body}`
const inVersion = (version: string, lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace('HTTP/1.1', `HTTP/${version}`))
const closing = 'Connection: close'
const chunked = 'Transfer-Encoding: chunked'

/** Malformed or unusual requests, each as packets on its own connection. */
const odd: Readonly<Record<string, readonly string[]>> = {
  'HTTP 1.0': [request(inVersion('1.0', post('Content-Length: 0')))],
  'HTTP 1.0 without Host': [request([`GET /healthz HTTP/1.0`])],
  'two requests in one packet': [
    request(post('Content-Length: 0')) + request(['GET /healthz HTTP/1.1', 'Host: x', closing]),
  ],
  'a wrong one after a right one': [
    request(['GET /healthz HTTP/1.1', 'Host: x']) + request(post('X Odd: a')) + request(post(closing)),
  ],
  'a right one after a wrong one': [request(post('X Odd: a')) + request(post(closing))],
  chunks: [request(post(chunked, closing), '2\r\nab\r\n0\r\n\r\n')],
  'a chunk length that is not a number': [request(post(chunked), 'zz\r\n')],
  'a chunk that is longer than it says': [request(post(chunked), '1\r\nabc\r\n0\r\n\r\n')],
  'length and chunks': [request(post('Content-Length: 1', chunked), '0\r\n\r\n')],
  'two lengths': [request(post('Content-Length: 1', 'Content-Length: 2'), 'ab')],
  'a length that is not a number': [request(post('Content-Length: -1'))],
  'a coding that is not known': [request(post('Transfer-Encoding: gzip'), 'abc')],
  'a control character in a header': [request(post('X-Odd: a\x01b'))],
  'a folded header': [request(post('X-Odd: a', ' b'))],
  'a header without a colon': [request(post('X-Odd'))],
  'a bad header in a later packet': [`${post().join('\r\n')}\r\n`, request(['X Odd: a'])],
  'lines that end in LF alone': [`${post().join('\n')}\n\n`],
  'two Host headers': [request(post('Host: y'))],
  'a Host that is none': [request(post().map((line) => line.replace('Host: x', 'Host: a b/c')))],
  'no Host': [request(post().filter((line) => line !== 'Host: x'))],
  'HTTP 0.9': [request(inVersion('0.9', post()))],
  'HTTP 2.0': [request(inVersion('2.0', post()))],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  'an expectation that is known': [request(post('Expect: 100-continue', 'Content-Length: 2', closing), 'ab')],
  'an expectation that is not known': [request(post('Expect: a-miracle', 'Content-Length: 2'))],
  'an upgrade': [request(['GET / HTTP/1.1', 'Host: x', 'Connection: Upgrade, close', 'Upgrade: websocket'])],
  'a tunnel': [request(['CONNECT elsewhere.example:443 HTTP/1.1', 'Host: elsewhere.example:443'])],
  'an unknown method': [request([`BREW ${path} HTTP/1.1`, 'Host: x', closing])],
  'the whole URL': [request([`GET http://x${path} HTTP/1.1`, 'Host: x', closing])],
  'all of the server': [request(['OPTIONS * HTTP/1.1', 'Host: x', closing])],
  '40 kB of headers': [request(post(`X-Long: ${'x'.repeat(40_000)}`))],
  '10 000 headers': [request(post(...Array.from({ length: 10_000 }, () => 'a:b')))],
  'no HTTP at all': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
}

/** How the service answers bytes that no client library would send, and what it records of them. */
export async function rawRequests(recorder: Recorder): Promise<void> {
  for (const [name, packets] of Object.entries(odd)) {
    const recording = recorder.open(`raw/${name.replace(/[ /]+/g, '-')}.txt`)
    recording.note(packets.join('\n--- next packet\n').slice(0, 500))
    const received = await sendRaw(recorder.origin, ...packets)
    recording.note(`received\n${received}`)
    recording.note(`answers ${readableAnswers(received)}`)
    await recording.ask({ path: '/healthz' })
    recording.write()
  }
  const ledger = recorder.open('raw/ledger.txt')
  await ledger.ask({ path: '/oid4vci/requests' })
  ledger.write()
}

function readableAnswers(received: string): string {
  try {
    return readRawAnswers(received)
      .map(({ status }) => status)
      .join(', ')
  } catch {
    return 'cannot be read'
  }
}
