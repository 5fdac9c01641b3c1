import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { makePresentation, type PresentationChanges, testKey } from '@/lib/testing/presented/make-presentation'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** What a session says of an SD-JWT VC that is wrong in one way. */
const service = serviceForTests()
let credential: HeldCredential
beforeAll(async () => {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

const session = (body: JsonObject = {}) => createHandPresenter(service, credential, body)

describe('an issuer that is known by no certificate', () => {
  const present = async (changes: PresentationChanges) => {
    const presenter = await session({
      dcql_query: {
        credentials: [
          {
            id: 'pid',
            format: 'dc+sd-jwt',
            meta: { vct_values: ['urn:eudi:pid:1'] },
            claims: [{ path: ['family_name'] }, { path: ['given_name'] }],
          },
        ],
      },
    })
    const { client_id: aud, nonce, state } = presenter.request
    const now = Math.floor(Date.now() / 1000)
    const text = makePresentation({
      ...changes,
      payload: { iat: now - 60, nbf: now - 60, exp: now + 3600, ...changes.payload },
      kb: { claims: { aud, nonce, iat: now } },
    })
    const answer = await presenter.answer({ vp_token: { pid: [text] }, state })
    expect(answer.object().error).toBe('invalid_presentation')
    return presenter.view()
  }

  it.each([
    ['did:jwk', `did:jwk:${Buffer.from(JSON.stringify(testKey().jwk)).toString('base64url')}`],
    ['did:web', 'did:web:issuer.example:pid'],
  ])('P17: is named where its iss is a %s', async (method, iss) => {
    const { cause } = await present({ payload: { iss }, header: { kid: `${iss}#0` } })
    expect(cause).toMatchObject({
      reason: 'vp.sdjwt.key_resolved#did',
      sentence: `The iss of the credential is a DID, ${method}, and DIDs of issuers are not resolved here.`,
      fix: 'Present a credential with the certificates of its issuer in x5c.',
    })
    expect(JSON.stringify(cause)).not.toMatch(/FETCH_ISSUER_METADATA|issuer\.example/)
  })

  it('P17: is told that a key in its own header proves nothing', async () => {
    const { cause } = await present({ payload: { iss: randomUUID() }, header: { jwk: testKey().jwk } })
    expect(cause?.reason).toBe('vp.sdjwt.key_resolved#header_jwk')
    expect(cause?.sentence).toContain('proves nothing')
    expect(JSON.stringify(cause)).not.toContain('FETCH_ISSUER_METADATA')
  })
})

describe('P7: the nonce of a Key Binding JWT', () => {
  it('is told to be the state of the request', async () => {
    const presenter = await session()
    const answer = await presenter.answer(
      presenter.payload({
        keyBinding: ({ claims }) => {
          claims.nonce = presenter.request.state
        },
      }),
    )
    expect(answer.object().error).toBe('invalid_presentation')
    expect((await presenter.view()).cause?.reason).toBe('vp.kb.nonce#nonce_is_state')
  })

  it('is told to be the wallet_nonce', async () => {
    const presenter = await session()
    await presenter.http({
      method: 'POST',
      path: presenter.requestPath,
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: 'wallet_nonce=a-nonce-of-the-wallet',
    })
    await presenter.answer(
      presenter.payload({
        keyBinding: ({ claims }) => {
          claims.nonce = 'a-nonce-of-the-wallet'
        },
      }),
    )
    expect((await presenter.view()).cause).toMatchObject({
      reason: 'vp.kb.nonce#nonce_is_wallet_nonce',
      sentence: 'The nonce of the Key Binding JWT is the wallet_nonce.',
    })
  })
})
