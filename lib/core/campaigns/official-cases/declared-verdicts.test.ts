import { describe, expect, it } from 'vitest'
import { sampleStart } from '@/lib/testing/store-samples'
import type { FindingStatus } from '../../shared/ports/finding'
import type { Declaration } from '../../shared/ports/store-types'
import { keyBoundFormat } from '../../verifier/read/session/verifier-info-options'
import { presetById } from '../presets'
import type { Run } from './case-verdict'
import { officialCases } from './cases'
import { itemNames } from './declared-items'
import { contradictable, contradictions, seenItems } from './seen-items'
import { foldCoverage } from './wallet-coverage'

const declaring = (items: Declaration['items']): Declaration => ({
  ...{ id: 'x', wallet: { name: 'Quillfern', version: '1' }, tester: null, byOperator: false },
  ...{ items, declaredAt: sampleStart },
})
const run = (preset: string, found: Record<string, FindingStatus>): Run => ({
  ...{ sessionId: `session of ${preset}`, preset, expects: presetById(preset)?.expects ?? 'answer' },
  ...{ reason: null, status: null, told: null, toldBy: null, refusedBy: [], foundOfOthers: null },
  found: Object.fromEntries(Object.entries(found).map(([id, status]) => [id, { status, named: null }])),
})
const judged = (id: string, runs: readonly Run[], items?: Declaration['items']) => {
  const { cases } = foldCoverage(runs, items === undefined ? null : declaring(items))
  const { verdict, remark } = cases.find(({ official }) => official.id === `WS_RP_${id}`)?.judged ?? {}
  return { verdict, remark }
}
const presentedMdoc = run('mdoc_baseline', { 'vp.token.present': 'pass', 'vp.mdoc.issuer_signature': 'pass' })
const ofMdoc = officialCases.filter(({ applies_if }) => applies_if === 'mdoc')

describe('a declared no', () => {
  it('makes the cases that ask for it not applicable, and no others', () => {
    const { cases, counts, headline } = foldCoverage([], declaring({ mdoc: false }))
    const not = cases
      .filter(({ judged: { verdict } }) => verdict === 'not_applicable')
      .map(({ official }) => official.id)
    const asking = officialCases.filter(({ applies_if }) => /(?<!!)\bmdoc\b/.test(applies_if ?? ''))
    expect(not).toEqual(asking.map(({ id }) => id))
    expect(counts.not_applicable).toBe(not.length)
    expect(headline.of).toBeLessThan(foldCoverage([]).headline.of)
  })

  it('that the wire contradicts is named, and its cases are judged', () => {
    const { cases, contradicted } = foldCoverage([presentedMdoc], declaring({ mdoc: false }))
    expect([...contradicted]).toEqual([['mdoc', { sessions: ['session of mdoc_baseline'], values: [] }]])
    const verdicts = new Set(
      cases.filter(({ official }) => ofMdoc.includes(official)).map(({ judged }) => judged.remark),
    )
    expect([...verdicts].filter((remark) => remark?.includes('declared otherwise'))).toEqual([])
    expect(foldCoverage([presentedMdoc], declaring({ mdoc: true })).contradicted.size).toBe(0)
    expect(foldCoverage([presentedMdoc]).contradicted.size).toBe(0)
  })

  it('decides nothing of what was not declared', () => {
    expect(foldCoverage([presentedMdoc], declaring({})).counts).toEqual(foldCoverage([presentedMdoc]).counts)
  })
})

describe('a request by link from another device', () => {
  it('is judged whatever is declared of the Digital Credentials API', () => {
    const presented = run('sd_jwt_baseline', { 'vp.request.fetched': 'pass', 'vp.response.received': 'pass' })
    for (const dc_api of [false, true])
      expect(judged('UC_Presentation_004', [presented], { dc_api })).toEqual({ verdict: 'passed', remark: null })
  })
})

describe('a known transaction type', () => {
  it('is what its cases ask for, so that they do not apply to a wallet without one', () => {
    for (const number of ['026', '027', '028', '154', '155', '156', '157'])
      expect(judged(`MS_ProtocolMessages_${number}`, [], { transaction_types: [] }).verdict).toBe('not_applicable')
  })
})

describe('an unknown scope', () => {
  const refused = run('unknown_scope', { 'vp.negative.rejected': 'pass', 'vp.error.fits': 'pass' })
  const of = (items?: Declaration['items']) => judged('MS_ProtocolMessages_030', [refused], items)

  it('is refused also by a wallet without scopes, so that the case is passed with the declaration only', () => {
    expect(of()).toMatchObject({ verdict: 'inconclusive', remark: expect.stringContaining('Nobody declared') })
    expect(of({ scope: true })).toEqual({ verdict: 'passed', remark: null })
    expect(of({ scope: false })).toMatchObject({ verdict: 'not_applicable' })
  })

  it('that is taken fails the case whatever was declared', () => {
    const taken = run('unknown_scope', { 'vp.negative.rejected': 'fail' })
    expect(judged('MS_ProtocolMessages_030', [taken]).verdict).toBe('failed')
    expect(judged('MS_ProtocolMessages_030', [taken], { scope: true }).verdict).toBe('failed')
  })
})

describe('an attestation about the verifier', () => {
  const unbound = run('verifier_info_unbound', { 'vp.negative.rejected': 'warn' })
  const bad = run('verifier_info_bad_proof', { 'vp.negative.rejected': 'warn' })
  const right = run('verifier_info_key_bound', { 'vp.negative.still_answers': 'pass', 'vp.token.present': 'pass' })
  const knows = { verifier_info_formats: ['urn:other', keyBoundFormat] }

  it('that is wrong fails a wallet that declares its format, and no other', () => {
    for (const [id, one] of [
      ['SM_DeviceBinding_003', unbound],
      ['SM_DeviceBinding_005', bad],
    ] as const) {
      expect(judged(id, [one]).verdict).toBe('not_applicable')
      expect(judged(id, [one], { verifier_info_formats: ['urn:other'] }).verdict).toBe('not_applicable')
      expect(judged(id, [one], knows).verdict).toBe('failed')
    }
  })

  it('that is right may have been ignored, unless its format is declared', () => {
    expect(judged('SM_DeviceBinding_002', [right])).toMatchObject({ verdict: 'passed', remark: expect.any(String) })
    expect(judged('SM_DeviceBinding_002', [right], knows)).toEqual({ verdict: 'passed', remark: null })
  })
})

describe('a transaction whose only hash algorithm is sha-512', () => {
  const id = 'SH_Cryptography_CryptographicHash_008'
  const hashed = run('transaction_sha512_only', {
    ...{ 'vp.negative.rejected': 'fail', 'vp.token.present': 'pass' },
    ...{ 'vp.txn.represented': 'pass', 'vp.txn.hashes_match': 'pass', 'vp.txn.alg_allowed': 'pass' },
  })

  it('fails no wallet that hashes with it, unless its maker denies that it can', () => {
    expect(judged(id, [hashed])).toMatchObject({ verdict: 'inconclusive', remark: expect.stringContaining('sha-512') })
    expect(judged(id, [hashed], { digest_algs: ['sha-256', 'sha-512'] }).verdict).toBe('not_applicable')
    expect(judged(id, [hashed], { digest_algs: ['sha-256'] }).verdict).toBe('failed')
    expect([...foldCoverage([hashed], declaring({ digest_algs: ['sha-256'] })).contradicted.keys()]).toEqual([
      'digest_algs',
    ])
  })

  it('fails a wallet that responds with another one', () => {
    const wrong = run('transaction_sha512_only', { 'vp.negative.rejected': 'fail', 'vp.txn.alg_allowed': 'fail' })
    expect(judged(id, [wrong]).verdict).toBe('failed')
  })
})

describe('what the wire contradicts', () => {
  const presented = { 'vp.token.present': 'pass' } as const
  const shown: readonly [Run, Declaration['items']][] = [
    [
      run('sd_jwt_baseline', { ...presented, 'vp.sdjwt.signature': 'pass' }),
      { sd_jwt_vc: false, redirect_flow: false },
    ],
    [presentedMdoc, { mdoc: false }],
    [{ ...run('dc_signed_sd_jwt', presented), carrier: 'browser' }, { dc_api: false }],
    [run('ticket_unbound', presented), { unbound_credentials: false }],
    [run('scope', presented), { scope: false }],
    [run('mdoc_baseline', { ...presented, 'vp.reqpost.encryption_possible': 'pass' }), { request_encryption: false }],
    [run('transaction_data', { ...presented, 'vp.txn.represented': 'pass' }), { transaction_types: [] }],
    [run('x509_san_dns', presented), { client_id_prefixes: ['x509_hash'] }],
    [run('sha512_digests', presented), { digest_algs: ['SHA-256'] }],
    [run('mdoc_baseline', { ...presented, 'vp.request.method': 'pass' }), { request_uri_method_post: false }],
    [run('a128gcm_only', { 'vp.jwe.enc': 'pass', 'vp.jwe.decrypts': 'pass' }), { enc_values: ['A256GCM'] }],
  ]

  it('is what is said of it, and nothing else', () => {
    const found = shown.flatMap(([one, items]) => [...contradictions(items, seenItems([one])).keys()])
    expect(new Set(found)).toEqual(new Set(contradictable))
    const all = Object.fromEntries(itemNames.map((item) => [item, shown.some(([, items]) => item in items)]))
    expect(Object.keys(all).filter((item) => all[item])).toEqual(
      itemNames.filter((item) => contradictable.includes(item)),
    )
  })

  it('is no refusal, and no response to a wrong request', () => {
    expect(seenItems([run('unknown_scope', { 'vp.negative.rejected': 'pass' })]).size).toBe(0)
    const careless = run('va_wrong_pop_key', { ...presented, 'vp.negative.rejected': 'fail' })
    expect([...seenItems([careless]).keys()]).toEqual(['redirect_flow'])
  })

  it('is neither a link nor a browser where a program carried the response', () => {
    expect(seenItems([{ ...run('dc_signed_sd_jwt', presented), carrier: 'emulated' }]).size).toBe(0)
  })

  it('is no value that is declared in another case', () => {
    const one = run('a128gcm_only', { 'vp.jwe.enc': 'pass', 'vp.jwe.decrypts': 'pass' })
    expect(contradictions({ enc_values: ['a128gcm'] }, seenItems([one])).size).toBe(0)
  })
})
