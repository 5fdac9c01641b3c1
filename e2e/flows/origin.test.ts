import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import type { Fields } from '@/lib/testing/http-client'
import { claim } from '@/lib/testing/jwt-changes'
import { serviceForTests } from '@/lib/testing/service-for-tests'

describe('the origin of the service', () => {
  /** The public origin comes only from the configuration. */
  const origin = 'https://capture.example.org'
  const evil = [
    ['Host', 'evil.example'],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'http'],
    ['Forwarded', 'host=evil.example;proto=http'],
  ] as const

  const service = serviceForTests({ env: { BASE_URL: origin, EXTRA_HOSTS: 'extra.example' } })
  const { http } = service

  describe('a service behind another name', () => {
    covers('A1.9')
    it('shows its configured origin in every document, whatever the request says', async () => {
      for (const path of [
        '/issuers',
        '/.well-known/openid-credential-issuer/issuers/eu-pid-device-bound',
        '/.well-known/oauth-authorization-server/issuers/eu-pid-device-bound',
        '/.well-known/jwt-vc-issuer/issuers/eu-pid-device-bound',
      ]) {
        const answer = await http({ path, headers: evil })
        expect(answer.status).toBe(200)
        expect(answer.body).toContain(`${origin}/issuers/eu-pid-device-bound`)
        expect(answer.body).not.toContain('evil.example')
        expect(answer.body).not.toContain(new URL(service.baseUrl).host)
      }
      const forwarded = evil.filter(([name]) => name !== 'Host')
      const created = await http({ method: 'POST', path: '/sessions', headers: forwarded })
      expect(created.object().offer_url).toMatch(/^https:\/\/capture\.example\.org\/issuers\//)
      expect(created.body).not.toContain('evil.example')
    })

    covers('A5.1', 'D3')
    it('takes no evidence and no operator’s address under another name, so that no page reaches them by its own', async () => {
      const created = (await http({ method: 'POST', path: '/sessions' })).object()
      const base = `/sessions/${String(created.session_id)}`
      for (const [method, path] of [
        ['POST', '/sessions'],
        ...['', '/offer', '/deeplink', '/jwks', '/events'].map((end) => ['GET', base + end]),
        ['GET', '/oid4vci/requests'],
        ['GET', '/api/pipeline/scoreboard/default'],
        ['POST', '/api/pipeline/scoreboard/save-results'],
        ['POST', '/api/pipeline/scoreboard/aggregate/start'],
        ['DELETE', '/api/pipeline/scoreboard/aggregate/schedule/x'],
        ['GET', '/api/organizations/namespaces'],
        ['GET', '/api/pipeline/execution-details/a/b/c'],
        ['POST', '/api/pipeline/executions'],
        ['GET', '/api/collections/pipelines/records'],
        ['GET', '/api/collections/pipelines/records/abcdefghijklmno'],
      ] as [string, string][]) {
        const answer = await http({ method, path, headers: [['Host', 'evil.example']] })
        expect([path, answer.status, answer.object().error]).toEqual([path, 421, 'misdirected_request'])
        expect(answer.body).not.toContain(String(created.session_id))
      }
      for (const name of ['capture.example.org', new URL(service.baseUrl).host, 'extra.example:1'])
        expect([name, (await http({ path: base, headers: [['Host', name]] })).status]).toEqual([name, 200])
    })

    it.each(['/healthz', '/readyz', '/pki/root-ca.pem', '/issuers', '/issuers/eu-pid-device-bound/jwks.json'])(
      'takes any name where phones, proxies and wallets ask: %s',
      async (path) => {
        expect((await http({ path, headers: evil })).status).toBe(200)
      },
    )

    it('takes an absolute request target for what its path says', async () => {
      const answer = await http({ path: 'http://evil.example/healthz' })
      expect(answer.json()).toEqual({ status: 'ok' })
    })

    covers('D3')
    it('goes by the host of an absolute request target and by no Host header beside it', async () => {
      const foreign = await http({ path: 'http://evil.example/oid4vci/requests' })
      expect([foreign.status, foreign.object()]).toEqual([
        421,
        {
          error: 'misdirected_request',
          error_description:
            'The request target does not name this service: use the host of BASE_URL, or add yours to EXTRA_HOSTS.',
        },
      ])
      expect((await http({ path: `${origin}/oid4vci/requests`, headers: evil })).status).toBe(200)
      const headers = [...evil, ['Origin', 'http://evil.example']] as const
      expect((await http({ method: 'POST', path: `${origin}/sessions`, headers })).status).toBe(403)
    })

    covers('A1.9')
    it('issues to a wallet that made its proofs for the configured origin (N105)', async () => {
      const wallet = await createHandWallet(service)
      const headers = (fields: [string, string][]): void => {
        fields.push(...evil.map(([name, value]): [string, string] => [name, value]))
      }
      const token = await wallet.requestToken({ headers })
      expect(token.status).toBe(200)
      const answer = await wallet.requestCredential({ accessToken: String(token.object().access_token), headers })
      expect(answer.status).toBe(200)
    })

    it('refuses a proof that was made for the name in the Host header', async () => {
      const wallet = await createHandWallet(service)
      const answer = await wallet.requestToken({
        dpop: claim('htu', 'https://evil.example/issuers/eu-pid-device-bound/token'),
        headers: (fields) => fields.push(['Host', 'evil.example']),
      })
      expect({ status: answer.status, error: answer.object().error }).toEqual({
        status: 401,
        error: 'invalid_dpop_proof',
      })
    })

    it.each([
      ['the default port', 'https://capture.example.org:443/issuers/eu-pid-device-bound/token'],
      ['a host in upper case', 'https://CAPTURE.example.org/issuers/eu-pid-device-bound/token'],
      ['a scheme in upper case', 'HTTPS://capture.example.org/issuers/eu-pid-device-bound/token'],
      ['a query', 'https://capture.example.org/issuers/eu-pid-device-bound/token?x=1'],
      ['a dot segment', 'https://capture.example.org/issuers/./eu-pid-device-bound/token'],
    ])('takes an htu with %s, and says that it was not exact (N52)', async (_name, htu) => {
      const wallet = await createHandWallet(service)
      expect((await wallet.requestToken({ dpop: claim('htu', htu) })).status).toBe(200)
      const entry = (await wallet.view()).checks.conformance.find(({ id }) => id === 'vci.dpop.htu_exact')
      expect(entry?.status).toBe('warn')
    })
  })
})

describe('a foreign origin', () => {
  /**
   * Pages of other origins can make browsers submit forms with the user's credentials. On plain http, which private
   * networks may use, only `Origin` says where a form comes from.
   */
  const origin = 'http://capture.internal:8080'
  const service = serviceForTests({
    env: { BASE_URL: origin },
    pages: (_request, response) => void response.end('a page'),
  })
  const { http } = service

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
      for (const path of [
        '/start/issuance/create',
        '/start/presentation/create',
        '/start/round-trip/create',
        '/operator/scoreboard/enter',
      ]) {
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
    expect((await post('/start/issuance/create', headers)).body).toBe('a page')
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
})
