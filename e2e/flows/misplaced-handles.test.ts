import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandCodeWallet, type HandCodeWallet } from '@/lib/testing/hand-code-wallet'
import type { HttpAnswer, HttpRequest } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'

/** Every refusal is explained in the session that the request refers to, wherever in the request it does so. */
let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const form: [string, string] = ['Content-Type', 'application/x-www-form-urlencoded']
const json: [string, string] = ['Content-Type', 'application/json']
/** Only the handle leads to the session: no other request of the flow comes from this client. */
const elsewhere: [string, string] = ['User-Agent', 'another client']

const codeForm = (wallet: HandCodeWallet, code: string) => ({
  grant_type: 'authorization_code',
  code,
  code_verifier: wallet.verifier,
  redirect_uri: wallet.redirectUri,
})
const parForm = ({ issuerState }: HandCodeWallet) => ({ response_type: 'code', issuer_state: issuerState })
const text = (members: Record<string, string>) => new URLSearchParams(members).toString()

const misplaced: readonly [name: string, status: number, request: (wallet: HandCodeWallet) => Promise<HttpRequest>][] =
  [
    [
      'a token request by PUT',
      405,
      async (wallet) => ({
        method: 'PUT',
        path: wallet.path('token'),
        headers: [form],
        body: text(codeForm(wallet, await wallet.obtainCode())),
      }),
    ],
    [
      'a token request by GET',
      405,
      async (wallet) => ({ path: `${wallet.path('token')}?${text(codeForm(wallet, await wallet.obtainCode()))}` }),
    ],
    [
      'a token request in JSON',
      400,
      async (wallet) => ({
        method: 'POST',
        path: wallet.path('token'),
        headers: [json, ['DPoP', wallet.dpop('token')]],
        body: JSON.stringify(codeForm(wallet, await wallet.obtainCode())),
      }),
    ],
    [
      'a token request whose code is in the query',
      400,
      async (wallet) => ({
        method: 'POST',
        path: `${wallet.path('token')}?${text({ code: await wallet.obtainCode() })}`,
        headers: [form, ['DPoP', wallet.dpop('token')]],
        body: text({ grant_type: 'authorization_code', code_verifier: wallet.verifier }),
      }),
    ],
    [
      'a token request that is too long',
      413,
      async (wallet) => ({
        method: 'POST',
        path: wallet.path('token'),
        headers: [form],
        body: text({ ...codeForm(wallet, await wallet.obtainCode()), padding: 'a'.repeat(300_000) }),
      }),
    ],
    ['a pushed request by GET', 405, async (wallet) => ({ path: `${wallet.path('par')}?${text(parForm(wallet))}` })],
    [
      'a pushed request in JSON (N15)',
      400,
      async (wallet) => ({
        method: 'POST',
        path: wallet.path('par'),
        headers: [json, ['DPoP', wallet.dpop('par')]],
        body: JSON.stringify(parForm(wallet)),
      }),
    ],
    [
      'a pushed request in the query',
      400,
      async (wallet) => ({
        method: 'POST',
        path: `${wallet.path('par')}?${text(parForm(wallet))}`,
        headers: [form, ['DPoP', wallet.dpop('par')]],
        body: '',
      }),
    ],
    [
      'a pushed request that is too long (N31)',
      413,
      async (wallet) => ({
        method: 'POST',
        path: wallet.path('par'),
        headers: [form],
        body: text({ ...parForm(wallet), padding: 'a'.repeat(100_000) }),
      }),
    ],
    [
      'an authorization request by POST',
      405,
      async (wallet) => ({
        method: 'POST',
        path: wallet.path('authorize'),
        headers: [form],
        body: text({ client_id: wallet.clientId, request_uri: await wallet.pushed() }),
      }),
    ],
    [
      'an authorization request behind a slash',
      404,
      async (wallet) => ({
        path: `${wallet.path('authorize')}/?${text({ client_id: wallet.clientId, request_uri: await wallet.pushed() })}`,
      }),
    ],
    [
      'a way back by POST',
      405,
      async (wallet) => {
        const onward = await wallet.open(wallet.authorizeUrl(await wallet.pushed()))
        const state = new URL(onward.header('location') ?? '').searchParams.get('state') ?? ''
        return { method: 'POST', path: `${wallet.path('redirect')}?${text({ state })}` }
      },
    ],
  ]

describe('a request that is refused for its form', () => {
  it.each(misplaced)('is in the session it speaks of: %s', async (_name, status, request) => {
    const wallet = await createHandCodeWallet(service)
    const wanted = await request(wallet)
    const answer: HttpAnswer = await wallet.http({ ...wanted, headers: [elsewhere, ...(wanted.headers ?? [])] })
    expect(answer.status).toBe(status)
    const last = (await wallet.view()).exchanges.at(-1)
    expect(last).toMatchObject({
      method: wanted.method ?? 'GET',
      path: wanted.path.split('?')[0],
      correlation: 'exact',
      response: { status },
    })
  })
})
