import { type KeyObject, sign } from 'node:crypto'
import { CompactEncrypt, exportJWK, generateKeyPair, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { type CredentialChanges, createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import type { HttpAnswer } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'

/** Requests of public bug reports about wallets, and what their reader is told. */
const service = serviceForTests()

async function withToken(): Promise<HandWallet> {
  const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
  await wallet.obtainToken()
  return wallet
}

describe('a nonce claim that is null', () => {
  const nullNonce = (nonce: string | null): CredentialChanges => ({
    nonce,
    proof: ({ claims }) => {
      claims.nonce = null
    },
  })

  it('is named, and that no nonce was fetched, on the page as on the wire', async () => {
    const wallet = await withToken()
    const answer = await wallet.requestCredential(nullNonce(null))
    expect(answer.object().error_description).toContain('The nonce claim of the proof is null')
    expect((await wallet.view()).cause).toMatchObject({ reason: 'vci.proof.jwt.nonce_present#null_not_fetched' })
  })

  it('is named alone where one was fetched', async () => {
    const wallet = await withToken()
    const answer = await wallet.requestCredential(nullNonce(await wallet.freshNonce()))
    expect(answer.object().error_description).toContain('The nonce claim of the proof is null')
    expect((await wallet.view()).cause).toMatchObject({ reason: 'vci.proof.jwt.nonce_present#null_claim' })
  })
})

describe('a credential that is named as in drafts', () => {
  it('leads, and the drafts are told with its fix', async () => {
    const wallet = await withToken()
    await wallet.requestCredential({
      request: (request) => {
        const { jwt } = request.proofs as { jwt: string[] }
        for (const name of Object.keys(request)) delete request[name]
        Object.assign(request, {
          format: 'vc+sd-jwt',
          credential_definition: { types: ['urn:eudi:pid:1'] },
          proof: { proof_type: 'jwt', jwt: jwt[0] },
        })
      },
    })
    const { cause, checks } = await wallet.view()
    expect(cause?.reason).toBe('vci.credential.one_identifier#by_format')
    expect(cause?.sentence).toContain('format and credential_definition')
    expect(checks.summary.drafts?.line).toContain(`Change first: ${cause?.fix}`)
  })
})

describe('alg beside the jwk of an encrypted response', () => {
  it('that the jwk has too is to be removed, and is no sign of a draft', async () => {
    const wallet = await withToken()
    const metadata = await (
      await fetch(`${service.baseUrl}/.well-known/openid-credential-issuer${wallet.path('').replace(/\/$/, '')}`)
    ).json()
    const [key] = metadata.credential_request_encryption.jwks.keys
    const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), alg: 'ECDH-ES', use: 'enc', kid: '1' }
    const request = {
      credential_configuration_id: wallet.created.credential_configuration_id,
      proofs: { jwt: [wallet.proof(await wallet.freshNonce(), null)] },
      credential_response_encryption: { jwk, alg: 'ECDH-ES', enc: 'A128GCM' },
    }
    const body = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(request)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', kid: key.kid, cty: 'json' })
      .encrypt(await importJWK(key, 'ECDH-ES'))
    const answer = await wallet.requestCredential({
      body,
      headers: (fields) => {
        const type = fields.findIndex(([name]) => name.toLowerCase() === 'content-type')
        fields.splice(type, 1, ['Content-Type', 'application/jwt'])
      },
    })
    expect(answer.status).toBe(200)
    const { checks } = await wallet.view()
    expect(checks.conformance).toContainEqual(
      expect.objectContaining({
        reason: 'vci.encryption.response_params#alg_twice',
        hint: 'Remove the alg beside jwk: that in the jwk counts.',
      }),
    )
    expect(checks.summary.drafts).toBeNull()
  })
})

describe('a notification with the wrong names', () => {
  it('is told all of it at once, and the page has the next step of the read-back', async () => {
    const wallet = await createHandWallet(service, { issuer_configuration_id: 'eu-pid-jwt-proof-only' })
    const token = await wallet.obtainToken()
    const id = (await wallet.requestCredential()).object().notification_id
    const notify = (body: object): Promise<HttpAnswer> =>
      wallet.http({
        method: 'POST',
        path: wallet.path('notification'),
        headers: [
          ['Content-Type', 'application/json'],
          ['Authorization', `DPoP ${token}`],
          ['DPoP', wallet.dpop('notification', token)],
        ],
        body: JSON.stringify(body),
      })
    await notify({ id, event: 'CREDENTIAL_ACCEPTED', eventDescription: 'ok' })
    const { cause, next_step: next } = await wallet.view()
    for (const told of ['no notification_id', 'CREDENTIAL_ACCEPTED', 'capitals', 'id, eventDescription'])
      expect(cause?.sentence).toContain(told)
    expect(next?.operation).toBe('sendNotification')
    await notify({ notification_id: id, event: 'CREDENTIAL_ACCEPTED' })
    const after = await wallet.view()
    expect(after.next_step?.do).toContain('Write event in small letters')
    expect((await notify({ notification_id: id, event: 'credential_accepted' })).status).toBe(204)
  })
})

describe('a signature in DER', () => {
  it('is named so in the cause, for the proof', async () => {
    const wallet = await withToken()
    const nonce = await wallet.freshNonce()
    const [header, claims] = wallet.proof(nonce, null).split('.')
    const der = sign(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      wallet.holderKeys[0]?.privateKey as KeyObject,
    ).toString('base64url')
    await wallet.requestCredential({
      nonce,
      request: (request) => {
        request.proofs = { jwt: [`${header}.${claims}.${der}`] }
      },
    })
    expect((await wallet.view()).cause?.sentence).toContain('DER')
  })
})
