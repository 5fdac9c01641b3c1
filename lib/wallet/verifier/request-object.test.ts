import { describe, expect, it } from 'vitest'
import { presentingWallet } from '../testing/presenting-wallet'
import type { VerifierScript } from '../testing/scripted-verifier'

const { start, present } = await presentingWallet()

const wallets = 'https://self-issued.me/v2'
const deliveries = [
  { delivery: 'by_reference', method: 'get' },
  { delivery: 'by_reference', method: 'post' },
  { delivery: 'by_value' },
] as const satisfies VerifierScript[]

const withClaims =
  (changes: object): NonNullable<VerifierScript['request']> =>
  ({ claims }) => {
    Object.assign(claims, changes)
  }

describe('a request object', () => {
  it.each([
    ['has no audience', { aud: undefined }, `there is no aud, which is ${wallets}`],
    ['is for another wallet', { aud: 'https://wallet.example' }, `the aud is not ${wallets}`],
    ['is for wallets and somebody else', { aud: [wallets, 'https://wallet.example'] }, `the aud is not ${wallets}`],
    ['is for nobody', { aud: [] }, `the aud is not ${wallets}`],
    ['holds another request', { request: 'a.b.c' }, 'it holds another request'],
    ['points to another request', { request_uri: 'https://verifier.example/r' }, 'it holds another request'],
  ])('that %s gets an error, however it came', async (_what, changes, why) => {
    for (const delivery of deliveries) {
      const verifier = await start({ ...delivery, request: withClaims(changes) })
      const description = `The request object is not usable: ${why}`
      expect(await present(verifier)).toMatchObject({
        outcome: 'declined',
        declined: { error: 'invalid_request_object', description },
      })
      expect(verifier.lastResponse()).toMatchObject({ error: 'invalid_request_object', error_description: description })
      expect(verifier.lastResponse()).not.toHaveProperty('vp_token')
    }
  })

  it('may write its audience as the only one of a list', async () => {
    const verifier = await start({ request: withClaims({ aud: [wallets] }) })
    expect(await present(verifier)).toMatchObject({ outcome: 'presented', reason: null })
  })
})

describe('a signed request that a browser carries', () => {
  it.each(['openid4vp-v1-signed', 'openid4vp-v1-multisigned'] as const)(
    'by %s may say whom it is for by its origins alone',
    async (protocol) => {
      const without = await start({ protocols: [protocol], request: withClaims({ aud: undefined }) })
      expect(await present(without)).toMatchObject({ outcome: 'presented', reason: null })
      const other = await start({ protocols: [protocol], request: withClaims({ aud: 'https://wallet.example' }) })
      expect(await present(other)).toMatchObject({ outcome: 'declined', declined: { error: 'invalid_request_object' } })
    },
  )

  it('holds no other request', async () => {
    const request = withClaims({ request: 'a.b.c' })
    const verifier = await start({ protocols: ['openid4vp-v1-signed'], request })
    expect(await present(verifier)).toMatchObject({ declined: { error: 'invalid_request_object' } })
  })
})
