import { X509Certificate } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { JsonRecord } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletProfile } from '@/lib/wallet/issuer/settings'
import type { JwtDraft } from '@/lib/wallet/jose/jws'
import type { Misbehaviour } from '@/lib/wallet/misbehaviours/issuer/misbehaviour'
import { createTrustMemory } from '@/lib/wallet/trust/trust-context'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const service = serviceForTests()
const { http } = service
let operators: X509Certificate[]
beforeAll(async () => {
  operators = [new X509Certificate((await http({ path: '/trust/anchors/lists.pem' })).body)]
})

/** Runs the reference wallet in a new session of the device-bound issuer in the framework. */
async function drive(profile: Partial<WalletProfile>, misbehave?: Misbehaviour, body: JsonRecord = {}) {
  const created = await http({
    method: 'POST',
    path: '/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({
      flow: 'authorization_code',
      issuer_configuration_id: 'eu-pid-device-bound',
      trust_framework: 'eu',
      ...body,
    }),
  })
  expect(created.status, created.body).toBe(201)
  const path = `/sessions/${created.object().session_id}`
  const { trust } = (await http({ path })).json() as IssuanceSessionView
  const run = await runAtIssuer({
    deeplink: String(created.object().deeplink),
    clock: service.now,
    profile: { attest: 'always', clientAuthentication: 'attestation', ...profile },
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
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  const { checks } = (await http({ path })).json() as IssuanceSessionView
  const red = checks.conformance.filter(({ status }) => status === 'fail' || status === 'warn')
  return { run, red, checks: checks.conformance }
}

/** Presents a PID that is bound to a key on that curve, and returns what the checks of its proof say. */
async function present(curve: 'P-384' | 'P-521', format: 'mso_mdoc' | 'dc+sd-jwt') {
  const isMdoc = format === 'mso_mdoc'
  const asked = isMdoc
    ? { credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required' }
    : {}
  const { run } = await drive({ curve }, undefined, asked)
  expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
  expect(run.credentials.map((one) => one.format)).toEqual([format])
  const query = isMdoc
    ? {
        meta: { doctype_value: 'eu.europa.ec.eudi.pid.1' },
        claims: [{ path: ['eu.europa.ec.eudi.pid.1', 'family_name'] }],
      }
    : { meta: { vct_values: ['urn:eudi:pid:1'] }, claims: [{ path: ['family_name'] }] }
  const created = await http({
    method: 'POST',
    path: '/openid4vp/sessions',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify({ dcql_query: { credentials: [{ id: 'pid', format, ...query }] } }),
  })
  const { deeplink, session_id } = created.object()
  const answer = await runAtVerifier({ deeplink: String(deeplink), credentials: run.credentials, clock: service.now })
  expect([answer.outcome, answer.reason]).toEqual(['presented', null])
  const { checks } = (await http({ path: `/openid4vp/sessions/${session_id}` })).json() as IssuanceSessionView
  return Object.fromEntries(
    checks.conformance.flatMap(({ id, status, actual }) =>
      /^vp\.(?:mdoc\.device_(?:alg|signature)|kb\.(?:alg|signature))$/.test(id) ? [[id, [status, actual]]] : [],
    ),
  )
}

it.each([
  ['P-384', 'mso_mdoc', 'vp.mdoc.device_', -35],
  ['P-521', 'mso_mdoc', 'vp.mdoc.device_', -36],
  ['P-384', 'dc+sd-jwt', 'vp.kb.', 'ES384'],
] as const)(
  'a credential bound to a key on %s is presented with its algorithm (%s)',
  async (curve, format, of, alg) => {
    expect(await present(curve, format)).toMatchObject({
      [`${of}alg`]: ['pass', alg],
      [`${of}signature`]: ['pass', null],
    })
  },
)

it.each([
  ['ES384', 'P-384', 'jwt'],
  ['ES384', 'P-384', 'attestation'],
  ['ES512', 'P-521', 'jwt'],
] as const)('%s with %s signs attestations and a proof of type %s in the framework', async (alg, curve, proof) => {
  const { run, red, checks } = await drive({ curve, proof })
  expect([run.outcome, run.reason]).toEqual(['credential_stored', null])
  expect(red.map(({ id }) => id).filter((id) => !id.endsWith('.trusted'))).toEqual([])
  const kinds = ['wallet_attestation', 'key_attestation', ...(proof === 'jwt' ? ['proof.jwt'] : [])]
  for (const kind of kinds) {
    expect(checks.find(({ id }) => id === `vci.${kind}.alg`)).toMatchObject({ status: 'pass', actual: alg })
    expect(checks.find(({ id }) => id === `vci.${kind}.signature`)?.status).toBe('pass')
  }
  expect(checks.find(({ id }) => id === 'vci.wallet_attestation.pop_signature')?.status).toBe('pass')
  if (proof === 'jwt')
    expect(checks.find(({ id }) => id === 'vci.proof.jwt.key_type')?.title).toBe(
      'The key of the jwt proof is a valid EC key on the curve of its algorithm',
    )
})

const es256 = ({ header }: JwtDraft) => {
  header.alg = 'ES256'
}

it.each([
  [
    'the wallet attestation',
    'vci.wallet_attestation.signature',
    'invalid_client',
    { patchClientAttestation: { at: 'par', change: es256 } },
  ],
  [
    'its proof of possession',
    'vci.wallet_attestation.pop_signature',
    'invalid_client',
    { patchClientAttestationPop: { at: 'par', change: es256 } },
  ],
  ['the proof', 'vci.proof.jwt.key_type', 'invalid_proof', { patchProof: { at: 'credential', change: es256 } }],
  [
    'the key attestation',
    'vci.key_attestation.signature',
    'invalid_proof',
    { patchKeyAttestation: { at: 'credential', change: es256 } },
  ],
] as const)('ES256 with a key on P-384 fails for %s', async (_, id, error, patch) => {
  const { run, red } = await drive(
    { curve: 'P-384' },
    { id, title: 'Names ES256', expect: { status: 400, error }, ...patch },
  )
  expect([run.outcome, run.refusal?.error]).toEqual(['refused_by_issuer', error])
  const failed = red.find((one) => one.id === id)
  expect(failed?.status).toBe('fail')
  // The key is the right one: its curve is not that of ES256. RFC 7518 section 3.4
  if (id === 'vci.proof.jwt.key_type') expect(failed).toMatchObject({ actual: { kty: 'EC', crv: 'P-384' } })
  else
    expect(failed).toMatchObject({
      cause: expect.stringMatching(/^The alg of the .+ is ES256, and .+ is no key for it: EC P-384$/),
      expected: 'EC P-256',
    })
})

it('ES384 is none of an issuer outside the framework', async () => {
  const { run } = await drive({ curve: 'P-384' }, undefined, { trust_framework: 'test_root' })
  expect(run.outcome).toBe('stopped_by_wallet')
  expect(run.reason).toContain('with ES384')
})
