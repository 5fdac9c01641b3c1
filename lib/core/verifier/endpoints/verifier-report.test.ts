import { describe, expect, it } from 'vitest'
import type { DcApiView } from '../evidence/browser-calls'
import { browserFacts, responseWords } from './verifier-report'

type Entry = DcApiView['entries'][number]

const entry = (protocol: Entry['protocol'], response_mode: string | null): Entry => ({
  protocol,
  response_mode,
  nonce: 'n',
  encryption_kid: null,
  thumbprint: null,
})

const signed = entry('openid4vp-v1-signed', 'dc_api.jwt')

const unsigned = entry('openid4vp-v1-unsigned', 'dc_api')

const iso = entry('org-iso-mdoc', null)

const call = {
  at: '2026-01-02T03:04:05.678Z',
  elapsed_ms: null,
  outcome: 'error',
  error_name: 'NotAllowedError',
  page_origin: null,
  user_agent: null,
  allows: {},
} as const

const dcApi = (entries: Entry[], changes: Partial<DcApiView> = {}): DcApiView => ({
  origin: 'https://example.com',
  expected_origins: [],
  entries,
  answered_protocol: null,
  calls: [],
  ...changes,
})

const words = (dc_api?: DcApiView) =>
  responseWords({ response_type: 'vp_token', response_mode: 'direct_post.jwt', ...(dc_api ? { dc_api } : {}) })

describe('the response in a report', () => {
  it('has the mode of the session for a link, and that of the request through a browser', () => {
    expect(words()).toBe('vp_token by direct_post.jwt')
    expect(words(dcApi([signed]))).toBe('vp_token by dc_api.jwt')
    expect(words(dcApi([unsigned]))).toBe('vp_token by dc_api')
    expect(words(dcApi([iso]))).toBe('EncryptedResponse by org-iso-mdoc')
    expect(words(dcApi([entry('openid4vp-v1-unsigned', null)]))).toBe('vp_token without response_mode')
  })

  it('has that of the answered request alone, and of each until one is', () => {
    expect(words(dcApi([signed, iso]))).toBe('vp_token by dc_api.jwt, or EncryptedResponse by org-iso-mdoc')
    expect(words(dcApi([signed, iso], { answered_protocol: 'org-iso-mdoc' }))).toBe('EncryptedResponse by org-iso-mdoc')
    expect(words(dcApi([signed, unsigned], { answered_protocol: 'openid4vp-v1-unsigned' }))).toBe('vp_token by dc_api')
    expect(words(dcApi([signed], { answered_protocol: 'unknown' }))).toBe('vp_token by dc_api.jwt')
  })
})

describe('the facts of a browser in a report', () => {
  it('are none for a link', () => {
    expect(browserFacts({ observed: {} })).toEqual([])
  })

  it('say what carried the answer, or the last call without one', () => {
    const failed = { ...call, carrier: 'emulated' } as const
    expect(browserFacts({ observed: { carrier: null }, dc_api: dcApi([signed]) })).toEqual([
      ['Carried by', 'nothing yet'],
      ['Protocol', 'none answered'],
    ])
    expect(browserFacts({ observed: { carrier: null }, dc_api: dcApi([signed], { calls: [failed] }) })[0]).toEqual([
      'Carried by',
      'emulated',
    ])
    const answered = dcApi([signed], { calls: [failed], answered_protocol: 'openid4vp-v1-signed' })
    expect(browserFacts({ observed: { carrier: 'browser' }, dc_api: answered })).toEqual([
      ['Carried by', 'browser'],
      ['Protocol', 'openid4vp-v1-signed'],
    ])
  })
})
