import { describe, expect, it } from 'vitest'
import { bind, evaluate } from '../../engine/checks/evaluate'
import type { DpopReading } from '../read/oauth/dpop/dpop-reading'
import { dpopChecks, dpopProofChecks } from './dpop'
import { dpopExamples as examples } from './dpop.examples'

describe('each DPoP check', () => {
  it('has examples, and no example is without a check', () => {
    expect(Object.keys(examples).sort()).toEqual(dpopChecks.map(({ id }) => id).sort())
  })

  it.each(dpopChecks.map((check) => [check.id, check] as const))(
    '%s distinguishes good, bad and absent',
    (id, check) => {
      const { pass, violated, notApplicable } = examples[id]!
      expect(pass.map((reading) => check.run(reading).result)).toEqual(pass.map(() => 'pass'))
      for (const reading of violated) expect(['violated', 'tolerated']).toContain(check.run(reading).result)
      for (const reading of notApplicable)
        expect(['not_applicable', 'not_observed']).toContain(check.run(reading).result)
      expect(violated.length * pass.length * notApplicable.length).toBeGreaterThan(0)
    },
  )
})

const evaluated = (reading: DpopReading) =>
  evaluate(
    bind(dpopProofChecks, () => reading),
    null,
  )

describe('DPoP checks together', () => {
  const good = examples['vci.dpop.key_bound_to_token']!.pass[0]!

  it('find nothing wrong with a good proof at the credential endpoint', () => {
    expect(evaluated(good).filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([])
  })

  it('name every error of a proof, and the first by order decides', () => {
    const proof = good.proof!
    const bad = {
      ...good,
      proof: { ...proof, header: { ...proof.header, typ: 'JWT' }, claims: { ...proof.claims, htm: 'GET', iat: 1 } },
    }
    const failed = evaluated(bad).filter(({ status }) => status === 'fail')
    expect(failed.map(({ id }) => id)).toEqual(['vci.dpop.typ', 'vci.dpop.htm', 'vci.dpop.iat_window'])
    expect(failed.map(({ rejected }) => rejected)).toEqual([true, false, false])
  })

  it('refuse a missing header once and block the rest by it', () => {
    const findings = evaluated(examples['vci.dpop.header_present']!.violated[0]!)
    expect(findings.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual(['vci.dpop.header_present'])
    expect(findings.find(({ id }) => id === 'vci.dpop.wellformed')?.actual).toEqual({
      blocked_by: ['vci.dpop.header_present'],
    })
  })

  it('put every error of the proof before a nonce challenge', () => {
    const reading = { ...good, policy: 'required' as const, proof: { ...good.proof!, signature: 'invalid' as const } }
    const errors = evaluated(reading).filter(({ error }) => error !== null)
    expect(errors.map(({ error, rejected }) => [error, rejected])).toEqual([
      ['invalid_dpop_proof', true],
      ['use_dpop_nonce', false],
    ])
  })

  it('challenge a first request without calling it a failure', () => {
    const findings = evaluated({ ...good, policy: 'required' })
    expect(findings.filter(({ rejected }) => rejected).map(({ id, status, error }) => [id, status, error])).toEqual([
      ['vci.dpop.nonce_current', 'warn', 'use_dpop_nonce'],
    ])
  })

  it('record a nonce that was not adopted under the offered policy, and refuse it under required', () => {
    const [offered, required] = examples['vci.dpop.nonce_adopted']!.violated
    const adopted = (reading: typeof good) => evaluated(reading).find(({ id }) => id === 'vci.dpop.nonce_adopted')
    expect(adopted(offered!)).toMatchObject({ status: 'fail', error: null, rejected: false })
    expect(adopted(required!)).toMatchObject({ status: 'fail', error: 'use_dpop_nonce', rejected: true })
  })
})

describe('texts of the DPoP checks', () => {
  it('can be sent as error_description and are self-contained', () => {
    for (const { id, refusal, rejects, title, why, reasons } of dpopChecks) {
      expect(refusal === undefined, id).toBe(rejects === undefined)
      if (refusal) expect(refusal, id).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
      const fixes = Object.values(reasons).map(({ fix }) => fix)
      for (const text of [title, why, ...fixes]) expect(text.length, id).toBeGreaterThan(20)
    }
  })
})
