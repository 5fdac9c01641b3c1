import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { covers } from '@/lib/testing/covers'
import { startService, type TestService } from '@/lib/testing/service'
import { createKeyAttester, type KeyAttester } from '@/lib/wallet/issuer/credential/attester'
import { type IssuanceOptions, runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletProfile } from '@/lib/wallet/issuer/settings'
import { generateKey } from '@/lib/wallet/jose/key'

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
