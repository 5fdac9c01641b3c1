import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { expectError } from '@/lib/testing/expect-refusal'
import type { JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletProfile } from '@/lib/wallet/issuer/settings'
import type { Misbehaviour } from '@/lib/wallet/misbehaviours/issuer/misbehaviour'
import { walletUnitMisbehaviours } from '@/lib/wallet/misbehaviours/issuer/wallet-unit'
import { createTrustMemory } from '@/lib/wallet/trust/trust-context'

const service = serviceForTests()
const { http } = service
let operators: X509Certificate[]
beforeAll(async () => {
  operators = [new X509Certificate((await http({ path: '/trust/anchors/lists.pem' })).body)]
})

const post = (body: JsonRecord) =>
  http({
    method: 'POST',
    path: '/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ flow: 'authorization_code', ...body }),
  })

/** Runs the reference wallet in a new session. */
async function drive(body: JsonRecord, profile: Partial<WalletProfile> = {}, misbehave?: Misbehaviour) {
  const created = await post(body)
  expect(created.status, created.body).toBe(201)
  const path = `/sessions/${created.object().session_id}`
  const { trust } = (await http({ path })).json() as IssuanceSessionView
  const run = await runAtIssuer({
    deeplink: String(created.object().deeplink),
    clock: service.now,
    profile,
    ...(misbehave === undefined ? {} : { misbehave }),
    ...(trust === undefined
      ? {}
      : {
          trust: {
            policy: 'refuse',
            lists: { base: trust.lists.base, operators },
            anchors: {},
            overAsking: 'warn',
            memory: createTrustMemory(),
          },
        }),
  })
  const session = (await http({ path })).json() as IssuanceSessionView
  const all = (id: string) => session.checks.conformance.filter((one) => one.id === id)
  const found = (id: string) => all(id).find(({ status }) => status === 'fail' || status === 'warn') ?? all(id)[0]
  const fails = session.checks.conformance.filter(({ status }) => status === 'fail').map(({ id }) => id)
  return { run, session, found, fails, path }
}

/** An attestation changed before it is signed. */
const attesting = (change: (claims: JsonRecord) => void): Misbehaviour => ({
  id: 'vci.wallet_attestation.iss',
  title: 'Has another form of attestation',
  expect: 'accepted',
  patchClientAttestation: { at: 'par', change: ({ claims }) => change(claims) },
})

/** Causes that are known word for word. */
const causes: Readonly<Record<string, RegExp>> = {
  client_status: /^The wallet attestation has no client_status$/,
  'client_status~old_status':
    /^It has status at the top, as OpenID4VCI does: TS3 wants it inside client_status, beside exp$/,
  'client_status~milliseconds': /^client_status\.exp is in milliseconds$/,
  client_status_period: /^The status is kept for 1 day; /,
  'client_status_period~expired': /^The provider has stopped keeping the status$/,
  lifetime:
    /^It lives for 7 days; a wallet instance attestation lives less than 24 hours, while client_status\.exp may lie far ahead$/,
  'wallet_identity~older': /^It has the object eudi_wallet_info of TS3 before 1\.5$/,
  'certification~object': /^It is an object, as in TS3 before 1\.5$/,
  used_once: /^The key attestation was used before$/,
  'used_once~key': /^An attested key was in an earlier key attestation$/,
  first_key_signs: /^The second attested key signed; TS3 wants the first$/,
  wscd_levels: /^The keys of a PID are in a WSCD, which is iso_18045_high$/,
}

/** Misbehaviours that only warn: without a preference of the issuer, or of what is recommended. */
const warned = ['client_status_period', 'key_storage_status_period', 'wallet_identity~no_link']

describe('each rule of TS3', () => {
  const redOf = ({ session }: Awaited<ReturnType<typeof drive>>) =>
    session.checks.conformance
      .filter(({ id, status }) => (status === 'fail' || status === 'warn') && !id.endsWith('.trusted'))
      .map(({ id }) => id)

  it.each(walletUnitMisbehaviours.map((one) => [one.id, one] as const))(
    '%s turns red what it breaks, and refuses nothing where nobody demands it',
    async (id, misbehaviour) => {
      const { needs = {} } = misbehaviour
      const body = {
        flow: needs.flow ?? 'pre_authorized_code',
        issuer_configuration_id: needs.issuer ?? 'eu-pid-device-bound',
        ...needs.sessionOptions,
      }
      let ended = await drive(body, needs.profile, misbehaviour)
      if (needs.runs === 2) ended = await drive(body, needs.profile, misbehaviour)
      const { run, found } = ended
      if (misbehaviour.expect === 'accepted') expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
      const [check = '', name = ''] = [id.split('~')[0], id.split('.').at(-1)]
      expect(found(check)?.status).toBe(warned.includes(name) ? 'warn' : 'fail')
      expect(found(check)?.effect).toBe('record')
      const cause = causes[name]
      if (cause !== undefined) expect(found(check)?.cause).toMatch(cause)
      expect([...new Set(redOf(ended))].sort()).toEqual([check, ...(misbehaviour.alsoFails ?? [])].sort())
    },
  )

  it.each([
    ['vci.wallet_attestation.certification', 400, 'invalid_client'],
    ['vci.wallet_attestation.client_status', 400, 'invalid_client'],
    ['vci.key_attestation.wscd_levels', 400, 'invalid_proof'],
    ['vci.key_attestation.key_storage_status', 400, 'invalid_proof'],
  ])('%s refuses where TS3 is demanded', async (id, status, error) => {
    const misbehaviour = walletUnitMisbehaviours.find((one) => one.id === id)
    const laboratory = { wallet_unit: { demand: 'ts3' } }
    const { run } = await drive({ trust_framework: 'eu', laboratory }, {}, misbehaviour)
    expect([run.refusal?.status, run.refusal?.error]).toEqual([status, error])
  })

  it('is kept by the reference wallet where TS3 is demanded, and the periods that an issuer prefers', async () => {
    const month = 60 * 86_400
    const laboratory = {
      wallet_unit: { demand: 'ts3', client_status_period: month, key_storage_status_period: month },
    }
    const { run, session, fails } = await drive({ trust_framework: 'eu', laboratory })
    expect([run.outcome, run.reason, fails]).toEqual(['credential_stored', null, []])
    const judged = session.checks.conformance.filter(
      ({ id, status }) => status === 'pass' && /\.(client_status|key_storage_status)_period$/.test(id),
    )
    expect(judged.length).toBeGreaterThan(1)
  })
})

const iss = 'vci.wallet_attestation.iss'
const popIss = 'vci.wallet_attestation.pop_iss'

describe('a wallet attestation of TS3, which has no iss', () => {
  it.each(['eu-pid-device-bound', 'eu-pid-jwt-proof-only'])(
    'is taken by %s with a warning that names both texts',
    async (issuer) => {
      const { run, session, found, fails } = await drive(
        { issuer_configuration_id: issuer },
        { attestationDraft: 'ts3' },
      )
      expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
      expect(fails).toEqual([])
      expect(found(iss)).toMatchObject({
        status: 'warn',
        level: 'must',
        profile: 'base',
        cause: 'The wallet attestation has no iss, as in TS3 1.5; OpenID4VCI 1.0 with draft 07 asks for one',
        hint: 'Nothing to change for European issuers; others that follow OpenID4VCI 1.0 to the letter need iss.',
        rejected: false,
      })
      expect(found(popIss)?.status).toBe('pass')
      const { verdict, drafts } = session.checks.summary
      expect(verdict).toBe('pass')
      expect([session.outcome.id, session.outcome.sentence]).toEqual(['passed_with_warnings', 'No MUST failed'])
      expect(session.next_for_you.check).toBe(iss)
      expect(session.observed.wallet_attestation_profile).toBe('ts3')
      expect(session.observed.wallet_attestation_draft).toBe('08_or_later')
      expect(drafts?.signs).toEqual([
        {
          check: iss,
          draft: 'TS3 1.5 of the European framework, which has no iss',
          change: 'Nothing at European issuers',
        },
      ])
      const rows = session.checks.conformance.filter(({ profile }) => profile === 'eu')
      expect(rows.filter(({ id }) => /_status|certification|lifetime|wallet_identity/.test(id))).toEqual([])
    },
  )

  it('passes in the framework, where TS3 leads, and says whom the certificate names', async () => {
    const { run, session, found, fails } = await drive({ trust_framework: 'eu' })
    expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
    expect(fails).toEqual([])
    expect(found(iss)).toMatchObject({
      status: 'not_applicable',
      actual: { because: 'TS3 has no iss: the provider is who the certificate names.' },
    })
    expect(found(popIss)?.status).toBe('pass')
    expect(session.checks.summary.verdict).toBe('pass')
    expect(session.checks.summary.drafts).toBeNull()
    expect(session.observed.wallet_attestation_profile).toBe('ts3')
    expect(session.observed.wallet_unit).toEqual({
      wallet_name: 'Wallet Capture reference wallet',
      wallet_version: '1.0.0',
      lifetime_seconds: 3600,
      client_status_days: 40,
      key_storage_status_days: 40,
      key_storage: ['iso_18045_high'],
      user_authentication: ['iso_18045_high'],
      dpop_key: 'attested',
    })
    expect(session.laboratory?.options.client_attestation).toEqual({ drafts: ['07', '08'], challenge: false })
  })

  it('is taken by a laboratory of draft 07 with the same warning', async () => {
    const { run, found } = await drive({ laboratory: {} }, { attestationDraft: 'ts3' })
    expect(run.outcome).toBe('credential_stored')
    expect(found(iss)?.status).toBe('warn')
  })

  it.each(['authorization_code', 'pre_authorized_code'])(
    'is refused by a laboratory that insists on iss, wherever it is sent first: %s',
    async (flow) => {
      const { run, found } = await drive(
        { flow, laboratory: { wallet_unit: { iss: 'required' } } },
        { attestationDraft: 'ts3' },
      )
      expect([run.refusal?.status, run.refusal?.error]).toEqual([400, 'invalid_client'])
      expect(found(iss)).toMatchObject({ status: 'fail', rejected: true })
    },
  )

  it('is not judged where a later draft is taken', async () => {
    const { found } = await drive(
      { laboratory: { client_attestation: { drafts: ['08'] } } },
      { attestationDraft: 'ts3' },
    )
    expect(found(iss)?.status).toBe('not_applicable')
  })
})

describe('an attestation of draft 08 without a mark of TS3', () => {
  it('fails as before, and says which draft has no iss', async () => {
    const shared = await drive({}, { attestationDraft: '08' })
    const own = await drive({ laboratory: {} }, { attestationDraft: '08' })
    const byCode = await drive({ flow: 'pre_authorized_code', laboratory: {} }, { attestationDraft: '08' })
    expect([own, byCode].map(({ run }) => run.refusal?.status)).toEqual([400, 400])
    for (const { found } of [shared, own, byCode])
      expect(found(iss)).toMatchObject({
        status: 'fail',
        cause: 'The wallet attestation has no iss, as in draft 08 of client attestations',
      })
    expect([shared.run.outcome, own.run.refusal?.error]).toEqual(['credential_stored', 'invalid_client'])
    expect(shared.session.observed.wallet_attestation_profile).toBeNull()
    const later = await drive({ laboratory: { client_attestation: { drafts: ['08'] } } }, { attestationDraft: '08' })
    expect([later.run.outcome, later.fails]).toEqual(['credential_stored', []])
  })

  it('has no iss to judge in the framework', async () => {
    const { found } = await drive({ trust_framework: 'eu' }, { attestationDraft: '08' })
    expect([found(iss)?.status, found(popIss)?.status]).toEqual(['not_applicable', 'not_applicable'])
  })
})

it('the iss of the proof of possession is the subject in the framework too, where it is there', async () => {
  const other: Misbehaviour = {
    id: popIss,
    title: 'Names another client',
    expect: 'accepted',
    patchClientAttestationPop: {
      at: 'par',
      change: ({ claims }) => {
        claims.iss = 'another'
      },
    },
  }
  const { found } = await drive({ trust_framework: 'eu' }, {}, other)
  expect(found(popIss)?.status).toBe('fail')
})

it('an attestation with iss passes everywhere, with a mark of TS3 or without', async () => {
  const named = attesting((claims) => {
    claims.iss = 'https://provider.example'
  })
  for (const body of [{}, { laboratory: {} }, { trust_framework: 'eu' }]) {
    const { session } = await drive(body, { attestationDraft: 'ts3' }, named)
    // The attestation of the pushed request has it, that of the token request does not.
    const [pushed] = session.checks.conformance.filter(({ id }) => id === iss)
    expect(pushed?.status).toBe('pass')
  }
})

it('a type that is bound to no key has neither proof types nor binding methods in the framework', async () => {
  const type = { format: 'dc+sd-jwt', claims: { given_name: 'Ada' } }
  const credentials = [
    { ...type, id: 'unbound', binding: 'none' },
    { ...type, id: 'bound', binding: 'key' },
  ]
  const created = (await post({ trust_framework: 'eu', laboratory: { credentials } })).object()
  const { pathname } = new URL(String(created.issuer_identifier))
  const metadata = (await http({ path: `/.well-known/openid-credential-issuer${pathname}` })).object()
  const published = metadata.credential_configurations_supported as Record<string, JsonRecord>
  const membersOf = (id: string) => Object.keys(published[id] ?? {})
  const binding = ['cryptographic_binding_methods_supported', 'proof_types_supported']
  expect(membersOf('bound')).toEqual(expect.arrayContaining(binding))
  expect(membersOf('unbound').length).toBeGreaterThan(0)
  expect(membersOf('unbound').filter((name) => binding.includes(name))).toEqual([])
})

it('draft 07 alone contradicts the framework, and the others do not', async () => {
  const asked = (drafts: string[]) => post({ trust_framework: 'eu', laboratory: { client_attestation: { drafts } } })
  const refused = await asked(['07'])
  expectError(refused, 400, 'conflicting_laboratory_options')
  expect(refused.object().members).toEqual(['/laboratory/client_attestation/drafts', '/trust_framework'])
  for (const drafts of [['08'], ['10'], ['07', '08']]) expect((await asked(drafts)).status).toBe(201)
  const challenged = await post({ trust_framework: 'eu', laboratory: { client_attestation: { challenge: true } } })
  expect(challenged.status).toBe(201)
})
