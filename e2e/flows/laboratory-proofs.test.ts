import { describe, expect, it } from 'vitest'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { type JsonRecord, jsonPost } from '@/lib/testing/http-client'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { runAtIssuer } from '@/lib/wallet/issuer/run-at-issuer'
import type { WalletProfile } from '@/lib/wallet/issuer/settings'

/** Issuers that say which proof types they take, and whether keys have to be attested. OID4VCI-1FINAL-12.2.4 */
const service = serviceForTests()
const { http } = service

const post = (body: JsonRecord) => http(jsonPost('/sessions', body))

interface Tried {
  readonly misbehave?: string
  readonly profile?: Partial<WalletProfile>
}

async function run(body: JsonRecord, { misbehave, profile }: Tried = {}) {
  const answer = await post({ issuer_configuration_id: 'eu-pid-jwt-proof-only', ...body })
  expect(answer.status, answer.body).toBe(201)
  const created = answer.object()
  const ended = await runAtIssuer({
    deeplink: String(created.deeplink),
    clock: service.now,
    ...(profile === undefined ? {} : { profile }),
    ...(misbehave === undefined ? {} : { misbehave }),
  })
  const view = (await http({ path: `/sessions/${created.session_id}` })).json() as IssuanceSessionView
  const { pathname } = new URL(String(created.issuer_identifier))
  const metadata = (await http({ path: `/.well-known/openid-credential-issuer${pathname}` })).object()
  return { ended, view, metadata }
}

/** The proof types of the metadata, each with whether it requires key attestations. */
const listed = ({ credential_configurations_supported: all }: JsonRecord) =>
  Object.values(all as Record<string, { proof_types_supported: Record<string, object> }>).map((one) =>
    Object.entries(one.proof_types_supported).map(([type, entry]) => [type, 'key_attestations_required' in entry]),
  )
const failed = ({ checks }: IssuanceSessionView) =>
  checks.conformance.flatMap(({ id, status }) => (status === 'fail' && !id.endsWith('.trusted') ? [id] : []))
const sentTypes = ({ ended: { log } }: Awaited<ReturnType<typeof run>>) =>
  log.flatMap(({ step, body }) =>
    step === 'credential' ? Object.keys((JSON.parse(body ?? '{}') as { proofs?: object }).proofs ?? {}) : [],
  )

describe('an issuer with proof types of its own', () => {
  it.each<[string, JsonRecord, [string, boolean][], string]>([
    ['eu-pid-jwt-proof-only', {}, [['jwt', false]], 'jwt'],
    ['eu-pid-jwt-proof-only', { proof_types: ['attestation'] }, [['attestation', false]], 'attestation'],
    ['eu-pid-jwt-proof-only', { key_attestations: 'required' }, [['jwt', true]], 'jwt'],
    [
      'eu-pid-device-bound',
      {},
      [
        ['jwt', true],
        ['attestation', true],
      ],
      'jwt',
    ],
    ['eu-pid-device-bound', { proof_types: ['jwt'], key_attestations: 'not_required' }, [['jwt', false]], 'jwt'],
    ['eu-pid-device-bound', { proof_types: ['attestation'] }, [['attestation', true]], 'attestation'],
    [
      'eu-pid-jwt-proof-only',
      { proof_types: ['attestation', 'jwt'], key_attestations: 'required' },
      [
        ['attestation', true],
        ['jwt', true],
      ],
      'jwt',
    ],
  ])('%s with %j issues to a wallet that answers with a listed type', async (base, options, types, sent) => {
    const made = await run({ issuer_configuration_id: base, laboratory: options })
    expect([made.ended.outcome, made.ended.refusal, made.ended.reason]).toEqual(['credential_stored', null, null])
    for (const one of listed(made.metadata)) expect(one).toEqual(types)
    expect(sentTypes(made)).toEqual([sent])
    expect(failed(made.view)).toEqual([])
    const judged = made.view.checks.conformance.filter(({ status }) => status === 'pass').map(({ id }) => id)
    expect(judged).toContain('vci.credential.proof_type_supported')
    const attested = types.some(([, required]) => required) || sent === 'attestation'
    expect(judged.includes('vci.key_attestation.signature')).toBe(attested)
    expect(made.view.laboratory?.options).toMatchObject({
      proof_types: options.proof_types ?? null,
      key_attestations: options.key_attestations ?? 'as_base',
    })
  })

  it.each<[JsonRecord]>([
    [{ proof_types: ['attestation'], nonce: 'absent' }],
    [{ proof_types: ['attestation'], batch: {} }],
    [{ proof_types: ['attestation'], encryption: 'required' }],
    [{ key_attestations: 'required', batch: {} }],
    [{ key_attestations: 'required', credential_identifiers: 'always', datasets: 2 }],
  ])('goes together with other options: %j', async (laboratory) => {
    const { ended, view } = await run({ laboratory })
    expect([ended.outcome, ended.refusal, ended.reason]).toEqual(['credential_stored', null, null])
    expect(failed(view)).toEqual([])
  })

  it.each([
    ['vci.credential.proof_type_supported~unlisted', { proof_types: ['attestation'] }],
    ['vci.key_attestation.present~option', { key_attestations: 'required' }],
    // An attestation proof is the proof: where keys need no attestation too, its faults refuse it.
    ['vci.key_attestation.signature', { proof_types: ['attestation'] }],
  ])('refuses %s', async (misbehave, laboratory) => {
    const { ended, view } = await run({ laboratory }, { misbehave })
    expect([ended.outcome, ended.refusal?.error]).toEqual(['refused_by_issuer', 'invalid_proof'])
    expect(ended.log.find(({ misbehaved }) => misbehaved)).toMatchObject({ step: 'credential', status: 400 })
    expect(failed(view)).toContain(misbehave.split('~')[0])
  })

  it.each<[JsonRecord, string, unknown?]>([
    [{ proof_types: [] }, '/proof_types'],
    [{ proof_types: ['jwt', 'jwt'] }, '/proof_types'],
    [{ proof_types: ['di_vp'] }, '/proof_types/0', ['jwt', 'attestation']],
    [{ proof_types: 'jwt' }, '/proof_types'],
    [{ key_attestations: true }, '/key_attestations', ['as_base', 'required', 'not_required']],
  ])('takes no %j', async (laboratory, member, legal) => {
    const answer = await post({ laboratory })
    expect([answer.status, answer.object().error]).toEqual([400, 'unsupported_laboratory_option'])
    expect(answer.object().member).toBe(`/laboratory${member}`)
    if (legal !== undefined) expect(answer.object().legal_values).toEqual(legal)
  })
})
