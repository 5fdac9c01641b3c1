import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import { readJws } from '@/lib/wallet/jose/jws'
import { generateKey, type WalletKey } from '@/lib/wallet/jose/key'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

describe('batches', () => {
  const service = serviceForTests()

  const [db, jo] = ['eu-pid-device-bound', 'eu-pid-jwt-proof-only'] as const
  const mdoc = 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof'

  const post = (body: JsonRecord) =>
    service.http({
      method: 'POST',
      path: '/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(body),
    })
  const get = (path: string) => service.http({ path })
  const open = async (batch: JsonRecord | null, more: JsonRecord = {}) =>
    (
      await post({ issuer_configuration_id: jo, flow: 'pre_authorized_code', laboratory: { batch }, ...more })
    ).object() as { session_id: string; deeplink: string; laboratory_url: string }
  const view = async (id: string): Promise<IssuanceSessionView> =>
    (await get(`/sessions/${id}`)).json() as IssuanceSessionView

  const redOf = ({ checks }: IssuanceSessionView) =>
    checks.conformance.filter(({ status }) => status === 'fail' || status === 'warn').map(({ id }) => id)
  /** The root of the test attester is not configured. */
  const unanchored = ['vci.wallet_attestation.trusted', 'vci.key_attestation.trusted']
  const thumbprintsOf = (keys: readonly WalletKey[]) => keys.map(({ thumbprint }) => thumbprint)
  const claimsOf = (raw: string): JsonRecord => readJws(raw.split('~')[0] ?? '')?.claims as JsonRecord

  describe('a batch', () => {
    it.each([
      ['ten proofs', jo, undefined, 10],
      ['ten proofs for mdocs', jo, mdoc, 10],
      ['one key attestation for ten keys', db, undefined, 1],
    ] as const)(
      'gives a credential for each key, in the other order if asked: %s',
      async (_name, base, asked, proofs) => {
        const created = await open(
          { size: 10, order: 'reversed' },
          { issuer_configuration_id: base, ...(asked ? { credential_configuration_id: asked } : {}) },
        )
        const made: WalletKey[] = []
        const run = await runAtIssuer({
          deeplink: created.deeplink,
          clock: service.now,
          keys: () => {
            made.push(generateKey())
            return made.at(-1)!
          },
        })
        expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
        const sent = JSON.parse(run.log.findLast(({ step }) => step === 'credential')?.body ?? '')
        expect(sent.proofs.jwt).toHaveLength(proofs)
        const bound = thumbprintsOf(run.credentials.flatMap(({ holderKey }) => holderKey ?? []))
        expect(new Set(bound).size).toBe(10)
        // The keys were made in the order of their proofs; the credentials come in reverse.
        expect(bound).toEqual(
          thumbprintsOf(made)
            .filter((key) => bound.includes(key))
            .reverse(),
        )

        const session = await view(created.session_id)
        expect(redOf(session).filter((id) => !unanchored.includes(id))).toEqual([])
        expect(session.observed.issued).toHaveLength(10)
        expect(new Set(session.observed.issued.map(({ holder_thumbprint }) => holder_thumbprint)).size).toBe(10)
        expect((session.observed.wallet_jwks.jwks as { keys: unknown[] }).keys).toHaveLength(10)
        expect(session.observed.proofs).toHaveLength(proofs)
        if (asked === undefined) {
          const claims = run.credentials.map(({ raw }) => claimsOf(raw))
          for (const name of ['iat', 'nbf', 'exp']) {
            expect(new Set(claims.map((one) => one[name])).size).toBe(1)
            expect(Number(claims[0]?.[name]) % 3600).toBe(0)
          }
          const digests = claims.flatMap((one) => one._sd as string[])
          expect(new Set(digests).size).toBe(digests.length)
        }
        const metadata = (await get(new URL(created.laboratory_url).pathname)).object()
        expect(metadata.batch_credential_issuance).toEqual({ batch_size: 10 })
      },
    )

    it.each([
      ['SD-JWT VCs', undefined, { format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }, ['family_name']],
      [
        'mdocs',
        mdoc,
        { format: 'mso_mdoc', meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' } },
        ['eu.europa.ec.eudi.pid.1', 'family_name'],
      ],
    ] as const)(
      'in the other order is ten credentials, each of which is presented with its own key: %s',
      async (...row) => {
        const [, asked, query, path] = row
        const created = await open(
          { size: 10, order: 'reversed' },
          {
            laboratory: { batch: { size: 10, order: 'reversed' }, status: {} },
            ...(asked ? { credential_configuration_id: asked } : {}),
          },
        )
        const { credentials } = await runAtIssuer({ deeplink: created.deeplink, clock: service.now })
        expect(new Set(credentials.map(({ holderKey }) => holderKey?.thumbprint)).size).toBe(10)
        const { laboratory } = await view(created.session_id)
        const entries = laboratory?.lists.flatMap((list) => list.entries) ?? []
        expect(new Set(entries.map(({ index }) => index)).size).toBe(10)
        const present = async (credential: (typeof credentials)[number]) => {
          const session = (
            await service.http({
              method: 'POST',
              path: '/openid4vp/sessions',
              headers: [['Content-Type', 'application/json']],
              body: JSON.stringify({
                dcql_query: { credentials: [{ id: 'pid', ...query, claims: [{ path }] }] },
                check_status: true,
              }),
            })
          ).object()
          const run = await runAtVerifier({ deeplink: String(session.deeplink), credentials: [credential] })
          return [run.outcome, run.reason]
        }
        for (const credential of credentials) expect(await present(credential)).toEqual(['presented', null])
        // Paired by position with the proofs' keys, each belongs to another key.
        const [first, last] = [credentials[0]!, credentials.at(-1)!]
        expect((await present({ ...first, holderKey: last.holderKey }))[0]).toBe('refused_by_verifier')
      },
    )

    it('may give fewer credentials than there are proofs', async () => {
      const created = await open({ size: 4, issue: 2 })
      const run = await runAtIssuer({ deeplink: created.deeplink, clock: service.now })
      expect(run.credentials).toHaveLength(2)
      expect(redOf(await view(created.session_id)).filter((id) => !unanchored.includes(id))).toEqual([])
    })

    it('of a hundred leaves no credential and no proof on record', async () => {
      const created = await open({ size: 100 })
      const run = await runAtIssuer({ deeplink: created.deeplink, clock: service.now, profile: { batchSize: 100 } })
      expect(run.credentials).toHaveLength(100)
      const session = await view(created.session_id)
      expect(session.observed.issued).toHaveLength(100)
      expect((session.observed.wallet_jwks.jwks as { keys: unknown[] }).keys).toHaveLength(100)
      const stored = JSON.stringify([session, service.recorded()])
      const sent = JSON.parse(run.log.findLast(({ step }) => step === 'credential')?.body ?? '').proofs.jwt as string[]
      for (const secret of [...sent, ...run.credentials.map(({ raw }) => raw)]) {
        expect(stored).not.toContain(secret)
        expect(stored).not.toContain(secret.split('~')[0]?.split('.')[2])
      }
    })

    it('of too many credentials is reported, and the wallet judged for nothing', async () => {
      const created = await open({ size: 2 }, { fault: 'batch_more' })
      const run = await runAtIssuer({ deeplink: created.deeplink, clock: service.now })
      expect(run.outcome).toBe('stopped_by_wallet')
      const session = await view(created.session_id)
      expect(redOf(session).filter((id) => !unanchored.includes(id))).toEqual([])
      expect(session.events.find(({ type }) => type === 'credential_issued')?.detail).toMatchObject({ count: 3 })
    })

    it('with one broken credential is refused whole by a wallet that behaves', async () => {
      const created = await open({ size: 3 }, { fault: 'batch_one_bad' })
      const run = await runAtIssuer({ deeplink: created.deeplink, clock: service.now })
      expect([run.outcome, run.credentials.length]).toEqual(['stopped_by_wallet', 0])
      const session = await view(created.session_id)
      expect(redOf(session).filter((id) => !unanchored.includes(id))).toEqual([])
      expect(session.checks.conformance.find(({ id }) => id === 'vci.fault.refused')).toMatchObject({ status: 'pass' })
    })

    it('is refused whole, never with a failure of ours, whatever its proofs are', async () => {
      const wallet = await createHandWallet(service, {
        issuer_configuration_id: jo,
        laboratory: { batch: { size: 3 } },
      })
      await wallet.obtainToken()
      const nonce = await wallet.freshNonce()
      const good = wallet.proof(nonce, null)
      for (const proofs of [
        [good, ''],
        [good, 7],
        [good, null],
        [good, 'a.b.c'],
        [good, good.slice(0, -4)],
        [good, good, good, good],
        [[good]],
      ]) {
        const answer = await wallet.requestCredential({
          nonce,
          request: (request) => {
            request.proofs = { jwt: proofs }
          },
        })
        expect([answer.status, answer.object().credentials]).toEqual([400, undefined])
      }
      expect((await wallet.requestCredential({ nonce })).object().credentials).toHaveLength(1)
    })
  })

  describe('what no batch is', () => {
    it.each([
      [{ size: 1 }, '/laboratory/batch/size'],
      [{ size: 101 }, '/laboratory/batch/size'],
      [{ order: 'random' }, '/laboratory/batch/order'],
      [{ sizes: 2 }, '/laboratory/batch/sizes'],
      [true, '/laboratory/batch'],
    ])('%j is refused with its place', async (batch, member) => {
      const answer = await post({ laboratory: { batch } })
      expectError(answer, 400, 'unsupported_laboratory_option')
      expect(answer.object().member).toBe(member)
    })

    it('more credentials than proofs contradict each other', async () => {
      const answer = await post({ laboratory: { batch: { size: 2, issue: 3 } } })
      expectError(answer, 400, 'conflicting_laboratory_options')
      expect(answer.object().members).toEqual(['/laboratory/batch/issue', '/laboratory/batch/size'])
    })

    it('more claims than one response may hold are refused with both places, and as many as it may are issued', async () => {
      const claims = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`claim_${index}`, 'Anna']))
      const session = (size: number) => ({
        issuer_configuration_id: jo,
        credential_configuration_id: 'own',
        flow: 'pre_authorized_code',
        laboratory: { batch: { size }, credentials: [{ id: 'own', format: 'mso_mdoc', doctype: 'own', claims }] },
      })
      const answer = await post(session(21))
      expectError(answer, 400, 'conflicting_laboratory_options')
      expect(answer.object()).toMatchObject({
        error_description:
          'The credentials of one response hold at most 4000 claims together, members and elements inside them counted. ' +
          'Change /laboratory/batch/size or /laboratory/credentials/0/claims.',
        members: ['/laboratory/batch/size', '/laboratory/credentials/0/claims'],
      })
      const created = (await post(session(20))).object()
      const run = await runAtIssuer({
        deeplink: String(created.deeplink),
        clock: service.now,
        profile: { batchSize: 20 },
      })
      expect([run.outcome, run.credentials.length]).toEqual(['credential_stored', 20])
    })

    it('is shown completed with its defaults', async () => {
      const { session_id } = await open({})
      expect((await get(`/sessions/${session_id}`)).object().laboratory).toMatchObject({
        options: { batch: { size: 10, order: 'proofs', issue: 10 }, refresh: null },
      })
    })
  })
})

describe('the reuse policy of a batch', () => {
  const service = serviceForTests()

  const daySeconds = 86_400
  const onceOnly = { details: ['once_only'], batch_size: 4, reissue_trigger_unused: 1 }
  const limitedTime = { details: ['limited_time'], reissue_trigger_lifetime_left: 3600 }
  const request = (laboratory: JsonRecord): JsonRecord => ({
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    flow: 'pre_authorized_code',
    laboratory,
  })
  const post = (laboratory: JsonRecord) =>
    service.http({
      method: 'POST',
      path: '/sessions',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(request(laboratory)),
    })

  describe('a reuse policy', () => {
    it('stands in the metadata of each configuration, and a wallet asks for as many credentials as it says', async () => {
      const policy = { id: 'arf_annex_ii', options: [onceOnly, limitedTime] }
      const wallet = await createHandWallet(
        service,
        request({ batch: { size: 5 }, reuse_policy: { options: policy.options } }),
      )
      const run = await runAtIssuer({ deeplink: wallet.created.deeplink, clock: service.now })
      expect(run.credentials).toHaveLength(4)
      const { checks } = await wallet.view()
      expect(checks.conformance.find(({ id }) => id === 'vci.batch.policy_size')).toMatchObject({ status: 'pass' })
      const metadata = await wallet.http({
        path: `/.well-known/openid-credential-issuer${new URL(wallet.created.issuer_identifier).pathname}`,
      })
      const configurations = Object.values(
        metadata.object().credential_configurations_supported as Record<string, { credential_metadata: JsonRecord }>,
      )
      expect(configurations.map((one) => one.credential_metadata.credential_reuse_policy)).toEqual([policy, policy])
    })

    it.each([
      ['before its credential ends', 13, 'pass'],
      ['after its credential has ended', 15, 'fail'],
    ] as const)('tells a wallet that comes back %s', async (_name, days, status) => {
      const own = await startService()
      try {
        const wallet = await createHandWallet(
          own,
          request({
            lifetime_seconds: 30 * daySeconds,
            refresh: { lifetime_seconds: 30 * daySeconds },
            reuse_policy: { options: [limitedTime] },
          }),
        )
        const token = String((await wallet.requestToken()).object().refresh_token)
        // The hand wallet redeems its code once, so the first credential comes with a refreshed token.
        const refreshed = async () =>
          (
            await wallet.requestToken({
              form: (form) => {
                form.delete('pre-authorized_code')
                form.set('grant_type', 'refresh_token')
                form.set('refresh_token', token)
              },
            })
          ).object()
        const issued = await wallet.requestCredential({ accessToken: String((await refreshed()).access_token) })
        expect(issued.status, issued.body).toBe(200)
        own.advance(days * daySeconds)
        await refreshed()
        const { checks } = await wallet.view()
        expect(checks.conformance.findLast(({ id }) => id === 'vci.refresh.in_time')).toMatchObject({ status })
      } finally {
        await own.close()
      }
    })
  })

  describe('what no reuse policy is', () => {
    it.each([
      [{ ...onceOnly, details: ['rotating-batch'] }],
      [{ ...onceOnly, details: ['once_only', 'limited_time'] }],
      [{ ...onceOnly, details: [] }],
      [{ ...onceOnly, reissue_trigger_unused: 4 }],
      [{ ...onceOnly, batch_size: undefined }],
      [{ ...limitedTime, batch_size: 2 }],
      [{ details: ['limited_time'] }],
      [{ ...limitedTime, trigger: 1 }],
    ])('%j is refused with its place', async (option) => {
      const answer = await post({ batch: {}, reuse_policy: { options: [option] } })
      expectError(answer, 400, 'unsupported_laboratory_option')
      expect(String(answer.object().member)).toMatch(/^\/laboratory\/reuse_policy\/options/)
    })

    it.each([
      [{ reuse_policy: { options: [onceOnly] } }, ['/laboratory/reuse_policy', '/laboratory/batch']],
      [
        { batch: { size: 2 }, reuse_policy: { options: [onceOnly] } },
        ['/laboratory/reuse_policy/options', '/laboratory/batch/size'],
      ],
    ])('%j contradicts itself', async (laboratory, members) => {
      const answer = await post(laboratory)
      expectError(answer, 400, 'conflicting_laboratory_options')
      expect(answer.object().members).toEqual(members)
    })

    it('a single credential needs no batch', async () => {
      expect((await post({ reuse_policy: { options: [limitedTime] } })).status).toBe(201)
    })
  })
})
