import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectRefusal } from '@/lib/testing/expect-refusal'
import { type CredentialChanges, createHandWallet, type HandWallet, type JwtChange } from '@/lib/testing/hand-wallet'
import { all, claim, header } from '@/lib/testing/jwt-changes'
import { startService, type TestService } from '@/lib/testing/service'
import { generateKey } from '@/lib/wallet/jose/key'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** What is wrong, the check that says so (below `vci.key_attestation.`), and the change of the attestation. */
const bad: readonly [name: string, check: string, change: (wallet: HandWallet) => JwtChange][] = [
  ['typ JWT (N90)', 'typ', () => header('typ', 'JWT')],
]

const refuse = async (changes: CredentialChanges | ((wallet: HandWallet) => CredentialChanges), check: string) => {
  const wallet = await createHandWallet(service)
  await wallet.obtainToken()
  const nonce = await wallet.freshNonce()
  const answer = await wallet.requestCredential({
    nonce,
    ...(typeof changes === 'function' ? changes(wallet) : changes),
  })
  await expectRefusal(wallet, 'credential', answer, { status: 400, error: 'invalid_proof', check })
  expect((await wallet.requestCredential({ nonce })).status).toBe(200)
}

describe('a key attestation at eu-pid-device-bound', () => {
  it.each(bad)('with %s is refused by vci.key_attestation.%s, and the nonce stays usable', (_name, check, change) =>
    refuse((wallet) => ({ keyAttestation: change(wallet) }), `vci.key_attestation.${check}`),
  )

  covers('A4.42')
  it('that is missing is refused (N89)', () => refuse({ keyAttestation: null }, 'vci.key_attestation.present'))

  it('that is not a string is refused (N90)', () =>
    refuse({ proof: header('key_attestation', { jwt: 'x' }) }, 'vci.key_attestation.present'))

  it('with an index that it does not have is refused (N91)', () =>
    refuse({ proof: all(header('jwk', undefined), header('kid', '5')) }, 'vci.proof.jwt.key_reference'))

  covers('A4.15')
  it('may name the key by its index alone, and its keys are read back (N92)', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answer = await wallet.requestCredential({ proof: all(header('jwk', undefined), header('kid', '0')) })
    expect(answer.status).toBe(200)
    const keys = await wallet.http({ path: `/sessions/${wallet.created.session_id}/jwks` })
    expect(keys.status).toBe(200)
    expect(keys.object()).toMatchObject({ keys: [wallet.holderKeys[0]!.publicJwk] })
  })

  it('with a nonce that no server issued is refused as invalid_nonce (N93)', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answer = await wallet.requestCredential({ keyAttestation: claim('nonce', 'made-up') })
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_nonce',
      check: 'vci.key_attestation.nonce',
    })
  })

  it('without a nonce is taken, and told so (N93)', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    expect((await wallet.requestCredential({ keyAttestation: claim('nonce', undefined) })).status).toBe(200)
    const entries = (await wallet.view()).checks.conformance
    expect(entries.find(({ id }) => id === 'vci.key_attestation.nonce')).toMatchObject({
      status: 'fail',
      rejected: false,
    })
  })

  it('with several keys brings a credential for each of them', async () => {
    const wallet = await createHandWallet(service)
    wallet.holderKeys.push(generateKey(), generateKey())
    await wallet.obtainToken()
    const answer = await wallet.requestCredential()
    expect(answer.status).toBe(200)
    expect(answer.object().credentials).toHaveLength(3)
    const keys = (await wallet.http({ path: `/sessions/${wallet.created.session_id}/jwks` })).object().keys
    expect((keys as { kid: string }[]).map(({ kid }) => kid).sort()).toEqual(
      wallet.holderKeys.map(({ thumbprint }) => thumbprint).sort(),
    )
  })
})

describe('N94: an attestation proof', () => {
  const asProof = (wallet: HandWallet, nonce: string | null, change?: JwtChange): CredentialChanges => ({
    nonce,
    request: (request) => {
      request.proofs = { attestation: [wallet.keyAttestation(nonce, change)] }
    },
  })

  covers('A4.43')
  it('with three keys brings three credentials', async () => {
    const wallet = await createHandWallet(service)
    wallet.holderKeys.push(generateKey(), generateKey())
    await wallet.obtainToken()
    const answer = await wallet.requestCredential(asProof(wallet, await wallet.freshNonce()))
    expect(answer.status).toBe(200)
    expect(answer.object().credentials).toHaveLength(3)
    const { keys } = (await wallet.http({ path: `/sessions/${wallet.created.session_id}/jwks` })).object()
    expect((keys as { kid: string }[]).map(({ kid }) => kid).sort()).toEqual(
      wallet.holderKeys.map(({ thumbprint }) => thumbprint).sort(),
    )
  })

  covers('A4.43')
  it('without a nonce is refused (N93)', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answer = await wallet.requestCredential(asProof(wallet, null))
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_proof',
      check: 'vci.key_attestation.nonce',
    })
  })

  it('with a nonce that no server issued is refused (N93)', async () => {
    const wallet = await createHandWallet(service)
    await wallet.obtainToken()
    const answer = await wallet.requestCredential(asProof(wallet, 'made-up'))
    await expectRefusal(wallet, 'credential', answer, {
      status: 400,
      error: 'invalid_nonce',
      check: 'vci.key_attestation.nonce',
    })
  })
})
