import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { covers } from '@/lib/testing/covers'
import { expectError, expectRefusal } from '@/lib/testing/expect-refusal'
import type { CredentialChanges, HandWallet, JwtChange } from '@/lib/testing/hand-wallet'
import { all, claim, header } from '@/lib/testing/jwt-changes'
import { nextStepGuard } from '@/lib/testing/next-step-guard'
import { startService, type TestService } from '@/lib/testing/service'
import { generateKey } from '@/lib/wallet/jose/key'

describe('key proofs', () => {
  let service: TestService
  const guard = nextStepGuard(() => service)
  afterEach(() => guard.compare())
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  const issuers = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only']
  const nowSeconds = () => Math.floor(service.now() / 1000)

  /** What is wrong, the check (below `vci.proof.jwt.`), and the changed proof. */
  const bad: readonly [name: string, check: string, change: (wallet: HandWallet) => JwtChange][] = [
    ['typ JWT (N84)', 'typ', () => header('typ', 'JWT')],
  ]

  describe.each(issuers)('a jwt proof at %s', (issuer) => {
    const request = { issuer_configuration_id: issuer }

    covers('A4.42')
    it.each(bad)('with %s is refused by vci.proof.jwt.%s, and the nonce stays usable', async (_name, check, change) => {
      const wallet = await guard.wallet(service, request)
      await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const answer = await wallet.requestCredential({ nonce, proof: change(wallet) })
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_proof',
        check: `vci.proof.jwt.${check}`,
      })
      expect((await wallet.requestCredential({ nonce })).status).toBe(200)
    })

    it.each([
      ['no JWT', 'x'],
      ['an empty text', ''],
      ['a JWT whose header is not JSON', 'eHh4.e30.eHh4'],
      ['a JWE', 'eyJhbGciOiJkaXIifQ.a.b.c.d'],
    ])('that is %s is refused by vci.proof.jwt.parse', async (_name, text) => {
      const wallet = await guard.wallet(service, request)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({
        request: (body) => {
          body.proofs = { jwt: [text] }
        },
      })
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_proof',
        check: 'vci.proof.jwt.parse',
      })
    })

    it('of a named client with another iss is refused (N88)', async () => {
      const wallet = await guard.wallet(service, request)
      const token = await wallet.requestToken({ form: (form) => form.set('client_id', 'a-wallet') })
      const accessToken = String(token.object().access_token)
      const nonce = await wallet.freshNonce()
      const answer = await wallet.requestCredential({ accessToken, nonce, proof: claim('iss', 'another-wallet') })
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_proof',
        check: 'vci.proof.jwt.iss',
      })
      const right = await wallet.requestCredential({ accessToken, nonce, proof: claim('iss', 'a-wallet') })
      expect(right.status).toBe(200)
    })

    it('that is not valid now by its own words is refused, and fails', async () => {
      const wallet = await guard.wallet(service, request)
      await wallet.obtainToken()
      const refused = { status: 400, error: 'invalid_proof', check: 'vci.proof.jwt.exp' }
      const expired = await wallet.requestCredential({ proof: claim('exp', nowSeconds() - 3600) })
      await expectRefusal(wallet, 'credential', expired, refused)
      const early = await wallet.requestCredential({ proof: claim('nbf', nowSeconds() + 3600) })
      await expectRefusal(wallet, 'credential', early, refused)
      expect(early.object().error_description).toContain('exp or nbf')
    })

    describe('N87, N99: the nonce', () => {
      const refused = { status: 400, error: 'invalid_nonce' }
      /** The key attestation inside gets a valid nonce of its own, so that the proof's is the only error. */
      const onlyInProof = async (wallet: HandWallet, nonce: string): Promise<CredentialChanges> => ({
        nonce,
        keyAttestation: claim('nonce', await wallet.freshNonce()),
      })

      it('that nobody gave is refused', async () => {
        const wallet = await guard.wallet(service, request)
        await wallet.obtainToken()
        const nonce = createHash('sha256').update('made up').digest('base64url')
        const answer = await wallet.requestCredential(await onlyInProof(wallet, nonce))
        await expectRefusal(wallet, 'credential', answer, { ...refused, check: 'vci.nonce.known' })
        expect((await wallet.requestCredential()).status).toBe(200)
      })

      it('of the other issuer is refused, and stays usable there', async () => {
        const wallet = await guard.wallet(service, request)
        const other = await guard.wallet(service, {
          issuer_configuration_id: issuers.find((id) => id !== issuer) ?? '',
        })
        await wallet.obtainToken()
        const nonce = await other.freshNonce()
        const answer = await wallet.requestCredential(await onlyInProof(wallet, nonce))
        await expectRefusal(wallet, 'credential', answer, { ...refused, check: 'vci.nonce.known' })
        expect((await other.requestCredential({ nonce })).status).toBe(200)
      })

      it('that is older than five minutes is refused, which is not an error of a wallet that gets a fresh one', async () => {
        const wallet = await guard.wallet(service, { ...request, dpop_nonce: 'off' })
        await wallet.obtainToken()
        const nonce = await wallet.freshNonce()
        service.advance(301)
        const answer = await wallet.requestCredential({ nonce })
        await expectRefusal(wallet, 'credential', answer, { ...refused, check: 'vci.nonce.alive', finding: 'warn' })
        expect((await wallet.view()).checks.nonce_verified).toBe(false)
        expect((await wallet.requestCredential()).status).toBe(200)
        const { conformance, summary, nonce_verified } = (await wallet.view()).checks
        const failed = conformance.filter(({ status, profile }) => status === 'fail' && profile !== 'haip')
        expect(failed.map(({ id }) => id)).toEqual([])
        expect(conformance.find(({ id }) => id === 'vci.nonce.recovery')?.status).toBe('pass')
        expect([summary.by_profile.base.verdict, nonce_verified]).toEqual(['pass', true])
      })

      it('that was refused once it had run out, and comes again, shows a wallet that does not recover', async () => {
        const wallet = await guard.wallet(service, { ...request, dpop_nonce: 'off' })
        await wallet.obtainToken()
        const nonce = await wallet.freshNonce()
        service.advance(301)
        for (let time = 0; time < 2; time += 1)
          expectError(await wallet.requestCredential({ nonce }), 400, 'invalid_nonce')
        const { conformance } = (await wallet.view()).checks
        expect(conformance.find(({ id }) => id === 'vci.nonce.recovery')).toMatchObject({
          status: 'fail',
          actual: 'the same nonce again',
        })
      })

      if (issuer === 'eu-pid-device-bound') {
        it('of the key attestation alone that has run out is refused likewise', async () => {
          const wallet = await guard.wallet(service, request)
          await wallet.obtainToken()
          const old = await wallet.freshNonce()
          service.advance(301)
          const answer = await wallet.requestCredential({ keyAttestation: claim('nonce', old) })
          await expectRefusal(wallet, 'credential', answer, { ...refused, check: 'vci.nonce.alive', finding: 'warn' })
        })
      }

      it('that brought a credential is refused, and a fresh one works', async () => {
        const wallet = await guard.wallet(service, request)
        await wallet.obtainToken()
        const nonce = await wallet.freshNonce()
        expect((await wallet.requestCredential({ nonce })).status).toBe(200)
        const answer = await wallet.requestCredential(await onlyInProof(wallet, nonce))
        await expectRefusal(wallet, 'credential', answer, { ...refused, check: 'vci.nonce.not_reused' })
        expect((await wallet.view()).status).toBe('credential_issued')
        expect((await wallet.requestCredential()).status).toBe(200)
      })

      it('of the token answer is taken as well', async () => {
        const wallet = await guard.wallet(service, request)
        const { access_token: accessToken, c_nonce: nonce } = (await wallet.requestToken()).object()
        const answer = await wallet.requestCredential({ accessToken: String(accessToken), nonce: String(nonce) })
        expect(answer.status).toBe(200)
        const entries = (await wallet.view()).checks.conformance
        expect(entries.find(({ id }) => id === 'vci.nonce.source')?.status).toBe('warn')
      })
    })
  })
})

describe('key attestations', () => {
  let service: TestService
  const guard = nextStepGuard(() => service)
  afterEach(() => guard.compare())
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  /** What is wrong, the check (below `vci.key_attestation.`), and the changed attestation. */
  const bad: readonly [name: string, check: string, change: (wallet: HandWallet) => JwtChange][] = [
    ['typ JWT (N90)', 'typ', () => header('typ', 'JWT')],
  ]

  const refuse = async (changes: CredentialChanges | ((wallet: HandWallet) => CredentialChanges), check: string) => {
    const wallet = await guard.wallet(service)
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
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({ proof: all(header('jwk', undefined), header('kid', '0')) })
      expect(answer.status).toBe(200)
      const keys = await wallet.http({ path: `/sessions/${wallet.created.session_id}/jwks` })
      expect(keys.status).toBe(200)
      expect(keys.object()).toMatchObject({ keys: [wallet.holderKeys[0]!.publicJwk] })
    })

    it('with a nonce that no server issued is refused as invalid_nonce (N93)', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential({ keyAttestation: claim('nonce', 'made-up') })
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_nonce',
        check: 'vci.key_attestation.nonce',
      })
    })

    it('without a nonce is taken, and told so (N93)', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      expect((await wallet.requestCredential({ keyAttestation: claim('nonce', undefined) })).status).toBe(200)
      const entries = (await wallet.view()).checks.conformance
      expect(entries.find(({ id }) => id === 'vci.key_attestation.nonce')).toMatchObject({
        status: 'fail',
        rejected: false,
      })
    })

    it('with several keys brings a credential for each of them', async () => {
      const wallet = await guard.wallet(service)
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
      const wallet = await guard.wallet(service)
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
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential(asProof(wallet, null))
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_proof',
        check: 'vci.key_attestation.nonce',
      })
    })

    it('with a nonce that no server issued is refused (N93)', async () => {
      const wallet = await guard.wallet(service)
      await wallet.obtainToken()
      const answer = await wallet.requestCredential(asProof(wallet, 'made-up'))
      await expectRefusal(wallet, 'credential', answer, {
        status: 400,
        error: 'invalid_nonce',
        check: 'vci.key_attestation.nonce',
      })
    })
  })
})
