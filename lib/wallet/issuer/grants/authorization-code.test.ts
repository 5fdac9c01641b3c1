import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { readJws } from '../../jose/jws'
import { objectMember, readJsonObject } from '../../json'
import { dpopOf, type Script, type ScriptedIssuer, startScriptedIssuer } from '../../testing/scripted-issuer'
import { runAtIssuer } from '../run-at-issuer'

const open: ScriptedIssuer[] = []
const start = async (script: Script = {}) => {
  const issuer = await startScriptedIssuer({ flow: 'authorization_code', ...script })
  open.push(issuer)
  return issuer
}
afterEach(async () => {
  for (const issuer of open.splice(0)) await issuer.close()
})

const formOf = ({ received }: ScriptedIssuer, path: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(received.findLast((request) => request.path.endsWith(path))!.body))

describe('the authorization code flow', () => {
  it('pushes the request, follows the redirects, redeems the code and stores the credential', async () => {
    const issuer = await start()
    const run = await runAtIssuer({ deeplink: issuer.deeplink })
    expect(run.reason).toBeNull()
    expect(run.outcome).toBe('credential_stored')
    expect(run.log.map(({ step }) => step)).toEqual([
      'issuer_metadata',
      'as_metadata',
      'par',
      'authorize',
      'authorize',
      'token',
      'nonce',
      'credential',
      'issuer_keys',
      'issuer_keys',
    ])
  })

  it('pushes everything that is asked, and shows only the reference to the browser', async () => {
    const issuer = await start()
    await runAtIssuer({ deeplink: issuer.deeplink, profile: { clientId: 'me', redirectUri: 'eu.example://back' } })
    const pushed = formOf(issuer, '/par')
    expect(pushed).toEqual({
      response_type: 'code',
      client_id: 'me',
      redirect_uri: 'eu.example://back',
      scope: 'pid',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      code_challenge_method: 'S256',
      issuer_state: 'the-issuer-state',
    })
    const shown = issuer.received.find(({ path }) => path.endsWith('/authorize'))!
    expect(Object.fromEntries(new URLSearchParams(shown.query))).toEqual({
      client_id: 'me',
      request_uri: 'urn:request:1',
    })
    expect(shown.headers['user-agent']).not.toBe(issuer.received[0]!.headers['user-agent'])
    const redeemed = formOf(issuer, '/token')
    expect(redeemed).toMatchObject({
      grant_type: 'authorization_code',
      code: 'the-authorization-code',
      redirect_uri: 'eu.example://back',
    })
    expect(createHash('sha256').update(redeemed.code_verifier!).digest('base64url')).toBe(pushed.code_challenge)
  })

  it('names the client in the proof and proves one DPoP key throughout', async () => {
    const issuer = await start({ demandDpopNonce: true })
    const run = await runAtIssuer({ deeplink: issuer.deeplink })
    expect(run.outcome).toBe('credential_stored')
    const request = issuer.received.findLast(({ path }) => path.endsWith('/credential'))!
    const jwts = objectMember(readJsonObject(request.body), 'proofs')!.jwt
    expect(readJws(Array.isArray(jwts) ? jwts[0] : '')!.claims.iss).toBe(formOf(issuer, '/par').client_id)
    const proofs = issuer.received.filter((received) => dpopOf(received) !== null)
    const keys = proofs.map(({ headers }) => JSON.stringify(readJws(String(headers.dpop))!.header.jwk))
    expect(new Set(keys).size).toBe(1)
    expect(proofs.map((received) => dpopOf(received)!.nonce)).toEqual([undefined, 'as-nonce', 'as-nonce', 'rs-nonce'])
  })

  it.each<[string, (query: URLSearchParams) => void, string]>([
    ['another state', (query) => query.set('state', 'x'), 'The state of the authorization response is not ours'],
    ['no state', (query) => query.delete('state'), 'The state of the authorization response is not ours'],
    [
      'another iss',
      (query) => query.set('iss', 'https://x.example'),
      'The iss of the authorization response is not the authorization server',
    ],
    ['no iss', (query) => query.delete('iss'), 'The iss of the authorization response is not the authorization server'],
    ['no code', (query) => query.delete('code'), 'The authorization response carries no code'],
  ])('stops before the token request when the response has %s', async (_what, authorizationResponse, reason) => {
    const issuer = await start({ authorizationResponse })
    expect(await runAtIssuer({ deeplink: issuer.deeplink })).toMatchObject({ outcome: 'stopped_by_wallet', reason })
    expect(issuer.received.some(({ path }) => path.endsWith('/token'))).toBe(false)
  })

  it('ends as refused when the response carries an error', async () => {
    const issuer = await start({
      authorizationResponse: (query) => {
        query.delete('code')
        query.set('error', 'access_denied')
      },
    })
    expect(await runAtIssuer({ deeplink: issuer.deeplink })).toMatchObject({
      outcome: 'refused_by_issuer',
      refusal: { status: 302, error: 'access_denied' },
    })
  })

  it('does not follow redirects for ever', async () => {
    const issuer = await start({
      answer: ({ path }) => (path === '/consent' ? { status: 302, headers: { Location: '/consent' }, body: '' } : null),
    })
    expect(await runAtIssuer({ deeplink: issuer.deeplink })).toMatchObject({
      outcome: 'stopped_by_wallet',
      reason: 'The authorization server redirects too often',
    })
  })
})
