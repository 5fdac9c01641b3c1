import { describe, expect, it } from 'vitest'
import { bind, evaluate } from '../../engine/checks/evaluate'
import type { ResponseReading } from '../read/response/response-reading'
import { answerChecks } from '.'
import {
  clearResponse,
  closedResponse,
  codeResponse,
  emptyResponse,
  errorResponse,
  garbledResponse,
  goodJwe,
  goodResponse,
  history,
  plainResponse,
  token,
  withState,
} from './fixtures/response'
import { responseGateChecks } from './response'

const evaluated = (reading: ResponseReading) =>
  evaluate(
    bind([...responseGateChecks, ...answerChecks], () => reading),
    null,
  )
const bad = (reading: ResponseReading) =>
  evaluated(reading).filter(({ status }) => status === 'fail' || status === 'warn')
const errors = (reading: ResponseReading) => bad(reading).map(({ id }) => id)
const decided = (reading: ResponseReading) =>
  evaluated(reading)
    .filter(({ rejected }) => rejected)
    .map(({ id, error }) => [id, error])

describe('checks of an answer', () => {
  it.each([
    ['an encrypted response', goodResponse],
    ['a response in the clear to a request that asks for one', plainResponse],
    ['an encrypted error', errorResponse()],
    ['a code', codeResponse],
  ])('find nothing wrong with %s', (_name, reading) => {
    expect(bad(reading)).toEqual([])
  })

  it('name every error, and the first in the order of answers decides', () => {
    const { duplicates: _none, ...transport } = goodResponse.transport
    const reading: ResponseReading = {
      ...withState({ matches: false }),
      transport: { ...transport, query: 'a=b', duplicates: ['response'] },
      jwe: { ...goodJwe, header: { ...goodJwe.header, alg: 'ECDH-ES+A128KW', zip: 'DEF' }, partLengths: [120, 54] },
    }
    expect(errors(reading)).toEqual([
      'vp.response.query_empty',
      'vp.response.params_unique',
      'vp.jwe.alg',
      'vp.jwe.zip_absent',
      'vp.jwe.header_minimal',
      'vp.response.state_matches',
    ])
    expect(decided(reading)).toEqual([['vp.response.params_unique', 'invalid_request']])
  })

  it('refuse an answer in the clear where the request asks for an encrypted one', () => {
    expect(decided(clearResponse)).toEqual([['vp.response.encrypted', 'invalid_response_mode']])
    expect(errors(clearResponse)).toEqual(['vp.response.encrypted'])
  })

  it('refuse what is not a JWE once, and block decryption by it', () => {
    expect(errors(garbledResponse)).toEqual(['vp.jwe.compact'])
    expect(evaluated(garbledResponse).find(({ id }) => id === 'vp.jwe.decrypts')?.actual).toEqual({
      blocked_by: ['vp.jwe.compact', 'vp.jwe.header_json'],
    })
  })

  it('look for nothing inside a JWE that does not open', () => {
    expect(errors(closedResponse)).toEqual(['vp.jwe.decrypts'])
    expect(decided(closedResponse)).toEqual([['vp.jwe.decrypts', 'invalid_encrypted_response']])
  })

  it('refuse a body that holds nothing once', () => {
    expect(decided(emptyResponse)).toEqual([['vp.response.matches_type', 'invalid_request']])
    expect(errors(emptyResponse)).toEqual(['vp.response.matches_type'])
  })

  it('compare no state that is missing', () => {
    const reading = withState({ present: false, matches: false })
    expect(errors(reading)).toEqual(['vp.response.state_present'])
    expect(evaluated(reading).find(({ id }) => id === 'vp.response.state_matches')?.actual).toEqual({
      blocked_by: ['vp.response.state_present'],
    })
  })

  it('accept an error without state, and refuse one with another state', () => {
    const state = (change: Partial<ResponseReading['state']>) => errorResponse({}, { state: withState(change).state })
    expect(errors(state({ present: false, matches: false }))).toEqual(['vp.error.state'])
    expect(decided(state({ present: false, matches: false }))).toEqual([])
    expect(decided(state({ matches: false }))).toEqual([['vp.error.state', 'state_mismatch']])
  })

  it('refuse an error that comes with a presentation', () => {
    expect(decided(errorResponse({ beside: ['vp_token'] }))).toEqual([['vp.error.exclusive', 'invalid_request']])
  })

  it('refuse a late answer although its check is for information only', () => {
    const late = history({ expired: true })
    expect(bad(late).map(({ id, status }) => [id, status])).toEqual([['vp.response.in_time', 'warn']])
    expect(decided(late)).toEqual([['vp.response.in_time', 'session_expired']])
  })

  it('refuse a vp_token that is a string inside a JWE, and say so', () => {
    const finding = evaluated(token({ encodedAsText: true })).find(({ rejected }) => rejected)
    expect(finding).toMatchObject({ id: 'vp.token.is_object', error: 'invalid_presentation' })
    expect(finding?.refusal).toContain('not a string')
  })

  it('let a wrong state decide before a parameter that is missing, so that the wallet may try again', () => {
    const reading: ResponseReading = {
      ...withState({ matches: false }),
      request: { ...goodResponse.request, responseType: 'vp_token id_token' },
    }
    expect(errors(reading)).toEqual(['vp.response.state_matches', 'vp.response.matches_type'])
    expect(decided(reading)).toEqual([['vp.response.state_matches', 'state_mismatch']])
  })

  it('record what is unanswered before what was sent instead', () => {
    const reading = token({}, { unanswered: ['pid'], satisfied: false, partial: true, unknownIds: ['passport'] })
    expect(errors(reading)).toEqual(['vp.token.ids_known', 'vp.token.all_credentials', 'vp.token.no_partial'])
    expect(decided(reading)).toEqual([['vp.token.ids_known', 'invalid_presentation']])
  })
})
