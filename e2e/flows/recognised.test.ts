import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import type { HandWallet } from '@/lib/testing/hand-wallet'
import { nextStepGuard } from '@/lib/testing/next-step-guard'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { generateKey } from '@/lib/wallet/jose/key'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** What stands in the wrong place is called by its name. */
describe('recognised', () => {
  const service = serviceForTests()
  const guard = nextStepGuard(() => service)
  afterEach(() => guard.compare())

  const newWallet = (request: Parameters<typeof guard.wallet>[1] = {}) =>
    guard.wallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only', ...request })

  describe('a value', () => {
    it('V11: the access token as nonce of the proof', async () => {
      const wallet = await newWallet()
      const token = await wallet.obtainToken()
      const answer = await wallet.requestCredential({ nonce: token })
      expect(answer.object()).toMatchObject({
        error: 'invalid_nonce',
        error_description: expect.stringMatching(/^The nonce of the proof is the access token of this request\. /),
      })
      expect((await wallet.view()).cause).toMatchObject({
        check: 'vci.nonce.known',
        reason: 'vci.nonce.known#other_value',
        sentence: 'The nonce of the proof is the access token of this request.',
        fix: 'Set nonce to the c_nonce that nonce_endpoint answers.',
      })
    })

    it('V4: the configuration id as credential_identifier', async () => {
      const wallet = await newWallet({ laboratory: { credential_identifiers: 'always' } })
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({
        request: (request) => {
          request.credential_identifier = request.credential_configuration_id
          delete request.credential_configuration_id
        },
      })
      expect(answer.object()).toMatchObject({ error: 'unknown_credential_identifier' })
      expect((await wallet.view()).cause).toMatchObject({
        reason: 'vci.identifiers.known#other_value',
        sentence: 'The credential_identifier is a credential_configuration_id of this session.',
        fix: expect.stringContaining('credential_identifiers'),
      })
    })
  })

  describe('a value where another one is due', () => {
    const asJson: [string, string] = ['Content-Type', 'application/json']
    const notify = async (wallet: HandWallet, token: string, request: JsonObject) =>
      wallet.http({
        method: 'POST',
        path: wallet.path('notification'),
        headers: [asJson, ['Authorization', `DPoP ${token}`], ['DPoP', wallet.dpop('notification', token)]],
        body: JSON.stringify(request),
      })
    const issued = async () => {
      const wallet = await newWallet({ dpop_nonce: 'off' })
      const token = await wallet.obtainToken()
      return { wallet, token, answer: (await wallet.requestCredential()).object() }
    }

    it('is told of a DPoP nonce', async () => {
      const wallet = await newWallet({ dpop_nonce: 'required' })
      const answer = await wallet.requestToken({
        dpop: ({ claims }) => {
          claims.nonce = wallet.code
        },
      })
      expect([answer.status, answer.object().error]).toEqual([400, 'use_dpop_nonce'])
      expect(answer.object().error_description).toMatch(
        /^The nonce of the DPoP proof is the pre-authorized code of this request\. /,
      )
      expect((await wallet.view()).cause).toMatchObject({
        reason: 'vci.dpop.nonce_adopted#other_value',
        sentence: 'The nonce of the DPoP proof is the pre-authorized code of this request.',
      })
    })

    it('is told of a refresh token, which the access token is not', async () => {
      const wallet = await newWallet({ dpop_nonce: 'off', laboratory: { refresh: {} } })
      const token = await wallet.obtainToken()
      const refreshed = (name: string) =>
        wallet.requestToken({
          form: (form) => {
            form.set('grant_type', 'refresh_token')
            form.delete('pre-authorized_code')
            form.set(name, token)
          },
        })
      const answer = await refreshed('refresh_token')
      expect([answer.status, answer.object().error]).toEqual([400, 'invalid_grant'])
      expect((await wallet.view()).cause).toMatchObject({
        reason: 'vci.refresh.token_known#other_value',
        sentence: 'The refresh_token is an access token of this session.',
      })
    })

    it('is told under which name a refresh token came', async () => {
      const wallet = await newWallet({ dpop_nonce: 'off', laboratory: { refresh: {} } })
      const { refresh_token: token } = (await wallet.requestToken()).object()
      const answer = await wallet.requestToken({
        form: (form) => {
          form.set('grant_type', 'refresh_token')
          form.delete('pre-authorized_code')
          form.set('token', String(token))
        },
      })
      expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
      expect((await wallet.view()).cause).toMatchObject({
        reason: 'vci.refresh.token_known#other_name',
        sentence: 'The parameter token stands in place of refresh_token.',
      })
    })

    it('is told of an access token', async () => {
      const wallet = await newWallet({ dpop_nonce: 'off', laboratory: { refresh: {} } })
      const { refresh_token: token } = (await wallet.requestToken()).object()
      const answer = await wallet.requestCredential({ accessToken: String(token) })
      expect([answer.status, answer.object().error]).toEqual([401, 'invalid_token'])
      expect((await wallet.view()).cause).toMatchObject({
        reason: 'vci.credential.token_valid#other_value',
        sentence: 'The access token is a refresh token of this session.',
      })
    })

    it.each([
      ['request_uri', 'vci.authorize.request_uri_known', 'The request_uri is an issuer_state of this service.'],
      ['requestUri', 'vci.par.used', null],
    ])('is told of a request_uri, sent as %s', async (name, check, sentence) => {
      const wallet = await createHandCodeWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
      const pushed = await wallet.push()
      const value = sentence === null ? String(pushed.object().request_uri) : wallet.issuerState
      const query = new URLSearchParams({ client_id: wallet.clientId, [name]: value })
      const answer = await wallet.http({ path: `${wallet.path('authorize')}?${query}` })
      expect(answer.status).toBe(400)
      const { cause } = await wallet.view()
      expect(cause?.reason).toBe(`${check}#${sentence === null ? 'other_name' : 'other_value'}`)
      expect(cause?.sentence).toBe(sentence ?? 'The parameter requestUri stands in place of request_uri.')
    })

    it.each([
      ['the access token', 'other_value', ({ token }: { token: string }) => ({ notification_id: token })],
      ['another name', 'other_name', ({ id }: { id: unknown }) => ({ notificationId: id })],
      ['no string', 'id_not_text', () => ({ notification_id: 7 })],
    ] as const)('is told of a notification_id: %s', async (_name, key, made) => {
      const { wallet, token, answer } = await issued()
      const request = made({ token, id: answer.notification_id }) as JsonObject
      const { status } = await notify(wallet, token, { ...request, event: 'credential_accepted' })
      expect(status).toBe(400)
      expect((await wallet.view()).cause).toMatchObject({ reason: `vci.notification.wellformed#${key}` })
    })
  })

  describe('a signature', () => {
    const signedWith = async (change: (wallet: HandWallet) => Parameters<HandWallet['requestCredential']>[0]) => {
      const wallet = await newWallet({ dpop_nonce: 'off' })
      await wallet.obtainToken()
      const answer = await wallet.requestCredential(change(wallet))
      expect([400, 401]).toContain(answer.status)
      return { answer: answer.object(), cause: (await wallet.view()).cause }
    }

    it('of a proof by the DPoP key is told so', async () => {
      const { answer, cause } = await signedWith((wallet) => ({
        proof: (draft) => {
          draft.key = wallet.dpopKey
        },
      }))
      expect(answer.error_description).toMatch(/^The proof is signed with the DPoP key of this request\. /)
      expect(cause).toMatchObject({
        reason: 'vci.proof.jwt.signature#signed_with_another_key',
        sentence: 'The proof is signed with the DPoP key of this request.',
        fix: 'Sign the proof with the private half of the key that it names.',
      })
    })

    it('of a DPoP proof by the holder key is told so', async () => {
      const { answer, cause } = await signedWith((wallet) => ({
        dpop: (draft) => {
          draft.key = wallet.holderKeys[0] as typeof draft.key
        },
      }))
      expect(answer.error).toBe('invalid_dpop_proof')
      expect(cause?.reason).toBe('vci.dpop.signature#signed_with_another_key')
      expect(cause?.sentence).toBe('The DPoP proof is signed with the holder key of this request.')
    })

    it('in DER is told so', async () => {
      const inDer = (jws: string) => {
        const end = jws.lastIndexOf('.') + 1
        const raw = Buffer.from(jws.slice(end), 'base64url')
        const integer = (bytes: Buffer) => {
          const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
          const value = (digits[0] ?? 0) > 127 ? Buffer.concat([Buffer.of(0), digits]) : digits
          return Buffer.concat([Buffer.of(2, value.length), value])
        }
        const body = Buffer.concat([integer(raw.subarray(0, 32)), integer(raw.subarray(32))])
        return jws.slice(0, end) + Buffer.concat([Buffer.of(0x30, body.length), body]).toString('base64url')
      }
      const { cause } = await signedWith(() => ({
        request: (request) => {
          const proofs = request.proofs as { jwt: string[] }
          proofs.jwt = proofs.jwt.map(inDer)
        },
      }))
      expect(cause).toMatchObject({
        reason: 'vci.proof.jwt.signature#signature_is_der',
        sentence: 'The signature of the proof is DER-encoded.',
      })
    })

    it.each([
      [
        'a JWE',
        'is_jwe',
        () => `${Buffer.from('{"alg":"ECDH-ES","enc":"A128GCM"}').toString('base64url')}..AAAA.AAAA.AAAA`,
      ],
      ['a credential', 'is_sd_jwt', (jwt: string) => `${jwt}~WyJzYWx0Il0~`],
      ['its JSON serialisation', 'is_json', (jwt: string) => JSON.stringify({ payload: jwt.split('.')[1] })],
    ] as const)('in place of which %s stands is told so', async (_name, key, made) => {
      const { cause } = await signedWith(() => ({
        request: (request) => {
          const proofs = request.proofs as { jwt: string[] }
          proofs.jwt = proofs.jwt.map(made)
        },
      }))
      expect(cause?.reason).toBe(`vci.proof.jwt.parse#${key}`)
    })

    it('by a key of nobody stays unexplained', async () => {
      const { cause } = await signedWith(() => ({
        proof: (draft) => {
          draft.key = generateKey()
        },
      }))
      expect(cause?.reason).toBe('vci.proof.jwt.signature#does_not_verify')
    })
  })

  describe('a name', () => {
    it.each([
      ['user_pin', 'old_name'],
      ['txCode', 'other_name'],
    ])('V17: tx_code under %s', async (name, key) => {
      const wallet = await newWallet({ tx_code: {} })
      const answer = await wallet.requestToken({
        form: (form) => {
          form.set(name, '493536')
          form.delete('tx_code')
        },
      })
      expect([answer.status, answer.object().error]).toEqual([400, 'invalid_request'])
      const { cause } = await wallet.view()
      expect(cause).toMatchObject({ reason: `vci.token.tx_code_sent#${key}`, sentence: expect.stringContaining(name) })
      expect(cause?.fix).toContain('tx_code')
    })

    it('V6: the proof of a draft', async () => {
      const wallet = await newWallet()
      await wallet.obtainToken()
      await wallet.requestCredential({
        request: (request) => {
          const { jwt } = request.proofs as { jwt: string[] }
          delete request.proofs
          request.proof = { proof_type: 'jwt', jwt: jwt[0] }
        },
      })
      expect((await wallet.view()).cause).toMatchObject({
        reason: 'vci.credential.proofs_present#old_name',
        sentence: 'The member proof of drafts before OpenID4VCI 1.0 stands in place of proofs.',
      })
    })
  })

  describe('a deferred transaction', () => {
    const poll = async (request: (id: string) => JsonObject) => {
      const wallet = await newWallet({ dpop_nonce: 'off', laboratory: { deferred: { interval: 1, pending: 0 } } })
      const token = await wallet.obtainToken()
      const { transaction_id: id } = (await wallet.requestCredential({ accessToken: token })).object()
      const answer = await wallet.http({
        method: 'POST',
        path: wallet.path('deferred'),
        headers: [
          ['Content-Type', 'application/json'],
          ['Authorization', `DPoP ${token}`],
          ['DPoP', wallet.dpop('deferred', token)],
        ],
        body: JSON.stringify(request(String(id))),
      })
      return { wallet, answer: answer.object(), view: await wallet.view() }
    }

    it.each([
      ['transactionId', 'other_name', null],
      ['acceptance_token', 'old_name', 'OpenID4VCI before 1.0'],
      ['handle', 'other_name', null],
    ])('V18: transaction_id under %s', async (name, key, draft) => {
      const { answer, view } = await poll((id) => ({ [name]: id }))
      expect(answer.error).toBe('invalid_credential_request')
      expect(view.cause).toMatchObject({ reason: `vci.deferred.wellformed#${key}` })
      expect(view.cause?.sentence).toContain(`The member ${name} `)
      expect(view.checks.summary.drafts?.signs[0]?.draft ?? null).toBe(draft)
    })

    it('is named by what stands there', async () => {
      const { answer, view } = await poll(() => ({ transaction_id: 'https://wallet.example' }))
      expect([answer.error, view.cause?.reason]).toEqual([
        'invalid_transaction_id',
        'vci.deferred.transaction_known#unknown',
      ])
    })
  })

  describe('the form of a proof', () => {
    const refused = async (change: (request: { proofs?: unknown }, jwt: string) => void) => {
      const wallet = await newWallet()
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({
        request: (request) => change(request, (request.proofs as { jwt: string[] }).jwt[0] ?? ''),
      })
      return { answer: answer.object(), cause: (await wallet.view()).cause }
    }

    it.each(['jwt', 'attestation'])('V7: proofs.%s as a string', async (type) => {
      const { answer, cause } = await refused((request, jwt) => {
        request.proofs = { [type]: jwt }
      })
      expect(answer.error).toBe('invalid_credential_request')
      expect(cause).toMatchObject({
        reason: 'vci.credential.proofs_count#not_array',
        sentence: 'The proofs of the request are a string in place of an array.',
        fix: expect.stringContaining('array'),
      })
      expect(cause?.fix).not.toMatch(/batch|one proof per/i)
    })

    it('V8: an element that is an object', async () => {
      const { cause } = await refused((request, jwt) => {
        request.proofs = { jwt: [{ jwt }] }
      })
      expect(cause?.reason).toBe('vci.credential.proofs_count#not_text')
      expect(cause?.sentence).toContain('is an object')
    })

    it('V9: a kid that is a DID URL, alone', async () => {
      const wallet = await newWallet()
      await wallet.obtainToken()
      await wallet.requestCredential({
        proof: ({ header }) => {
          header.kid = `did:jwk:${Buffer.from(JSON.stringify(header.jwk)).toString('base64url')}#0`
          delete header.jwk
        },
      })
      expect((await wallet.view()).cause).toMatchObject({
        reason: 'vci.proof.jwt.key_reference#kid_did',
        fix: 'Leave kid out and send the public key as jwk, as cryptographic_binding_methods_supported says.',
      })
    })
  })

  describe('the form of a response', () => {
    let credential: HeldCredential
    beforeAll(async () => {
      const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
      credential = credentials[0] as HeldCredential
    })

    const sentAs = async (
      mode: 'direct_post' | 'direct_post.jwt',
      tokenOf: (token: JsonObject, presentation: string) => unknown,
    ) => {
      const presenter = await guard.presenter(service, credential, { response_mode: mode })
      const { vp_token: token, state } = presenter.payload() as { vp_token: JsonObject; state: string }
      const sent = tokenOf(token, (Object.values(token)[0] as string[])[0] ?? '')
      if (mode === 'direct_post.jwt') await presenter.answer({ vp_token: sent, state })
      else
        await presenter.post([
          ['vp_token', typeof sent === 'string' ? sent : JSON.stringify(sent)],
          ['state', state],
        ])
      return presenter.view()
    }

    it.each([
      ['direct_post', (token: JsonObject) => JSON.stringify(JSON.stringify(token))],
      ['direct_post.jwt', (token: JsonObject) => JSON.stringify(token)],
      ['direct_post.jwt', (token: JsonObject) => JSON.stringify(JSON.stringify(token))],
    ] as const)('P13: a vp_token that is encoded twice, by %s', async (mode, tokenOf) => {
      const { cause, checks } = await sentAs(mode, tokenOf)
      expect(cause).toMatchObject({
        reason: 'vp.token.is_object#json_in_json',
        sentence: 'The vp_token is encoded twice: a JSON text in a JSON text.',
        fix: 'Encode the vp_token as JSON once.',
      })
      expect(checks.summary.drafts).toBeNull()
    })

    it.each(['direct_post', 'direct_post.jwt'] as const)(
      'P14: a presentation by itself, which is that of a draft, by %s',
      async (mode) => {
        const { cause, checks } = await sentAs(mode, (_token, presentation) => presentation)
        expect(cause?.reason).toBe('vp.token.is_object#presentation_alone')
        expect(checks.summary.drafts?.line).toContain('Presentation Exchange')
      },
    )

    it('P20: a response that is signed and not encrypted', async () => {
      const presenter = await guard.presenter(service, credential)
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const jws = [part({ alg: 'ES256' }), part(presenter.payload()), 'A'.repeat(86)].join('.')
      await presenter.post([['response', jws]])
      const { cause, checks } = await presenter.view()
      expect(cause).toMatchObject({
        reason: 'vp.jwe.compact#signed_not_encrypted',
        sentence: 'The parameter response is signed, not encrypted: a JWS of three parts.',
      })
      expect(checks.summary.drafts).toBeNull()
    })
  })
})
