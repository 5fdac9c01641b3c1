import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json'
import { pid, pidMdoc } from './builders'
import { fitsSession } from './fit'
import { findPresentationMisbehaviour } from './registry'

/** A session through a browser that asks for a single claim. */
const session = (protocol: string, credential: JsonObject): JsonObject => ({
  response_mode: 'direct_post.jwt',
  request_delivery: 'by_reference',
  request_uri_method: 'get',
  options: { presentation_channel: 'dc_api', dc_api_protocols: [protocol] },
  authorization_request: { dcql_query: { credentials: [credential] } },
})
const mdoc = pidMdoc(['family_name'], { id: 'any' })
const sdJwt = pid({ claims: [{ path: ['family_name'] }] }, 'any')

describe('what a wallet does wrong through a browser', () => {
  it.each([
    'vp.annexc.response_text',
    'vp.annexc.structure',
    'vp.annexc.enc_point',
    'vp.annexc.decrypts',
    'vp.annexc.decrypts~aad',
    'vp.annexc.plaintext',
    'vp.annexc.only_response',
  ])('shows whatever is asked of an mdoc: %s', (id) => {
    const one = findPresentationMisbehaviour(id)
    expect(fitsSession(one, session('org-iso-mdoc', mdoc))).toBe(true)
    expect(fitsSession(one, session('openid4vp-v1-signed', mdoc))).toBe(false)
  })

  it.each(['vp.dcapi.client_id_unused~mdoc', 'vp.dcapi.origin_exact~mdoc', 'vp.dcapi.thumbprint'])(
    'needs an mdoc, with any element: %s',
    (id) => {
      const one = findPresentationMisbehaviour(id)
      expect(fitsSession(one, session('openid4vp-v1-signed', mdoc))).toBe(true)
      expect(fitsSession(one, session('openid4vp-v1-signed', sdJwt))).toBe(false)
    },
  )

  it.each(['vp.dcapi.client_id_unused', 'vp.dcapi.origin_exact'])('shows with any claim: %s', (id) => {
    expect(fitsSession(findPresentationMisbehaviour(id), session('openid4vp-v1-signed', sdJwt))).toBe(true)
  })

  it('shows where the session names no protocol, and so has the one by default', () => {
    const entries = [{ protocol: 'openid4vp-v1-signed' }]
    const byDefault = {
      ...session('openid4vp-v1-signed', sdJwt),
      options: { presentation_channel: 'dc_api' },
      dc_api: { entries },
    }
    expect(fitsSession(findPresentationMisbehaviour('vp.dcapi.result_shape'), byDefault)).toBe(true)
    expect(fitsSession(findPresentationMisbehaviour('vp.annexc.structure'), byDefault)).toBe(false)
  })
})
