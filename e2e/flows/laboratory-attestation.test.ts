import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHandCodeWallet } from '@/lib/testing/hand-code-wallet'
import type { Fields, JsonRecord } from '@/lib/testing/http-client'
import { startService } from '@/lib/testing/service'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { headerValue } from '@/lib/wallet/http/wire'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletProfile } from '@/lib/wallet/issuer/settings'
import { readJws } from '@/lib/wallet/jose/jws'

const service = serviceForTests()
const { http } = service

const jo = 'eu-pid-jwt-proof-only'
const json: Fields = [['Content-Type', 'application/json']]
const post = (body: JsonRecord) =>
  http({
    method: 'POST',
    path: '/sessions',
    headers: json,
    body: JSON.stringify({ flow: 'authorization_code', ...body }),
  })
const create = async (body: JsonRecord): Promise<JsonRecord> => {
  const answer = await post(body)
  expect(answer.status, answer.body).toBe(201)
  return answer.object()
}
const read = async (id: unknown): Promise<IssuanceSessionView> =>
  (await http({ path: `/sessions/${id}` })).json() as IssuanceSessionView
const serverMetadata = async (issuer: unknown): Promise<JsonRecord> =>
  (await http({ path: `/.well-known/oauth-authorization-server${new URL(String(issuer)).pathname}` })).object()
/** Checks with this status, except those about an untrusted test provider. */
const withStatus = ({ checks }: IssuanceSessionView, ...wanted: string[]): string[] => [
  ...new Set(
    checks.conformance
      .filter(({ id, status }) => wanted.includes(status) && !id.endsWith('.trusted'))
      .map(({ id }) => id),
  ),
]

/** Runs the reference wallet in a new session; returns its log and the findings. */
async function drive(body: JsonRecord, profile: Partial<WalletProfile>) {
  const created = await create({ issuer_configuration_id: jo, ...body })
  const run = await runAtIssuer({ deeplink: String(created.deeplink), clock: service.now, profile })
  const session = await read(created.session_id)
  const sent = (step: string, name: string) =>
    run.log.filter((one) => one.step === step).map(({ headers }) => headerValue(headers, name))
  return { created, run, session, sent }
}

describe('an issuer that takes a draft of client attestations', () => {
  it.each<[string[], WalletProfile['attestationDraft'], string, JsonRecord]>([
    [['07'], '07', '07', {}],
    [['08'], '08', '08_or_later', {}],
    [['08'], 'auto', '07', { challenge: true }],
    [['07', '08'], '08', '08_or_later', { challenge: true }],
    [['10'], 'auto', 'combined', {}],
    [['10'], '08', '08_or_later', {}],
    [['07', '10'], '10', 'combined', { challenge: true }],
    [['07'], '07', '07', { challenge: 'once' }],
    [['10'], '10', 'combined', { challenge: 'once' }],
  ])('%j issues to a wallet of draft %s, which is seen as %s', async (drafts, attestationDraft, seen, more) => {
    const asked = { client_attestation: { drafts, ...more }, refresh: {} }
    const { run, session, sent } = await drive(
      { laboratory: asked, dpop_nonce: 'required' },
      { attestationDraft, reissue: true },
    )
    expect([run.outcome, run.refusal, run.reason]).toEqual(['credential_stored', null, null])
    expect(withStatus(session, 'fail')).toEqual([])
    expect(session.observed.wallet_attestation_draft).toBe(seen)
    expect(session.observed.client_authentication.method).toBe('wallet_attestation')
    expect(session.laboratory?.options.client_attestation).toEqual({ drafts, challenge: false, ...more })
    const combined = seen === 'combined'
    for (const step of ['par', 'token', 'refresh']) {
      const pops = sent(step, 'OAuth-Client-Attestation-PoP')
      expect(pops.length, step).toBeGreaterThan(0)
      expect(pops.every((pop) => (pop === null) === combined)).toBe(true)
    }
    const judged = [
      'vci.wallet_attestation.headers_paired',
      'vci.wallet_attestation.pop_signature',
      'vci.refresh.same_instance',
    ]
    const challenged = more.challenge !== undefined
    expect(withStatus(session, 'pass')).toEqual(
      expect.arrayContaining(
        challenged ? [...judged, 'vci.wallet_attestation.challenge', 'vci.refresh.challenge'] : judged,
      ),
    )
    // Each proof answers its own challenge, in the PoP or in the nonce of the DPoP proof.
    const answered = ['par', 'token', 'refresh'].flatMap((step) =>
      sent(step, combined ? 'DPoP' : 'OAuth-Client-Attestation-PoP').map((jwt) => {
        const claims = readJws(jwt ?? '')?.claims
        return [jwt, combined ? claims?.nonce : claims?.challenge] as const
      }),
    )
    if (challenged) expect(new Set(answered.map(([, value]) => value)).size).toBe(new Map(answered).size)
    else if (!combined) expect(answered.every(([, value]) => value === undefined)).toBe(true)
  })

  it('publishes what it takes, and has a challenge endpoint only where it asks for challenges', async () => {
    const [usual, combined] = await Promise.all([
      create({ laboratory: {} }),
      create({ laboratory: { client_attestation: { drafts: ['08', '10'], challenge: true } } }),
    ])
    const [of07, of10] = await Promise.all([usual, combined].map((one) => serverMetadata(one.issuer_identifier)))
    expect(of07?.token_endpoint_auth_methods_supported).toEqual(['none', 'attest_jwt_client_auth'])
    expect(of07).not.toHaveProperty('client_attestation_pop_methods_supported')
    expect(of07).not.toHaveProperty('challenge_endpoint')
    expect(of10).toMatchObject({
      token_endpoint_auth_methods_supported: ['none', 'attest_jwt_client_auth', 'attest_jwt_client_auth_dpop'],
      client_attestation_pop_methods_supported: ['attestation_pop_jwt', 'dpop_combined', 'none'],
      challenge_endpoint: `${combined.issuer_identifier}/challenge`,
    })
    const challengeOf = ({ issuer_identifier: issuer }: JsonRecord) =>
      http({ method: 'POST', path: `${new URL(String(issuer)).pathname}/challenge` })
    expectError(await challengeOf(usual), 404, 'not_found')
    const [first, second] = [await challengeOf(combined), await challengeOf(combined)]
    expect(first.object().attestation_challenge).not.toBe(second.object().attestation_challenge)
    expect(first.header('cache-control')).toContain('no-store')
  })

  it.each([
    ['once', 400, 'fail', 'not_applicable'],
    [true, 200, 'pass', 'warn'],
  ])('V13: with challenge %j answers a second use with %i', async (challenge, status, decided, told) => {
    const wallet = await createHandCodeWallet(service, {
      issuer_configuration_id: jo,
      laboratory: { client_attestation: { challenge } },
    })
    const fetched = await wallet.http({
      method: 'POST',
      path: `${new URL(String(wallet.created.issuer_identifier)).pathname}/challenge`,
    })
    const answering = (value: unknown) => ({
      headers: (fields: [string, string][]) =>
        fields.push(
          ...wallet.attested(undefined, ({ claims }) => {
            claims.challenge = value
          }),
        ),
    })
    const { attestation_challenge: first } = fetched.object()
    const pushed = await wallet.push(answering(first))
    expect(pushed.status, pushed.body).toBe(201)
    const again = await wallet.push(answering(first))
    expect(again.status, again.body).toBe(status === 200 ? 201 : status)
    const code = String((await wallet.browse(String(pushed.object().request_uri))).searchParams.get('code'))
    const redeemed = await wallet.redeem(code, answering(first))
    expect(redeemed.status, redeemed.body).toBe(status)
    const statusesOf = (view: IssuanceSessionView, id: string) =>
      view.checks.conformance.flatMap((one) => (one.id === id ? [one.status] : []))
    const view = (await wallet.view()) as unknown as IssuanceSessionView
    expect(statusesOf(view, 'vci.wallet_attestation.challenge')).toEqual(['pass', decided, decided])
    expect(statusesOf(view, 'vci.wallet_attestation.challenge_repeated')).toEqual(['pass', told, told])
    const failed = withStatus(view, 'fail').filter((id) => id.startsWith('vci.wallet_attestation.'))
    expect(failed).toEqual(decided === 'fail' ? ['vci.wallet_attestation.challenge'] : [])
    if (status === 200) return
    for (const refused of [again, redeemed]) expectError(refused, 400, 'use_attestation_challenge')
    // The header of the refusal brings one that serves.
    const fresh = redeemed.header('oauth-client-attestation-challenge')
    const right = await wallet.redeem(code, answering(fresh))
    expect(right.status, right.body).toBe(200)
  })

  it('asks for challenges where the whole installation does, whatever its option says', async () => {
    const strict = await startService({ env: { ATTESTATION_CHALLENGE: 'on' } })
    const wallet = await createHandCodeWallet(strict, { laboratory: { client_attestation: { challenge: false } } })
    const issuer = new URL(String(wallet.created.issuer_identifier)).pathname
    const metadata = await wallet.http({ path: `/.well-known/oauth-authorization-server${issuer}` })
    expect(metadata.object().challenge_endpoint).toBe(`${wallet.created.issuer_identifier}/challenge`)
    const refused = await wallet.push({ headers: (fields) => fields.push(...wallet.attested()) })
    expectError(refused, 400, 'use_attestation_challenge')
    await strict.close()
  })

  it('refuses a wallet of another draft, and the report names that draft', async () => {
    const older = await drive({ laboratory: {} }, { attestationDraft: '08' })
    expect([older.run.outcome, older.run.refusal?.error]).toEqual(['refused_by_issuer', 'invalid_client'])
    expect(older.session.observed.wallet_attestation_draft).toBe('08_or_later')
    expect(older.session.checks.summary.drafts?.line).toContain('draft 08 or a later one of client attestations')
    // The wallet reads the metadata, and stops if its draft is not offered.
    const stopped = await drive({ laboratory: {} }, { attestationDraft: '10' })
    expect([stopped.run.outcome, stopped.run.reason]).toEqual([
      'stopped_by_wallet',
      expect.stringContaining('attest_jwt_client_auth_dpop'),
    ])
  })

  it('that sessions share refuses no wallet of draft 08, and says what is missing', async () => {
    const { run, session } = await drive({}, { attestationDraft: '08' })
    expect(run.outcome).toBe('credential_stored')
    expect(withStatus(session, 'fail')).toEqual(['vci.wallet_attestation.iss'])
    expect(withStatus(session, 'warn')).toContain('vci.wallet_attestation.pop_iss')
    expect(session.observed.wallet_attestation_draft).toBe('08_or_later')
  })

  it.each<[unknown, string, unknown?]>([
    [{ drafts: [] }, '/drafts'],
    [{ drafts: ['07', '07'] }, '/drafts'],
    [{ drafts: ['09'] }, '/drafts/0', ['07', '08', '10']],
    [{ drafts: '07' }, '/drafts'],
    [{ challenge: 'yes' }, '/challenge', [false, true, 'once']],
    [{ draft: ['07'] }, '/draft', ['drafts', 'challenge']],
    [null, ''],
  ])('takes no %j', async (asked, member, legal) => {
    const answer = await post({ laboratory: { client_attestation: asked } })
    expectError(answer, 400, 'unsupported_laboratory_option')
    expect(answer.object().member).toBe(`/laboratory/client_attestation${member}`)
    if (legal !== undefined) expect(answer.object().legal_values).toEqual(legal)
  })
})

describe('an issuer whose metadata has no scope', () => {
  it('issues to a wallet that asks with authorization_details, in each flow', async () => {
    for (const flow of ['authorization_code', 'pre_authorized_code']) {
      const { created, run, session, sent } = await drive(
        { flow, laboratory: { scopes: false, refresh: {} } },
        { reissue: true },
      )
      expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
      expect(withStatus(session, 'fail')).toEqual([])
      expect(sent('refresh', 'DPoP')).toHaveLength(1)
      const told = run.log.filter(({ step }) => step === 'token' || step === 'refresh')
      for (const { answerBody } of told) expect(JSON.parse(answerBody ?? '')).not.toHaveProperty('scope')
      expect(await serverMetadata(created.issuer_identifier)).not.toHaveProperty('scopes_supported')
    }
  })

  it.each([
    ['a scope', 'a-scope', 'invalid_scope', 'vci.par.scope_from_metadata', 'fail'],
    ['neither a scope nor authorization_details', null, 'invalid_request', 'vci.par.scope_present', 'warn'],
  ])('refuses a request with %s', async (_name, scope, error, check, status) => {
    const wallet = await createHandCodeWallet(service, { issuer_configuration_id: jo, laboratory: { scopes: false } })
    const answer = await wallet.push({
      form: (form) => {
        if (scope === null) form.delete('scope')
      },
    })
    expectError(answer, 400, error)
    const { checks } = await wallet.view()
    expect(checks.conformance.find(({ id }) => id === check)?.status).toBe(status)
  })

  it.each([
    [{ scopes: false }, '/laboratory/scopes'],
    [{ nonce: 'absent' }, '/laboratory/nonce'],
  ])('and %j claims no HAIP', async (laboratory, member) => {
    const answer = await post({ issuer_configuration_id: 'eu-pid-device-bound', laboratory })
    expectError(answer, 400, 'conflicting_laboratory_options')
    expect(answer.object().members).toEqual(['/issuer_configuration_id', member])
  })
})
