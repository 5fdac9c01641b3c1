import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient, type Fields, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/**
 * Pages of other origins make browsers submit forms with the browser's credentials. On plain http, which private
 * networks may use, only `Origin` says where a form comes from.
 */
const origin = 'http://capture.internal:8080'
let service: TestService
let http: HttpClient
beforeAll(async () => {
  service = await startService({
    env: { BASE_URL: origin },
    pages: (_request, response) => void response.end('a page'),
  })
  http = createHttpClient(service.baseUrl)
})
afterAll(async () => {
  http.close()
  await service.close()
})

const foreign: readonly (readonly [name: string, headers: Fields])[] = [
  ['another site', [['Origin', 'http://evil.example']]],
  ['another port of the same name', [['Origin', 'http://capture.internal:9090']]],
  ['a page that hides its origin', [['Origin', 'null']]],
  [
    'one that names us too',
    [
      ['Origin', origin],
      ['Origin', 'http://evil.example'],
    ],
  ],
  ['what is not an origin', [['Origin', 'capture.internal:8080']]],
  ['another site, by Sec-Fetch-Site', [['Sec-Fetch-Site', 'cross-site']]],
  ['a neighbour, by Sec-Fetch-Site', [['Sec-Fetch-Site', 'same-site']]],
  ['whoever says it twice', [['Sec-Fetch-Site', 'same-origin, cross-site']]],
]
const own: readonly (readonly [name: string, headers: Fields])[] = [
  ['a program', []],
  [
    'a page of ours',
    [
      ['Origin', origin],
      ['Host', 'capture.internal:8080'],
    ],
  ],
  ['a page of ours behind a proxy that changes Host', [['Origin', origin]]],
  [
    'a page of ours on another port that leads here',
    [
      ['Origin', 'http://capture.internal:9'],
      ['Host', 'capture.internal:9'],
    ],
  ],
  [
    'a page of ours, by Sec-Fetch-Site',
    [
      ['Sec-Fetch-Site', 'same-origin'],
      ['Origin', 'null'],
    ],
  ],
]
const post = (path: string, headers: Fields) => http({ method: 'POST', path, headers, body: '{}' })

describe('a form that a page of another origin sends', () => {
  it.each(foreign)('reaches no page, and changes nothing: %s', async (_name, headers) => {
    for (const path of ['/start', '/start/presentation', '/start/round-trip', '/operator/scoreboard/enter']) {
      const answer = await post(path, headers)
      expect([path, answer.status, answer.object().error]).toEqual([path, 403, 'foreign_origin'])
    }
  })

  it.each(foreign)('begins no session and reports nothing: %s', async (_name, headers) => {
    const session = String((await post('/openid4vp/sessions', [])).object().session_id)
    for (const path of [
      '/sessions',
      '/sessions/find',
      '/openid4vp/sessions',
      `/openid4vp/sessions/${session}/refusal`,
    ]) {
      const answer = await post(path, headers)
      expect([path, answer.status, answer.object().error]).toEqual([path, 403, 'foreign_origin'])
    }
  })
})

it.each(own)('a form of ours is taken: %s', async (_name, headers) => {
  expect((await post('/start', headers)).body).toBe('a page')
  for (const path of ['/sessions', '/openid4vp/sessions'])
    expect([path, (await post(path, headers)).status]).toEqual([path, 201])
})

it('a wallet that is a web page continues where wallets ask', async () => {
  const headers: Fields = [
    ['Origin', 'https://wallet.example.org'],
    ['Sec-Fetch-Site', 'cross-site'],
  ]
  expect((await post('/issuers/eu-pid-device-bound/nonce', headers)).status).toBe(200)
})
