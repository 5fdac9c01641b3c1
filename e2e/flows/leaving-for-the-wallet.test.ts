import { describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { signJwt } from '@/lib/wallet/jose/jws'
import { generateKey } from '@/lib/wallet/jose/key'

const clientKey = generateKey()
const service = serviceForTests({
  files: {
    'clients.json': JSON.stringify([
      { client_id: 'registered-wallet', jwks: { keys: [{ ...clientKey.publicJwk, kid: clientKey.thumbprint }] } },
    ]),
  },
})

type Form = (form: URLSearchParams) => void
const withoutOffer: Form = (form) => form.delete('issuer_state')
const returningTo =
  (redirectUri: string): Form =>
  (form) => {
    withoutOffer(form)
    form.set('redirect_uri', redirectUri)
  }

/** Pushes a request, and follows it with this `Sec-Fetch-Dest` to the address that leads back to the wallet. */
async function arrive(wallet: HandCodeWallet, change: Form, destination: string | null): Promise<HttpAnswer> {
  const pushed = await wallet.push({ form: change })
  expect([pushed.status, pushed.body]).toEqual([201, expect.anything()])
  let url = wallet.authorizeUrl(String(pushed.object().request_uri))
  for (let hop = 0; hop < 2; hop += 1) url = (await open(wallet, url, destination)).header('location') ?? ''
  return open(wallet, url, destination)
}

const open = (wallet: HandCodeWallet, url: string, destination: string | null) => {
  const { pathname, search } = new URL(url)
  return wallet.http({
    path: `${pathname}${search}`,
    headers: [
      ['User-Agent', 'Mozilla/5.0 (test)'],
      ...(destination === null ? [] : [['Sec-Fetch-Dest', destination] as [string, string]]),
    ],
  })
}

const links = ({ body }: HttpAnswer): string[] =>
  [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) =>
    href.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )

describe('an https address of a client that nobody knows', () => {
  covers('A4.31', 'D6')
  it('is named to a person on a page of ours, whose one link leads there with the code', async () => {
    const wallet = await createHandCodeWallet(service)
    const answer = await arrive(wallet, returningTo('https://phish.example/login?a=1'), 'document')
    expect([answer.status, answer.header('content-type'), answer.header('location')]).toEqual([
      200,
      'text/html; charset=utf-8',
      null,
    ])
    expect([answer.header('referrer-policy'), answer.header('cache-control')]).toEqual(['no-referrer', 'no-store'])
    expect(answer.header('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(answer.body).toContain('phish.example')
    const [link, ...others] = links(answer)
    expect(others).toEqual([])
    const target = new URL(link ?? '')
    expect([target.origin, target.searchParams.get('a')]).toEqual(['https://phish.example', '1'])
    const code = target.searchParams.get('code') ?? ''
    const redeemed = await wallet.redeem(code, {
      form: (form) => form.set('redirect_uri', 'https://phish.example/login?a=1'),
    })
    expect(redeemed.status).toBe(200)
    const view = JSON.stringify(await wallet.view())
    expect(view).not.toContain(code)
  })

  covers('D6')
  it('is left for at once by every client that is not a browser in front of a person', async () => {
    for (const destination of [null, 'empty', 'iframe']) {
      const wallet = await createHandCodeWallet(service)
      const answer = await arrive(wallet, withoutOffer, destination)
      expect([destination, answer.status]).toEqual([destination, 302])
      expect(new URL(answer.header('location') ?? '').origin).toBe('https://wallet.example')
    }
  })

  it('writes nothing of what was pushed into the page as markup', async () => {
    const wallet = await createHandCodeWallet(service)
    const answer = await arrive(
      wallet,
      (form) => {
        returningTo("https://phish.example/'&x=y")(form)
        form.set('client_id', 'wallet-by-hand')
        form.set('state', '"><script>alert(1)</script>"><script>')
      },
      'document',
    )
    expect(answer.status).toBe(200)
    expect(answer.body).not.toMatch(/<script/)
    expect(new URL(links(answer)[0] ?? '').searchParams.get('state')).toBe('"><script>alert(1)</script>"><script>')
  })
})

covers('D6')
describe('a browser continues by itself', () => {
  it('for a request that gave a live issuer_state back', async () => {
    const wallet = await createHandCodeWallet(service)
    const answer = await arrive(wallet, () => undefined, 'document')
    expect([answer.status, new URL(answer.header('location') ?? '').origin]).toEqual([302, 'https://wallet.example'])
  })

  it.each(['http://127.0.0.1:51004/cb', 'https://localhost:4000/cb', 'com.example.wallet:/cb', 'wallet://cb'])(
    'to %s, which leads to no page of someone else',
    async (redirectUri) => {
      const wallet = await createHandCodeWallet(service)
      const answer = await arrive(wallet, returningTo(redirectUri), 'document')
      expect(answer.status).toBe(302)
      expect(answer.header('location')?.startsWith(redirectUri)).toBe(true)
    },
  )

  covers('D6')
  it('with a finding, where the scheme of the wallet has no dot and so no owner', async () => {
    const id = 'vci.par.redirect_uri_scheme_of_domain'
    const told = async (redirectUri: string) => {
      const wallet = await createHandCodeWallet(service)
      const answer = await arrive(wallet, (form) => form.set('redirect_uri', redirectUri), 'document')
      const finding = (await wallet.view()).checks.conformance.find((entry) => entry.id === id)
      return [
        answer.status,
        answer.header('location')?.startsWith(redirectUri),
        finding?.status,
        finding?.clause,
        finding?.level,
      ]
    }
    expect(await told('wallet://cb')).toEqual([302, true, 'fail', '7.1', 'should'])
    expect(await told('com.example.wallet:/cb')).toEqual([302, true, 'pass', '7.1', 'should'])
  })

  it('for a client that is registered', async () => {
    const wallet = await createHandCodeWallet(service)
    const now = Math.floor(service.now() / 1000)
    const assertion = signJwt({
      header: { alg: 'ES256', kid: clientKey.thumbprint },
      claims: {
        iss: 'registered-wallet',
        sub: 'registered-wallet',
        aud: wallet.created.issuer_identifier,
        jti: wallet.state,
        iat: now,
        exp: now + 60,
      },
      key: clientKey,
    })
    const pushed = await wallet.push({
      form: (form) => {
        withoutOffer(form)
        form.set('client_id', 'registered-wallet')
        form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
        form.set('client_assertion', assertion)
      },
    })
    expect([pushed.status, pushed.body]).toEqual([201, expect.anything()])
    const query = new URLSearchParams({
      client_id: 'registered-wallet',
      request_uri: String(pushed.object().request_uri),
    })
    let url = `${wallet.created.issuer_identifier}/authorize?${query}`
    for (let hop = 0; hop < 3; hop += 1) {
      const answer = await open(wallet, url, 'document')
      expect(answer.status).toBe(302)
      url = answer.header('location') ?? ''
    }
    expect(new URL(url).origin).toBe('https://wallet.example')
  })
})

describe('LEAVING_PAGE=off', () => {
  covers('A4.31')
  it('redirects a person to any address at once', async () => {
    const redirector = await startService({ env: { LEAVING_PAGE: 'off' } })
    try {
      const wallet = await createHandCodeWallet(redirector)
      const answer = await arrive(wallet, returningTo('https://phish.example/login?a=1'), 'document')
      expect(answer.status).toBe(302)
      const target = new URL(answer.header('location') ?? '')
      expect([target.origin, target.searchParams.get('a')]).toEqual(['https://phish.example', '1'])
      expect(target.searchParams.get('code')).not.toBeNull()
    } finally {
      await redirector.close()
    }
  })
})
