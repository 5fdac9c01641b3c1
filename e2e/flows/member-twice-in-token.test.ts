import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import { createHandWallet, type HandWallet } from '@/lib/testing/hand-wallet'
import { rewritten, twice } from '@/lib/testing/jwt-changes'
import { startService, type TestService } from '@/lib/testing/service'

/** Readers of JSON differ in which of two equal names counts: RFC 7515 section 4, RFC 7519 section 4. */
let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** The finding of a check in the session of a wallet, as JSON. */
const told = async (wallet: HandWallet, check: string): Promise<string> =>
  JSON.stringify((await wallet.view()).checks.conformance.find(({ id }) => id === check))

describe('a token that names a member twice', () => {
  it.each(['header', 'claims'] as const)('is refused as DPoP proof, in its %s', async (part) => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({ dpop: twice(part, part === 'header' ? 'typ' : 'htm') })
    expectError(answer, 401, 'invalid_dpop_proof')
    expect(String(answer.object().error_uri)).toMatch(/vci\.dpop\.wellformed$/)
  })

  it.each([
    ['jwt proof', { proof: twice('claims', 'aud') }, 'vci.proof.jwt.parse'],
    ['key attestation', { keyAttestation: twice('claims', 'nonce') }, 'vci.key_attestation.present'],
  ] as const)('is refused as %s', async (_name, changes, check) => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answer = await wallet.requestCredential(changes)
    expectError(answer, 400, 'invalid_proof')
    expect(String(answer.object().error_uri).endsWith(check)).toBe(true)
  })

  it.each(['attestation', 'pop'] as const)('is refused as %s of a wallet', async (which) => {
    const wallet = await createHandCodeWallet(service)
    const change = twice('claims', 'iss')
    const fields = wallet.attested(which === 'attestation' ? change : undefined, which === 'pop' ? change : undefined)
    const answer = await wallet.push({ headers: (headers) => headers.push(...fields) })
    expectError(answer, 400, 'invalid_client')
    expect(String(answer.object().error_uri)).toMatch(/vci\.wallet_attestation\.headers_paired$/)
    expect(await told(wallet, 'vci.wallet_attestation.headers_paired')).toContain(
      `${which === 'pop' ? 'The proof of possession' : 'The wallet attestation'} names claims.iss twice`,
    )
  })

  it('is told with the name of a member that no text knows', async () => {
    const wallet = await createHandWallet(service)
    await wallet.requestToken({
      dpop: rewritten('claims', (text) => text.replace('{', '{"ours":1,"ours":2,')),
    })
    expect(await told(wallet, 'vci.dpop.wellformed')).toContain('The DPoP proof names claims.ours twice')
  })

  it('is none if the member is inside a claim that is no key', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({
      dpop: rewritten('claims', (text) => text.replace('{', '{"x":{"a":1,"a":2},')),
    })
    expect(answer.status).toBe(200)
  })

  it('is refused for a member of the key in its header', async () => {
    const wallet = await createHandWallet(service)
    const answer = await wallet.requestToken({
      dpop: rewritten('header', (text) => text.replace('"jwk":{', '"jwk":{"kty":"other",')),
    })
    expectError(answer, 401, 'invalid_dpop_proof')
    expect(String(answer.object().error_uri)).toMatch(/vci\.dpop\.wellformed$/)
  })
})
