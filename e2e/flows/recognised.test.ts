import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** What stands in the wrong place is called by its name. */
describe('recognised', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(async () => {
    await service.close()
  })

  const newWallet = (request: Parameters<typeof createHandWallet>[1] = {}) =>
    createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only', ...request })

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
      const presenter = await createHandPresenter(service, credential, { response_mode: mode })
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
      const presenter = await createHandPresenter(service, credential)
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
