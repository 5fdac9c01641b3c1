import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import { startService, type TestService } from '@/lib/testing/service'

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
})
