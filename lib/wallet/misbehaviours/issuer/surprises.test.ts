import { describe, expect, it } from 'vitest'
import type { IssuerRun } from '../../issuer/issuer-run'
import { findMisbehaviour } from './registry'
import { surprises } from './surprises'

const run = (outcome: IssuerRun['outcome'], status: number | null, body: object, misbehaved = true): IssuerRun => ({
  outcome,
  log: [
    {
      step: 'token',
      at: 0,
      method: 'POST',
      url: 'https://issuer.example/token',
      headers: [],
      body: null,
      status,
      answerHeaders: [],
      answerBody: JSON.stringify(body),
      durationMillis: 1,
      probe: false,
      misbehaved,
    },
  ],
  credentials: [],
  refusal: null,
  trust: null,
  reason: null,
})

describe('how a service met a misbehaviour', () => {
  const refused = findMisbehaviour('vci.dpop.htm')
  const accepted = findMisbehaviour('vci.dpop.htu_exact')
  const error = 'invalid_dpop_proof'

  it('is no surprise when answer, link and end are the documented ones', () => {
    const body = { error, error_uri: 'https://issuer.example/checks/vci.dpop.htm' }
    expect(surprises(refused, run('refused_by_issuer', 401, body))).toEqual([])
    expect(surprises(refused, run('refused_by_issuer', 401, { error }))).toEqual([])
    expect(surprises(accepted, run('credential_stored', 200, {}))).toEqual([])
  })

  it('is told for each part that differs', () => {
    const body = { error: 'invalid_request', error_uri: 'https://issuer.example/checks/vci.dpop.typ' }
    expect(surprises(refused, run('credential_stored', 400, body))).toEqual([
      'Outcome: expected refused_by_issuer, seen credential_stored.',
      'Status: expected 401, seen 400.',
      'Error code: expected invalid_dpop_proof, seen invalid_request.',
      'Link: expected vci.dpop.htm, seen https://issuer.example/checks/vci.dpop.typ.',
    ])
    expect(surprises(accepted, run('credential_stored', 400, {}))).toEqual(['Response: expected success, seen 400.'])
    expect(surprises(accepted, run('credential_stored', null, {}))).toEqual(['Response: expected success, seen null.'])
  })

  it('is a surprise when the wallet did nothing wrong', () => {
    expect(surprises(refused, run('refused_by_issuer', 401, { error }, false))).toEqual([
      'The wallet did nothing wrong.',
    ])
  })
})
