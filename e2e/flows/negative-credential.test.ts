import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError, expectRefusal, lastExchange } from '@/lib/testing/expect-refusal'

import type { JsonRecord } from '@/lib/testing/http-client'
import { all, claim, header, signedBy } from '@/lib/testing/jwt-changes'
import { nextStepGuard } from '@/lib/testing/next-step-guard'
import { startService, type TestService } from '@/lib/testing/service'
import { accessTokenHash } from '@/lib/wallet/issuer/dpop'
import { generateKey } from '@/lib/wallet/jose/key'

describe('credential requests', () => {
  let service: TestService
  const guard = nextStepGuard(() => service)
  afterEach(() => guard.compare())
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  const proofsOf = (request: JsonRecord) => request.proofs as { jwt: string[] }

  /** What is wrong, the error, the check (below `vci.credential.`), and the changed request. */
  const bad: readonly [name: string, error: string, check: string, change: (request: JsonRecord) => void][] = [
    [
      'both identifiers (N76)',
      'invalid_credential_request',
      'one_identifier',
      (request) => {
        request.credential_identifier = 'x'
      },
    ],
  ]

  describe('a credential request', () => {
    covers('A4.40', 'A4.41', 'A7.1', 'A8.1')
    it.each(bad)(
      'with %s is refused as %s by vci.credential.%s, and the nonce stays usable',
      async (_n, error, check, change) => {
        const wallet = await guard.wallet(service)
        await wallet.obtainToken()
        const nonce = await wallet.freshNonce()
        const answer = await wallet.requestCredential({ nonce, request: change })
        await expectRefusal(wallet, 'credential', answer, { status: 400, error, check: `vci.credential.${check}` })
        expect((await wallet.view()).status).toBe('credential_requested')
        expect((await wallet.requestCredential({ nonce })).status).toBe(200)
      },
    )

    it.each([['as plain text (N75)', 'content_type', 'text/plain', null]])(
      '%s is refused, and the nonce stays usable',
      async (_name, check, type, body) => {
        const wallet = await guard.wallet(service)
        await wallet.obtainToken()
        const nonce = await wallet.freshNonce()
        const headers = (fields: [string, string][]): void => {
          fields[1] = ['Content-Type', type]
        }
        const answer = await wallet.requestCredential({ nonce, headers, ...(body === null ? {} : { body }) })
        await expectRefusal(wallet, 'credential', answer, {
          status: 400,
          error: 'invalid_credential_request',
          check: `vci.credential.${check}`,
        })
        expect((await wallet.requestCredential({ nonce })).status).toBe(200)
      },
    )

    it('with a member twice is refused (N76)', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const id = wallet.created.credential_configuration_id
      const nonce = await wallet.freshNonce()
      const proof = wallet.proof(nonce, wallet.keyAttestation(nonce))
      const body = `{"credential_configuration_id":"${id}","credential_configuration_id":"${id}","proofs":{"jwt":["${proof}"]}}`
      const answer = await wallet.requestCredential({ body, nonce })
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_credential_request',
        check: 'vci.credential.no_duplicate_members',
      })
    })

    it('in the form of an old draft is refused, and told so (N81)', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({
        request: (request) => {
          request.proof = { proof_type: 'jwt', jwt: proofsOf(request).jwt[0] }
          delete request.proofs
        },
      })
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_proof',
        check: 'vci.credential.proofs_present',
      })
      const { id } = await lastExchange(wallet, wallet.path('credential'))
      const legacy = (await wallet.view()).checks.conformance.find(
        (entry) => entry.exchange_id === id && entry.id === 'vci.credential.no_legacy_members',
      )
      expect(legacy?.status).toBe('warn')
    })

    it('with an attestation proof is refused if none is offered (N83)', async () => {
      const wallet = await guard.wallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const answer = await wallet.requestCredential({
        nonce,
        request: (request) => {
          request.proofs = { attestation: [wallet.keyAttestation(nonce)] }
        },
      })
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_proof',
        check: 'vci.credential.proof_type_supported',
      })
    })

    covers('A4.40')
    it('with members nobody knows is answered, and they are listed', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({
        request: (request) => {
          request.colour = 'blue'
        },
      })
      expect(answer.status).toBe(200)
      const entry = (await wallet.view()).checks.conformance.find(({ id }) => id === 'vci.credential.unknown_members')
      expect(entry?.status).toBe('warn')
      expect(JSON.stringify(entry?.actual)).toContain('colour')
    })

    it('whose media type has parameters is answered', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const headers = (fields: [string, string][]): void => {
        fields[1] = ['Content-Type', 'Application/JSON; charset=utf-8']
      }
      expect((await wallet.requestCredential({ headers })).status).toBe(200)
    })

    it('by GET does not exist', async () => {
      const wallet = await guard.wallet(service)
      const answer = await wallet.http({ path: wallet.path('credential') })
      expectError(answer, 405, 'method_not_allowed')
      expect(answer.header('allow')).toBe('POST, OPTIONS')
    })
  })
})

describe('access tokens', () => {
  let service: TestService
  const guard = nextStepGuard(() => service)
  afterEach(() => guard.compare())
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  /** Replaces the value of the Authorization header. */
  const authorization =
    (...values: readonly string[]) =>
    (fields: [string, string][]): void => {
      fields.splice(0, 1, ...values.map((value): [string, string] => ['Authorization', value]))
    }

  describe('the access token at the credential endpoint', () => {
    covers('A4.39')
    it('is asked for when it is missing, by a challenge without an error code (N68)', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({ headers: authorization() })
      expectError(answer, 401, 'invalid_token')
      expect(answer.header('www-authenticate')).toBe('DPoP algs="ES256"')
    })

    covers('A1.8')
    it('is refused as bearer token, because it is bound to a key (N69)', async () => {
      const wallet = await guard.wallet(service)
      const accessToken = await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const answer = await wallet.requestCredential({ nonce, headers: authorization(`Bearer ${accessToken}`) })
      await expectRefusal(wallet, 'credential', answer, {
        status: 401,
        error: 'invalid_token',
        check: 'vci.dpop.scheme',
      })
      expect(answer.header('www-authenticate')).toBe('DPoP error="invalid_token", algs="ES256"')
      expect((await wallet.requestCredential({ nonce })).status).toBe(200)
    })

    it.each(['query', 'body'])('is refused in the %s (N70)', async (place) => {
      const wallet = await guard.wallet(service)
      const accessToken = await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const answer = await wallet.requestCredential(
        place === 'query'
          ? { nonce, query: `?access_token=${accessToken}` }
          : {
              nonce,
              request: (request) => {
                request.access_token = accessToken
              },
            },
      )
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_request',
        check: 'vci.credential.token_in_header',
      })
      expect((await wallet.requestCredential({ nonce })).status).toBe(200)
    })

    it('is refused when it comes twice', async () => {
      const wallet = await guard.wallet(service)
      const accessToken = await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const twice = authorization(`DPoP ${accessToken}`, `DPoP ${accessToken}`)
      expectError(await wallet.requestCredential({ nonce, headers: twice }), 400, 'invalid_request')
      expect((await wallet.requestCredential({ nonce })).status).toBe(200)
    })

    covers('A5.3')
    it.each([
      ['nonsense', () => 'garbage'],
      ['nonsense of three parts', () => 'eyJhbGciOiJub25lIn0.e30.x'],
      ['a token with another signature', (token: string) => `${token.slice(0, -20)}AAAAAAAAAAAAAAAAAAAA`],
      ['a token without its signature', (token: string) => token.slice(0, token.lastIndexOf('.') + 1)],
    ])('is refused when it is %s (N71)', async (_name, change) => {
      const wallet = await guard.wallet(service)
      const accessToken = change(await wallet.obtainToken())
      const answer = await wallet.requestCredential({ accessToken })
      expectError(answer, 401, 'invalid_token')
      expect(answer.header('www-authenticate')).toBe('DPoP error="invalid_token", algs="ES256"')
      expect((await wallet.requestCredential()).status).toBe(200)
    })

    it('is refused when its ten minutes are over (N71)', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      service.advance(570)
      expect((await wallet.requestCredential()).status).toBe(200)
      service.advance(31)
      const answer = await wallet.requestCredential()
      await expectRefusal(wallet, 'credential', answer, {
        status: 401,
        error: 'invalid_token',
        check: 'vci.credential.token_valid',
      })
      expect((await wallet.view()).status).toBe('credential_issued')
    })

    it('of the other issuer is refused (N71)', async () => {
      const wallet = await guard.wallet(service)
      const other = await guard.wallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      const foreign = await other.obtainToken()
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({
        accessToken: foreign,
        dpop: all(header('jwk', other.dpopKey.publicJwk), signedBy(other.dpopKey)),
      })
      expectError(answer, 401, 'invalid_token')
      expect((await other.requestCredential()).status).toBe(200)
    })

    it('may be presented under a scheme in lower case (N74)', async () => {
      const wallet = await guard.wallet(service)
      const accessToken = await wallet.obtainToken()
      expect((await wallet.requestCredential({ headers: authorization(`dpop ${accessToken}`) })).status).toBe(200)
    })

    it('works again for another credential with a fresh nonce', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      expect((await wallet.requestCredential()).status).toBe(200)
      expect((await wallet.requestCredential()).status).toBe(200)
    })
  })

  describe('the DPoP proof at the credential endpoint', () => {
    covers('A4.39', 'A5.3', 'A7.2')
    it.each([['missing (N72)', 'vci.dpop.header_present', null]])(
      'is refused when it is %s',
      async (_name, check, dpop) => {
        const wallet = await guard.wallet(service)
        await wallet.obtainToken()
        const nonce = await wallet.freshNonce()
        const answer = await wallet.requestCredential({ nonce, dpop })
        await expectRefusal(wallet, 'credential', answer, { status: 401, error: 'invalid_dpop_proof', check })
        expect(answer.header('www-authenticate')).toBe('DPoP error="invalid_dpop_proof", algs="ES256"')
        expect((await wallet.requestCredential({ nonce })).status).toBe(200)
      },
    )

    covers('A1.5')
    it.each([
      ['its own token', undefined, 'pass'],
      ['another token', 'another', 'fail'],
    ])('leaves the result of the ath of %s on record, and its value nowhere', async (_name, other, status) => {
      const wallet = await guard.wallet(service)
      const accessToken = await wallet.obtainToken()
      const ath = accessTokenHash(other ?? accessToken)
      await wallet.requestCredential({
        dpop: claim('ath', ath),
        query: `?ath=${ath}`,
        headers: (fields) => fields.push(['Ath', ath]),
      })
      const view = await wallet.view()
      const { id, decoded } = view.exchanges.findLast(({ operation }) => operation === 'requestCredential') ?? {}
      const found = view.checks.conformance.find((one) => one.id === 'vci.dpop.ath_matches' && one.exchange_id === id)
      expect(found?.status).toBe(status)
      expect(decoded).toContainEqual(
        expect.objectContaining({
          kind: 'dpop',
          claims: expect.objectContaining({ ath: expect.objectContaining({ present: true, length: 43 }) }),
        }),
      )
      const ledger = await wallet.http({ path: '/oid4vci/requests' })
      for (const evidence of [JSON.stringify(view), ledger.body]) expect(evidence).not.toContain(ath)
    })

    covers('A1.8', 'A5.3')
    it('is refused when another key made it than the one the token is bound to (N73)', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const key = generateKey()
      const answer = await wallet.requestCredential({ nonce, dpop: all(header('jwk', key.publicJwk), signedBy(key)) })
      await expectRefusal(wallet, 'credential', answer, {
        status: 401,
        error: 'invalid_token',
        check: 'vci.dpop.key_bound_to_token',
      })
      expect((await wallet.requestCredential({ nonce })).status).toBe(200)
    })

    it('is refused when it is sent a second time', async () => {
      const wallet = await guard.wallet(service)
      const accessToken = await wallet.obtainToken()
      const dpop = { values: [wallet.dpop('credential', accessToken)] }
      expect((await wallet.requestCredential({ dpop })).status).toBe(200)
      const answer = await wallet.requestCredential({ dpop })
      await expectRefusal(wallet, 'credential', answer, {
        status: 401,
        error: 'invalid_dpop_proof',
        check: 'vci.dpop.jti_unique',
      })
    })

    it('of the token request is refused here', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({ dpop: { values: [wallet.dpop('token')] } })
      expectError(answer, 401, 'invalid_dpop_proof')
    })
  })
})
