import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { covers } from '@/lib/testing/covers'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { startPocketBase } from '@/lib/testing/pocketbase'
import { startService, type TestService } from '@/lib/testing/service'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { type IssuanceOptions, runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletProfile } from '@/lib/wallet/issuer/settings'
import { generateKey } from '@/lib/wallet/jose/key'

describe('the authorization code flow', () => {
  const clientKey = generateKey()
  let attester: KeyAttester
  let service: TestService

  beforeAll(async () => {
    attester = await createKeyAttester(Date.now())
    service = await startService({
      env: { ATTESTATION_TRUST: 'enforce' },
      files: {
        'trust/provider.pem': attester.rootPem,
        'clients.json': JSON.stringify([
          {
            client_id: 'registered-wallet',
            redirect_uris: ['http://127.0.0.1/callback'],
            jwks: { keys: [{ ...clientKey.publicJwk, kid: clientKey.thumbprint }] },
          },
        ]),
      },
    })
  })
  afterAll(() => service.close())

  async function createSession(body: object): Promise<{ session_id: string; deeplink: string; tx_code?: string }> {
    const response = await fetch(`${service.baseUrl}/sessions`, { method: 'POST', body: JSON.stringify(body) })
    expect(response.status).toBe(201)
    return response.json()
  }

  const read = async (id: string): Promise<IssuanceSessionView> =>
    (await fetch(`${service.baseUrl}/sessions/${id}`)).json()

  const methods = ['none', 'attestation', 'private_key_jwt'] as const

  const clientOf = (
    method: (typeof methods)[number],
  ): Partial<IssuanceOptions> & { profile: Partial<WalletProfile> } => ({
    attester,
    clientKey,
    profile: {
      clientAuthentication: method,
      ...(method === 'private_key_jwt' ? { clientId: 'registered-wallet' } : {}),
    },
  })

  describe('authorization code flow', () => {
    covers('A1.7')
    it.each(['eu-pid-device-bound', 'eu-pid-jwt-proof-only'])(
      'leaves a trace of each of its steps at %s',
      async (issuer) => {
        const created = await createSession({ issuer_configuration_id: issuer })
        const run = await runAtIssuer({ deeplink: created.deeplink, ...clientOf('attestation') })
        const session = await read(created.session_id)
        expect(run.outcome).toBe('credential_stored')
        expect(session.checks).toMatchObject({
          pkce_present: true,
          pkce_valid: true,
          state_present: true,
          issuer_state_present: true,
        })
        expect(session.events.map(({ type }) => type)).toEqual(
          expect.arrayContaining([
            'par_accepted',
            'authorization_started',
            'chained_token_issued',
            'authorization_code_issued',
            'token_issued',
          ]),
        )
      },
    )

    it.each(['attestation', 'private_key_jwt'] as const)('reports who the client was: %s', async (method) => {
      const created = await createSession({})
      await runAtIssuer({ deeplink: created.deeplink, ...clientOf(method) })
      const { observed, checks } = await read(created.session_id)
      const attested = method === 'attestation'
      expect(observed.client_authentication).toMatchObject({
        method: attested ? 'wallet_attestation' : 'private_key_jwt',
        private_key_jwt: { present: !attested },
        wallet_attestation: { present: attested },
        wallet_attestation_pop: { present: attested },
      })
      expect(checks).toMatchObject({
        private_key_jwt_present: !attested,
        private_key_jwt_client_id_matches: attested ? null : true,
        wallet_attestation_present: attested,
        wallet_attestation_pop_present: attested,
        wallet_attestation_client_id_matches: attested ? true : null,
        wallet_attestation_pop_audience_matches: attested ? true : null,
        wallet_attestation_trusted: attested ? true : null,
      })
    })

    it('keeps browser, wallet and itself apart in the evidence', async () => {
      const created = await createSession({})
      await runAtIssuer({ deeplink: created.deeplink, attester })
      const { exchanges } = await read(created.session_id)
      const chain = exchanges.filter(({ origin, correlation }) => origin !== 'operator' && correlation === 'exact')
      expect(chain.map(({ operation, origin }) => [operation, origin])).toEqual([
        ['pushAuthorizationRequest', 'wallet'],
        ['authorize', 'user_agent'],
        ['authorizeChained', 'user_agent'],
        ['returnFromChained', 'user_agent'],
        ['requestChainedToken', 'internal'],
        ['requestToken', 'wallet'],
        ['requestNonce', 'wallet'],
        ['requestCredential', 'wallet'],
        ['sendNotification', 'wallet'],
      ])
    })

    it('issues against a transaction code, and shows it to nobody but who asked for it', async () => {
      const created = await createSession({ flow: 'pre_authorized_code', tx_code: true })
      const run = await runAtIssuer({ deeplink: created.deeplink, txCode: created.tx_code ?? '', attester })
      expect(run.outcome).toBe('credential_stored')
      expect(created.tx_code).toMatch(/^\d{6}$/)
      expect(JSON.stringify(await read(created.session_id))).not.toContain(created.tx_code)
    })
  })
})

describe('an authorization code in storage', () => {
  let service: TestService
  let stop: () => Promise<void>
  let dataDir: string
  beforeAll(async () => {
    const pocketBase = await startPocketBase()
    stop = () => pocketBase.remove()
    dataDir = pocketBase.dataDir
    service = await startService({ pocketBase })
  })
  afterAll(async () => {
    await service.close()
    await stop()
  })

  describe('the authorization code flow over PocketBase', () => {
    it('spends a code once, however many requests come at once, and revokes what came from it (N58)', async () => {
      const wallet = await createHandCodeWallet(service)
      const code = await wallet.obtainCode()
      const answers = await Promise.all(Array.from({ length: 8 }, () => wallet.redeem(code)))
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
      const refused = await wallet.requestCredential({ accessToken: String(won[0]?.object().access_token) })
      expect([refused.status, refused.object().error]).toEqual([401, 'invalid_token'])
    })

    covers('A1.4')
    it('keeps the whole redirect chain in order, our own call in it', async () => {
      const wallet = await createHandCodeWallet(service)
      await wallet.redeem(await wallet.obtainCode())
      const { exchanges } = await wallet.view()
      expect(exchanges.filter(({ origin }) => origin !== 'operator').map(({ operation }) => operation)).toEqual([
        'pushAuthorizationRequest',
        'authorize',
        'authorizeChained',
        'returnFromChained',
        'requestChainedToken',
        'requestToken',
      ])
    })

    it('takes the request of a browser as a form too, and from no other body', async () => {
      const wallet = await createHandCodeWallet(service)
      const url = new URL(wallet.authorizeUrl(await wallet.pushed()))
      const post = (mediaType: string) =>
        wallet.http({
          method: 'POST',
          path: url.pathname,
          headers: [['Content-Type', mediaType]],
          body: url.search.slice(1),
        })
      const refused = await post('text/plain')
      expect([refused.status, refused.object().error]).toEqual([400, 'invalid_request'])
      const sent = await post('application/x-www-form-urlencoded')
      expect([sent.status, sent.header('location')]).toEqual([302, expect.stringContaining('/authorize?')])
      const { exchanges, checks, raw } = await wallet.view()
      const opened = exchanges.filter(({ operation }) => operation === 'authorize')
      expect(opened.map(({ method }) => method)).toEqual(['POST', 'POST'])
      expect(raw.authorization_request).toMatchObject({
        client_id: expect.any(String),
        request_uri: { redacted: true },
      })
      const own = checks.conformance.filter(
        ({ id, exchange_id }) => id.startsWith('vci.authorize.') && exchange_id === opened[1]?.id,
      )
      expect(own.filter(({ status }) => status === 'fail')).toEqual([])
      expect(own.map(({ id }) => id)).toContain('vci.authorize.request_uri_known')
    })

    it('lets one of two browsers that come back at once have a code', async () => {
      const wallet = await createHandCodeWallet(service)
      const url = wallet.authorizeUrl(await wallet.pushed())
      const backs = await Promise.all(
        [0, 1].map(async () => {
          const chained = (await wallet.open(url)).header('location') ?? ''
          return (await wallet.open(chained)).header('location') ?? ''
        }),
      )
      const answers = await Promise.all(backs.map((back) => wallet.open(back)))
      expect(answers.map(({ status }) => status).sort()).toEqual([302, 400])
    })

    it('finds the session of a pushed request by the client that fetched its offer', async () => {
      const wallet = await createHandCodeWallet(service, { credential_offer_mode: 'credential_offer_uri' })
      const userAgent: [string, string] = ['User-Agent', 'wallet/stored']
      await wallet.http({ path: new URL(wallet.created.offer_url).pathname, headers: [userAgent] })
      const answer = await wallet.push({
        form: (form) => form.delete('issuer_state'),
        headers: (fields) => fields.push(userAgent),
      })
      expect(answer.status).toBe(201)
      expect((await wallet.view()).status).toBe('authorization_requested')
    })

    it('leaves no secret of the flow in a database file (N102)', async () => {
      const wallet = await createHandCodeWallet(service)
      const fields = wallet.attested()
      const pushed = await wallet.push({
        form: (form) => form.set('redirect_uri', 'https://wallet.example/cb?access_token=planted-in-redirect'),
        headers: (headers) => headers.push(...fields),
      })
      const requestUri = String(pushed.object().request_uri)
      const arrival = await wallet.browse(requestUri)
      const code = arrival.searchParams.get('code') ?? ''
      const token = await wallet.redeem(code, {
        form: (form) => form.set('redirect_uri', 'https://wallet.example/cb?access_token=planted-in-redirect'),
        headers: (headers) => headers.push(...wallet.attested()),
      })
      expect(token.status).toBe(200)
      const { access_token: accessToken, c_nonce: cNonce } = token.object()
      const secrets = [
        wallet.state,
        wallet.verifier,
        code,
        requestUri.split(':').at(-1),
        'planted-in-redirect',
        ...fields.map(([, value]) => value.split('.').at(-1)),
        String(accessToken).split('.').at(-1),
        String(cNonce),
      ]
      const names = await readdir(dataDir, { recursive: true, withFileTypes: true })
      const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
      expect(bytes.includes(wallet.clientId)).toBe(true)
      for (const secret of secrets) expect(bytes.includes(secret ?? '')).toBe(false)
    })
  })
})
