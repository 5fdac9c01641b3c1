import { describe, expect, it } from 'vitest'
import { validateDcqlQuery } from '@/lib/core/shared/dcql/validate-dcql-query'
import { dcApiProtocols } from '@/lib/core/shared/ports/dc-api'
import { readVerifierFields } from './session-fields'
import { ownQuery, verifierPresets } from './verifier-presets'
import { browserRequests, presetFor } from './verifier-start'

const protocolsOf = (label: string) => browserRequests.find((one) => one.label === label)?.value ?? ''

/** Body that the form sends for a browser request. */
function bodyOf(label: string): unknown {
  const form = new FormData()
  form.set('presentation_channel', 'dc_api')
  form.set('dc_api_protocols', protocolsOf(label))
  const read = readVerifierFields(form)
  return read.ok ? read.body : read.reason
}

describe('a request through the browser', () => {
  it('is sent as the protocols that its word stands for; signed is the default', () => {
    expect(bodyOf('signed')).toEqual({ presentation_channel: 'dc_api', allow_nonconforming_request: false })
    expect(bodyOf('unsigned')).toMatchObject({ dc_api_protocols: ['openid4vp-v1-unsigned'] })
    expect(bodyOf('multi-signed')).toMatchObject({ dc_api_protocols: ['openid4vp-v1-multisigned'] })
    expect(bodyOf('ISO mdoc')).toMatchObject({ dc_api_protocols: ['org-iso-mdoc'] })
    const all = bodyOf('all') as { readonly dc_api_protocols: readonly string[] }
    expect([...all.dc_api_protocols].sort()).toEqual([...dcApiProtocols].sort())
  })

  it('asks for an mdoc where Annex C can ask for nothing else, and leaves a query of the tester alone', () => {
    for (const label of ['ISO mdoc', 'all']) {
      expect(presetFor(protocolsOf(label), 'pid')).toBe('mdoc')
      expect(presetFor(protocolsOf(label), 'both')).toBe('mdoc')
      expect(presetFor(protocolsOf(label), 'mdoc')).toBe('mdoc')
      expect(presetFor(protocolsOf(label), ownQuery)).toBe(ownQuery)
    }
    for (const label of ['signed', 'unsigned', 'multi-signed']) expect(presetFor(protocolsOf(label), 'pid')).toBe('pid')
  })
})

const read = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return readVerifierFields(data)
}

describe('the form of a presentation', () => {
  it('omits defaults, and sends no request that breaks the specification unless asked to', () => {
    expect(read({ preset: 'pid', delivery: 'get', response_mode: '', scheme: '' })).toEqual({
      ok: true,
      body: { allow_nonconforming_request: false },
    })
    expect(read({ allow_nonconforming_request: 'true' })).toEqual({
      ok: true,
      body: { allow_nonconforming_request: true },
    })
  })

  it('takes further members from a session that is run again', () => {
    const presentation_request = { scope: 'com.example.pid', transaction_data: ['e30'] }
    expect(
      read({
        response_type: 'code',
        require_trusted_issuer: 'true',
        reveal_claims: 'true',
        trust_anchors: JSON.stringify(['MIIB']),
        expires_in: '120',
        presentation_request: JSON.stringify(presentation_request),
      }),
    ).toMatchObject({
      body: {
        response_type: 'code',
        require_trusted_issuer: true,
        reveal_claims: true,
        trust_anchors: ['MIIB'],
        expires_in: 120,
        presentation_request,
      },
    })
    for (const [name, value] of [
      ['trust_anchors', '[1]'],
      ['trust_anchors', '{}'],
      ['expires_in', 'x'],
      ['expires_in', '1.5'],
    ] as const)
      expect(read({ [name]: value })).toEqual({ ok: true, body: { allow_nonconforming_request: false } })
  })

  it('keeps what a session tested when it is run again, and leaves an unknown test for the service to refuse', () => {
    const again = { negative_test: 'bad_signature', expect: 'refusal', profile: 'haip' }
    expect(read({ ...again, refusal_wait: '30', return_redirect_uri: 'true' })).toMatchObject({
      body: { ...again, refusal_wait: 30, return_redirect_uri: true },
    })
    expect(read({ negative_test: 'mood', expect: 'x', profile: 'x', refusal_wait: '' })).toEqual({
      ok: true,
      body: { negative_test: 'mood', allow_nonconforming_request: false },
    })
  })

  it('turns one choice of delivery into the members of the request', () => {
    expect(read({ delivery: 'post' })).toMatchObject({ body: { request_uri_method: 'post' } })
    expect(read({ delivery: 'by_value', response_mode: 'direct_post', scheme: 'haip-vp://' })).toMatchObject({
      body: { request_delivery: 'by_value', response_mode: 'direct_post', scheme: 'haip-vp://' },
    })
  })

  it('uses the editor only if the query is the tester’s own', () => {
    expect(read({ preset: 'own', dcql_query: '{"credentials":[]}' })).toMatchObject({
      body: { dcql_query: { credentials: [] } },
    })
    expect(read({ preset: 'pid', dcql_query: '{' })).toMatchObject({ ok: true })
    for (const dcql_query of ['', '{', '[]', '1'])
      expect(read({ preset: 'own', dcql_query })).toEqual({ ok: false, reason: 'The query is not a JSON object.' })
  })

  it('offers queries that conform to the specification', () => {
    for (const { id, query } of verifierPresets)
      if (query !== null) expect([id, validateDcqlQuery(query)]).toEqual([id, []])
  })
})
