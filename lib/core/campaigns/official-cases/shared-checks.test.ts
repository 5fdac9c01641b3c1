import { describe, expect, it } from 'vitest'
import { type FoundByCheck, packResult, unpackResult } from '../deciding-result'
import { type Declared, nothingDeclared, readCondition } from './applies-if'
import { judgeCase, type Run } from './case-verdict'
import { causesOf, headlineOf } from './coverage-counts'
import { newestEdition } from './editions'
import { isDecidable, type OfficialCase } from './official-case'
import { pairedCase } from './paired-cases'
import { foldCoverage } from './wallet-coverage'
import { wrongMembers } from './wrong-members'

const session =
  'issue.eu-pid-device-bound.urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required.authorization_code'
const caseOf = (id: string) => newestEdition.cases.find((one) => one.id === `WS_${id}`)!

/** A run of the preset of a case, in which every check of the edition passed but for these. */
function runWith(preset: string, found: Readonly<Record<string, Partial<FoundByCheck>>>): Run {
  const checks = newestEdition.cases.flatMap((one) => one.checks).concat('vci.credential.proofs_present')
  return {
    sessionId: 'one',
    preset,
    expects: 'answer',
    reason: null,
    status: 'credential_issued',
    told: null,
    toldBy: null,
    refusedBy: [],
    foundOfOthers: null,
    found: {
      ...Object.fromEntries(checks.map((id) => [id, { status: 'pass', named: null }])),
      'vci.proof.jwt.parse': { status: 'pass', named: null },
      ...(found as Record<string, FoundByCheck>),
    },
  } as Run
}

const judged = (id: string, run: Run, declared: Declared = nothingDeclared) => {
  const { verdict, remark, cause } = judgeCase(
    caseOf(id),
    [run],
    { ...pairedCase(`WS_${id}`), control: undefined } as never,
    declared,
  )
  return { verdict, remark, cause: cause?.check ?? null }
}

const fails = (id: string, finding: { reason?: string; expected?: unknown; actual: unknown }) => {
  const wrong = wrongMembers({ id, expected: null, ...finding } as never)
  return runWith(session, { [id]: { status: 'fail', named: null, ...(wrong === null ? {} : { wrong }) } })
}

const mdocStatus = (reason: string, ...actual: string[]) => ({
  reason: `vp.mdoc.mso_status#${reason}`,
  expected: 'the members of the mechanism',
  actual,
})

describe('a check that several cases share', () => {
  const headers = 'vci.wallet_attestation.headers_paired'
  const four = ['035a', '035b', '036a', '036b'].map((number) => `AP_MS_ProtocolMessages_${number}`)

  it.each([
    ['counts', { attestation: 2, pop: 1 }, ['failed', 'inconclusive', 'inconclusive', 'inconclusive']],
    ['counts', { attestation: 1, pop: 2 }, ['inconclusive', 'inconclusive', 'failed', 'inconclusive']],
    ['attestation_alone', { attestation: 1, pop: 0 }, ['inconclusive', 'inconclusive', 'failed', 'inconclusive']],
    ['attestation_not_a_jwt', 'a.b', ['inconclusive', 'failed', 'inconclusive', 'inconclusive']],
    ['pop_not_a_jwt', 'a.b', ['inconclusive', 'inconclusive', 'inconclusive', 'failed']],
    ['another', null, ['failed', 'failed', 'failed', 'failed']],
  ])(
    'fails the case whose member is wrong, and leaves the others open with that cause: %s %j',
    (reason, actual, verdicts) => {
      const run = fails(headers, { reason: `${headers}#${reason}`, actual })
      const found = four.map((id) => judged(id, run))
      expect(found.map(({ verdict }) => verdict)).toEqual(verdicts)
      expect(new Set(found.map(({ cause }) => cause))).toEqual(new Set([headers]))
    },
  )

  it.each([
    ['vci.credential.proofs_count', { reason: 'not_array', actual: 'an object' }, 'AP_MS_ProtocolMessages_051a'],
    ['vci.credential.proofs_count', { reason: 'too_many', actual: 2 }, 'AP_MS_ProtocolMessages_051b'],
    ['vci.credential.proofs_count', { reason: 'not_text', actual: 'an object' }, 'AP_MS_ProtocolMessages_051c'],
    [
      'vci.credential.proofs_one_type',
      { reason: 'not_object', actual: 'not an object' },
      'AP_MS_ProtocolMessages_050d',
    ],
    ['vci.credential.configuration_known', { reason: 'not_a_string', actual: 'number' }, 'AP_MS_ProtocolMessages_050b'],
    ['vci.proof.jwt.aud', { reason: 'several', actual: ['a', 'b'] }, 'AP_MS_ProtocolMessages_053b'],
    ['vci.wallet_attestation.typ', { actual: null }, 'AP_MS_ProtocolMessages_037b'],
    ['vci.par.used', { reason: 'missing', actual: null }, 'AP_IA_MainInteraction_010b'],
  ])('%s %j fails %s', (check, finding, id) => {
    const run = fails(check, finding)
    expect(judged(id, run).verdict).toBe('failed')
    const others = newestEdition.cases.filter(
      (one) => one.fit === 'coarse' && one.checks.includes(check) && one.id !== `WS_${id}`,
    )
    expect(others.map((one) => judged(one.id.slice(3), run).verdict)).toEqual(others.map(() => 'inconclusive'))
  })

  it.each([
    ['vp.sdjwt.status_format', 'membership_sd_jwt', { expected: 'status_list', actual: ['another'] }, '029c'],
    ['vp.sdjwt.status_format', 'membership_sd_jwt', { expected: 'idx, an integer', actual: 'negative' }, '029f'],
    ['vp.sdjwt.status_format', 'membership_sd_jwt', { expected: 'uri, a URL', actual: 'no url' }, '029g'],
    ['vp.mdoc.mso_status', 'membership_mdoc', { expected: 'a map', actual: 'something else' }, '033b'],
    ['vp.mdoc.mso_status', 'membership_mdoc', mdocStatus('wrong_value', 'status_list.idx'), '033f'],
    ['vp.mdoc.mso_status', 'membership_mdoc', mdocStatus('absent', 'status_list.uri'), '033e'],
  ])('%s of %s with %j fails %s of the coarse ones', (check, preset, finding, number) => {
    const wrong = wrongMembers({ id: check, ...finding } as never)!
    const run = runWith(preset, { [check]: { status: 'fail', named: null, wrong } })
    const coarse = newestEdition.cases.filter((one) => one.fit === 'coarse' && one.checks[0] === check)
    const failed = coarse.filter((one) => judged(one.id.slice(3), run).verdict === 'failed')
    expect(failed.map((one) => one.id)).toEqual([`WS_RP_MS_CredentialFormats_${number}`])
  })

  it.each([
    ['029a', 'membership_sd_jwt', 'vp.sdjwt.status_format', { expected: 'idx, an integer', actual: 'negative' }],
    ['033a', 'membership_mdoc', 'vp.mdoc.mso_status', mdocStatus('wrong_value', 'status_list.idx')],
  ])('passes %s, which asks for a status, where it is there and wrong inside', (number, preset, check, finding) => {
    const verdictOf = (wrong: readonly string[]) =>
      judged(`RP_MS_CredentialFormats_${number}`, runWith(preset, { [check]: { status: 'fail', named: null, wrong } }))
        .verdict
    expect(verdictOf(wrongMembers({ id: check, ...finding } as never)!)).toBe('passed')
    expect(verdictOf(['status'])).toBe('failed')
  })

  it('is stored with the members that are wrong', () => {
    const place = { exchangeId: 'e', subject: null }
    const found = { 'vci.par.used': { status: 'fail', named: null, place, wrong: ['authorize.request_uri'] } } as const
    const result = { ...runWith(session, {}), state: 'ended', presented: [], found } as never
    expect(unpackResult(packResult(result)).found).toEqual(found)
  })
})

describe('a check that asks more than its case', () => {
  it('fails it with a remark that leaves the headline and the causes', () => {
    const check = 'vp.kb.alg'
    const run = runWith('sd_jwt_baseline', { [check]: { status: 'fail', named: null } })
    expect(judged('RP_SM_DeviceBinding_012a', run)).toMatchObject({ verdict: 'failed', remark: 'stricter' })
    const official = caseOf('RP_SM_DeviceBinding_012a')
    const covered = [{ official, judged: judgeCase(official, [run]), contradictedBy: [] }]
    expect(headlineOf(covered)).toMatchObject({ of: 0, failed: 0, causes: 0, contradicted: 0, stricter: 1 })
    expect(causesOf(covered)).toEqual([])
  })
})

describe('a check that tells apart what its case does not ask', () => {
  const of = (id: string, reason: string, actual: unknown = null) => {
    const wrong = wrongMembers({ id, reason: `${id}#${reason}`, expected: null, actual } as never)
    return runWith(session, { [id]: { status: 'fail', named: null, ...(wrong === null ? {} : { wrong }) } })
  }

  it.each([
    ['AP_SM_DeviceBinding_002a', 'vci.wallet_attestation.alg', ['alg_not_published', 'ES384'], ['mac', 'HS256']],
    ['AP_SM_DeviceBinding_010b', 'vci.proof.jwt.alg', ['alg_not_published', 'ES512'], ['alg_not_published', 'EdDSA']],
    ['AP_SM_DeviceBinding_011a', 'vci.key_attestation.alg', ['alg_not_published', 'ES384'], ['unsigned', 'none']],
    ['AP_MS_ProtocolMessages_038a', 'vci.wallet_attestation.pop_iss', ['other', 'x'], ['absent']],
    ['AP_MS_ProtocolMessages_038a', 'vci.wallet_attestation.pop_aud', ['broken', ['x']], ['broken', [null]]],
    ['AP_MS_ProtocolMessages_038a', 'vci.wallet_attestation.pop_jti', ['used_before'], ['jti_missing']],
    ['AP_MS_ProtocolMessages_038a', 'vci.wallet_attestation.pop_iat', ['iat_past'], ['iat_missing']],
    ['AP_MS_ProtocolMessages_040b', 'vci.par.scope_from_metadata', ['other_configuration'], ['other']],
    ['AP_MS_ProtocolMessages_052a', 'vci.proof.jwt.alg', ['alg_not_published', 'ES384'], ['alg_missing']],
    ['AP_MS_ProtocolMessages_052a', 'vci.proof.jwt.typ', ['broken', 'jwt'], ['broken']],
    ['AP_MS_ProtocolMessages_053a', 'vci.proof.jwt.aud', ['other', 'x'], ['missing']],
    ['AP_MS_ProtocolMessages_053a', 'vci.proof.jwt.iat', ['iat_future'], ['iat_missing']],
    ['AP_MS_ProtocolMessages_053a', 'vci.proof.jwt.nonce_present', ['no_text'], ['missing']],
  ] as const)('passes %s where %s fails for something else', (id, check, [other, value], [own, seen]) => {
    expect(judged(id, of(check, other, value)).verdict).toBe('passed')
    expect(judged(id, of(check, own, seen))).toMatchObject({ verdict: 'failed', remark: null })
  })

  it('fails the case of status_list for an mdoc with another mechanism, which the check takes too', () => {
    const run = (named: string[]) => runWith('membership_mdoc', { 'vp.mdoc.mso_status': { status: 'pass', named } })
    const verdictOf = (id: string, named: string[]) => judged(`RP_MS_CredentialFormats_${id}`, run(named)).verdict
    expect([verdictOf('033c', ['identifier_list']), verdictOf('033c', ['status_list'])]).toEqual(['failed', 'passed'])
    expect(verdictOf('033a', ['identifier_list'])).toBe('passed')
  })
})

describe('cases about registration certificates', () => {
  const verifier = (preset: string, status: 'pass' | 'warn' | 'fail', answered = false) => ({
    ...runWith(preset, { 'vp.negative.rejected': { status, named: null } }),
    status: answered ? 'presentation_validated' : 'wallet_error',
  })
  const bad = 'WS_RP_SM_TrustMechanisms_101b_UF'
  const of = (id: string, ...runs: Run[]) => judgeCase(newestEdition.cases.find((one) => one.id === id)!, runs)

  it('demand a refusal, also where the session only warns, of a wallet that answers the right verifier', () => {
    const right = verifier('trusted_verifier', 'pass', true)
    expect(of(bad, right, verifier('registration_bad_signature', 'pass')).verdict).toBe('passed')
    expect(of(bad, right, verifier('registration_bad_signature', 'warn')).verdict).toBe('failed')
    expect(of(bad, verifier('registration_bad_signature', 'pass')).verdict).toBe('inconclusive')
  })

  it('leave a doubt about a right certificate until a wrong one was refused', () => {
    const [right, wrong] = [
      verifier('trusted_verifier', 'pass', true),
      verifier('registration_bad_signature', 'pass'),
    ] as const
    const remarkIn = (...runs: Run[]) =>
      foldCoverage(runs, null, newestEdition).cases.find(({ official }) => official.id.endsWith('Mechanisms_101'))
        ?.judged.remark
    expect(remarkIn(right)).toBe('The wallet may have ignored the registration certificate.')
    expect(remarkIn(right, wrong)).toBeNull()
  })

  it('take an access certificate of the test root with a remark', () => {
    const { verdict, remark } = of('WS_RP_SM_RpIntegrity_013a', runWith('sd_jwt_baseline', {}))
    expect([verdict, remark]).toEqual([
      'passed',
      'Its certificate is of the test root, not an access certificate of the European framework.',
    ])
  })
})

describe('a session that stopped at a failed check', () => {
  const stopped = (status: string | null): Run => {
    const { 'vci.credential.proofs_count': _, ...found } = runWith(session, {}).found
    return { ...runWith(session, {}), status, found: { ...found, 'vci.par.used': { status: 'fail', named: null } } }
  }

  it('leaves open what it did not come to, with the check that stopped it', () => {
    expect(judged('AP_MS_ProtocolMessages_051a', stopped('par_rejected'))).toMatchObject({
      verdict: 'inconclusive',
      remark: 'The session did not come so far: vci.par.used failed.',
      cause: 'vci.par.used',
    })
    expect(judged('AP_MS_ProtocolMessages_051a', stopped('credential_issued')).verdict).toBe('not_applicable')
  })

  it('shows neither type of proof where none was read', () => {
    const of = (id: string, found: Parameters<typeof runWith>[1]) => judged(id, runWith(session, found)).verdict
    const none = { 'vci.proof.jwt.parse': { status: 'not_observed', named: null } } as const
    expect(of('AP_SM_DeviceBinding_013a', none)).not.toBe('not_applicable')
    const other = { ...none, 'vci.credential.proof_type_supported': { status: 'fail', named: null } } as const
    expect(of('AP_SM_DeviceBinding_010a', other)).not.toBe('not_applicable')
  })
})

describe('the case about a wallet instance attestation', () => {
  it('never demands iss', () => {
    const without = { 'vci.wallet_attestation.iss': { status: 'fail', named: null } } as const
    expect(judged('AP_MS_ProtocolMessages_037a', runWith(session, without)).verdict).toBe('passed')
  })
})

describe('cases that exclude each other', () => {
  it('are decided by what the wire shows, unless something is declared', () => {
    const jwt = runWith(session, {})
    expect(judged('AP_MS_ProtocolMessages_052c', jwt).verdict).toBe('passed')
    expect(judged('AP_SM_DeviceBinding_013a', jwt).verdict).toBe('not_applicable')
    const { 'vci.proof.jwt.parse': _, ...found } = jwt.found
    const attestation = { ...jwt, found }
    expect(judged('AP_MS_ProtocolMessages_052c', attestation).verdict).toBe('not_applicable')
    expect(judged('AP_SM_DeviceBinding_013a', attestation).verdict).toBe('passed')
  })

  it('know a wallet that fetches by POST from one that does not', () => {
    const post = runWith('mdoc_baseline', {})
    const get = runWith('mdoc_baseline', { 'vp.request.method': { status: 'warn', named: null } })
    const of = (run: Run) => ['b', 'd'].map((letter) => judged(`RP_IA_ProtocolFlow_002${letter}`, run).verdict)
    expect([of(post), of(get)]).toEqual([
      ['passed', 'not_applicable'],
      ['not_applicable', 'passed'],
    ])
    const declared: Declared = { values: { request_uri_method_post: true }, contradicted: new Set() }
    expect(judged('RP_IA_ProtocolFlow_002b', get, declared).verdict).toBe('failed')
  })
})

describe('each case of the newest edition that a session decides', () => {
  const decidable = newestEdition.cases.filter(isDecidable)

  /** What has to be declared for a case to apply. */
  const declaredFor = ({ applies_if }: OfficialCase): Declared => {
    const values = (applies_if === null ? [] : readCondition(applies_if)).map(({ item, value, isNegated }) => [
      item,
      value === null ? !isNegated : [value],
    ])
    return { values: Object.fromEntries(values), contradicted: new Set() }
  }
  const runOf = (one: OfficialCase, found: Parameters<typeof runWith>[1] = {}): Run => ({
    ...runWith(one.preset ?? '', found),
    status: 'presentation_validated',
    ...(one.channel === 'dc_api' ? { carrier: 'browser' as const } : {}),
  })
  const verdictOf = (one: OfficialCase, run: Run, declared: Declared) =>
    judgeCase(one, [run], { ...pairedCase(one.id), control: undefined } as never, declared).verdict

  it.each(decidable.map((one) => [one.id, one] as const))(
    'is passed by a right wallet, and failed by one that breaks its check, with no case of another check: %s',
    (_id, one) => {
      const declared = declaredFor(one)
      const [check = ''] = one.checks
      expect(verdictOf(one, runOf(one), declared)).toBe('passed')
      const wrong = runOf(one, { [check]: { status: 'fail', named: null } })
      expect(verdictOf(one, wrong, declared)).toBe('failed')
      const others = decidable.filter((other) => verdictOf(other, wrong, declared) === 'failed')
      expect(others.filter(({ checks }) => !checks.includes(check))).toEqual([])
    },
  )
})
