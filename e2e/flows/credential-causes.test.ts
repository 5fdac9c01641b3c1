import { describe, expect, it } from 'vitest'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { JwtDraft } from '@/lib/wallet/jose/jws'
import { generateKey } from '@/lib/wallet/jose/key'

/** What a refused credential request is told about its identifiers, its proofs and the key of its proof. */
const service = serviceForTests()

const newWallet = async (request: JsonRecord = {}) => {
  const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only', ...request })
  await wallet.obtainToken()
  return wallet
}

const said = (value: unknown): string => JSON.stringify(value)

describe('an identifier of the credential', () => {
  it('V3: both members, where the token response has credential_identifiers', async () => {
    const wallet = await createHandWallet(service, {
      issuer_configuration_id: 'eu-pid-jwt-proof-only',
      laboratory: { credential_identifiers: 'always' },
    })
    const token = (await wallet.requestToken()).object()
    const [details] = token.authorization_details as { credential_identifiers: string[] }[]
    const [identifier] = details?.credential_identifiers ?? []
    const answer = await wallet.requestCredential({
      accessToken: String(token.access_token),
      request: (request) => {
        request.credential_identifier = identifier
      },
    })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_credential_request'])
    const { cause, checks } = await wallet.view()
    expect(cause).toMatchObject({
      reason: 'vci.credential.one_identifier#both_members',
      sentence: 'The credential request has both credential_configuration_id and credential_identifier.',
      fix: 'Send the credential_identifier alone, as the token response has credential_identifiers.',
    })
    const failed = checks.conformance.filter(({ status }) => status === 'fail' || status === 'warn')
    expect(said([answer.object(), cause, failed])).not.toMatch(/gave no|held no|had no|has no credential_identifiers/)
    const alone = await wallet.requestCredential({
      accessToken: String(token.access_token),
      request: (request) => {
        request.credential_identifier = identifier
        delete request.credential_configuration_id
      },
    })
    expect(alone.status, alone.body).toBe(200)
  })
})

describe('proofs', () => {
  it('V6: the member of a draft is named with its draft', async () => {
    const wallet = await newWallet()
    await wallet.requestCredential({
      request: (request) => {
        const { jwt } = request.proofs as { jwt: string[] }
        delete request.proofs
        request.proof = { proof_type: 'jwt', jwt: jwt[0] }
      },
    })
    const { cause, checks } = await wallet.view()
    expect(cause?.sentence).toContain('The member proof of drafts before OpenID4VCI 1.0')
    expect(checks.summary.drafts?.signs.map(({ draft }) => draft)).toContain('OpenID4VCI before 1.0')
  })

  it('V8: an element that is an object is no missing proof', async () => {
    const wallet = await newWallet()
    const answer = await wallet.requestCredential({
      request: (request) => {
        const { jwt } = request.proofs as { jwt: string[] }
        request.proofs = { jwt: [{ jwt: jwt[0] }] }
      },
    })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_credential_request'])
    const { cause } = await wallet.view()
    expect(cause?.sentence).toContain('is an object')
    expect(said([answer.object(), cause])).not.toMatch(/no proof|proofs (is|are) (missing|absent)/i)
  })
})

describe('V10: the key of a jwt proof', () => {
  const withHeader = (change: (header: JwtDraft['header']) => void) => ({
    proof: ({ header }: JwtDraft) => {
      delete header.jwk
      change(header)
    },
  })

  it.each<[string, string, (header: JwtDraft['header']) => void, string, RegExp]>([
    ['no reference', 'eu-pid-jwt-proof-only', () => {}, 'no_reference', /jwk/],
    [
      'a number',
      'eu-pid-jwt-proof-only',
      (header) => {
        header.kid = 0
      },
      'kid_not_a_string',
      /jwk/,
    ],
    [
      'a kid alone',
      'eu-pid-jwt-proof-only',
      (header) => {
        header.kid = '0'
      },
      'kid_alone',
      /jwk/,
    ],
    ['no reference', 'eu-pid-device-bound', () => {}, 'no_reference', /jwk/],
    [
      'an index of no key',
      'eu-pid-device-bound',
      (header) => {
        header.kid = '7'
      },
      'kid_unmatched',
      /attested_keys/,
    ],
    [
      'the kid of another key',
      'eu-pid-device-bound',
      (header) => {
        header.kid = generateKey().thumbprint
      },
      'kid_unmatched',
      /attested_keys/,
    ],
  ])('%s at %s has a reason of its own', async (_, issuer, change, reason, fix) => {
    const wallet = await newWallet({ issuer_configuration_id: issuer })
    const answer = await wallet.requestCredential(withHeader(change))
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_proof'])
    const { cause } = await wallet.view()
    expect(cause).toMatchObject({
      check: 'vci.proof.jwt.key_reference',
      reason: `vci.proof.jwt.key_reference#${reason}`,
    })
    expect(cause?.fix).toMatch(fix)
    // One reference, or none, is seen: the number is not what is wrong.
    expect(said([answer.object().error_description, cause])).not.toMatch(/exactly one/)
    if (issuer === 'eu-pid-jwt-proof-only') expect(cause?.fix).not.toContain('attested_keys')
  })

  it('named twice: then its number is what is wrong', async () => {
    const wallet = await newWallet()
    const answer = await wallet.requestCredential({
      proof: ({ header }) => {
        header.kid = '0'
      },
    })
    expect(answer.object().error).toBe('invalid_proof')
    const { cause } = await wallet.view()
    expect(cause).toMatchObject({ reason: 'vci.proof.jwt.key_reference#several' })
    expect(cause?.fix).toContain('Keep one')
  })
})
