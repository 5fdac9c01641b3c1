import '@/lib/testing/pages-setup'
import { describe, expect, it } from 'vitest'
import { checkById } from '@/lib/core/issuer-and-verifier'
import {
  allVerifierMisbehaviours,
  carelessWallets,
  presentationRun,
  verifierMisbehavioursFor,
} from './verifier-misbehaviours'

type Asked = Parameters<typeof verifierMisbehavioursFor>[0]
const asked = (changes: Partial<Asked> = {}): Asked => ({
  request_uri_method: 'get',
  request_delivery: 'by_reference',
  response_mode: 'direct_post.jwt',
  response_type: 'vp_token',
  authorization_request: {},
  options: {},
  ...changes,
})
const runOf = (...args: Parameters<typeof presentationRun>) => {
  const run = presentationRun(...args)
  if (run?.refused !== undefined) throw new Error(run.refused)
  return run
}
const bodyFor = (misbehaviour: string, body = {}) => runOf({ misbehaviour }, body)?.body
const idsFor = (changes?: Partial<Asked>) => verifierMisbehavioursFor(asked(changes)).map(({ id }) => id)

describe('the misbehaviours of a presentation that pages offer', () => {
  it('are each noticed by a check, and each can be requested', () => {
    const offered = allVerifierMisbehaviours()
    expect(offered.length).toBeGreaterThan(80)
    expect(offered.filter(({ id }) => checkById(id.split('~')[0] ?? '') === null)).toEqual([])
    expect(offered.filter(({ id }) => bodyFor(id) === undefined)).toEqual([])
    expect(presentationRun({ misbehaviour: 'vp.no.such.misbehaviour' }, {})).toBeNull()
  })

  it("fit the session's encryption, delivery and query", () => {
    expect(idsFor()).toContain('vp.kb.nonce')
    expect(idsFor().some((id) => id.startsWith('vp.jwe.'))).toBe(true)
    expect(idsFor({ response_mode: 'direct_post' }).some((id) => id.startsWith('vp.jwe.'))).toBe(false)
    expect(idsFor({ response_type: 'code' })).toEqual(['vp.code.captured'])
    const needy = bodyFor('vp.dcql.values')?.dcql_query
    expect(idsFor()).not.toContain('vp.dcql.values')
    expect(idsFor({ authorization_request: { dcql_query: needy as never } })).toContain('vp.dcql.values')
  })

  it('fit the formats that are asked for, and the refusal test', () => {
    const mdoc = { dcql_query: { credentials: [{ id: 'a', format: 'mso_mdoc' }] } } as never
    expect(idsFor({ authorization_request: mdoc })).not.toContain('vp.kb.nonce')
    expect(idsFor({ authorization_request: mdoc })).toEqual(
      expect.arrayContaining(['vp.jwe.kid_present', 'vp.mdoc.device_signature']),
    )
    expect(idsFor({ authorization_request: mdoc })).not.toContain('vp.mdoc.element_types')
    expect(idsFor({ options: { negative_test: 'bad_signature' } })).toEqual(['vp.negative.rejected'])
    // The test needs a request by POST, and gets one.
    expect(idsFor({ options: { negative_test: 'wallet_nonce_wrong' }, request_uri_method: 'post' })).toEqual([
      'vp.negative.rejected~wallet_nonce_wrong',
    ])
    const options = { negative_test: 'drop_last_claim', request_before_test: { dcql_query: {} } }
    expect(idsFor({ options })).toContain('vp.min.fewer_than_held')
  })
})

describe('the misbehaviours of a session whose request a browser carries', () => {
  const through = (dc_api_protocols?: string[], format = 'dc+sd-jwt', changes: Partial<Asked> = {}) =>
    idsFor({
      authorization_request: { dcql_query: { credentials: [{ id: 'a', format }] } } as never,
      options: { presentation_channel: 'dc_api', ...(dc_api_protocols === undefined ? {} : { dc_api_protocols }) },
      ...changes,
    })
  // An ID Token that nobody asked for fits in any response.
  const ofLinks = /^vp\.(request\.|response\.state_|idt\.(?!unsolicited))/
  const ofBrowsers = /^vp\.(dcapi|annexc)\./

  it('are those of browsers and of what both carry, and none of links', () => {
    const signed = ['vp.dcapi.origin_exact', 'vp.dcapi.client_id_unused', 'vp.dcapi.signed_supported', 'vp.kb.nonce']
    expect(through()).toEqual(expect.arrayContaining(signed))
    expect(through(['openid4vp-v1-signed'])).toEqual(through())
    expect(through().filter((id) => ofLinks.test(id))).toEqual([])
    expect(through(undefined, 'dc+sd-jwt', { request_delivery: 'by_value', request_uri_method: 'post' })).toEqual(
      through(),
    )
  })

  it('are those of its protocols, formats and encryption', () => {
    const unsigned = through(['openid4vp-v1-unsigned'])
    expect(unsigned).toContain('vp.dcapi.protocol_requested')
    expect(unsigned).not.toContain('vp.dcapi.origin_exact')
    expect(unsigned).not.toContain('vp.dcapi.protocol_consistent')
    expect(through(['openid4vp-v1-signed', 'openid4vp-v1-unsigned'])).toContain('vp.dcapi.protocol_consistent')
    expect(through()).not.toContain('vp.dcapi.origin_exact~mdoc')
    expect(through(undefined, 'mso_mdoc')).toContain('vp.dcapi.origin_exact~mdoc')
    expect(through(['org-iso-mdoc'], 'mso_mdoc')).toContain('vp.annexc.decrypts')
    expect(through(undefined, 'mso_mdoc')).not.toContain('vp.annexc.decrypts')
    // A sealed response holds neither a JWE nor a vp_token.
    expect(through(undefined, 'mso_mdoc').some((id) => /^vp\.(jwe|token)\./.test(id))).toBe(true)
    expect(through(['org-iso-mdoc'], 'mso_mdoc').filter((id) => /^vp\.(jwe|token)\./.test(id))).toEqual([])
    expect(through(['org-iso-mdoc', 'openid4vp-v1-signed'])).not.toContain('vp.annexc.decrypts')
  })

  it.each([
    'vp.mdoc.base64url',
    'vp.mdoc.base64url~data',
    'vp.mdoc.cbor',
    'vp.mdoc.cbor~truncated',
    'vp.mdoc.cbor~repeated',
    'vp.mdoc.device_signature~nonce',
    'vp.mdoc.device_signature~thumbprint',
  ])('are none of OpenID4VP where Annex C alone is asked for: %s', (id) => {
    expect(through(['org-iso-mdoc'], 'mso_mdoc')).not.toContain(id)
    expect(through(undefined, 'mso_mdoc')).toContain(id)
    expect(through(['org-iso-mdoc', 'openid4vp-v1-signed'], 'mso_mdoc')).toContain(id)
  })

  it('are none of an SD-JWT VC from an unknown issuer where an mdoc is asked for', () => {
    expect(through(['org-iso-mdoc'], 'mso_mdoc')).not.toContain('vp.sdjwt.issuer_trusted')
    expect(through()).toContain('vp.sdjwt.issuer_trusted')
  })

  it('are none of a session that a link opens', () => {
    expect(idsFor().filter((id) => ofBrowsers.test(id))).toEqual([])
    expect(idsFor().some((id) => ofLinks.test(id))).toBe(true)
  })

  it('are, with a refusal test, the wallet that falls for it', () => {
    const options = {
      presentation_channel: 'dc_api',
      dc_api_protocols: ['openid4vp-v1-signed'],
      negative_test: 'bad_signature',
    }
    expect(idsFor({ options })).toEqual(['vp.negative.rejected'])
  })

  it('run with what a form asks for, and one of links is refused', () => {
    const inBrowser = { presentation_channel: 'dc_api' }
    expect(bodyFor('vp.dcapi.origin_exact', inBrowser)).toEqual(inBrowser)
    expect(bodyFor('vp.kb.nonce', inBrowser)).toEqual(inBrowser)
    expect(presentationRun({ misbehaviour: 'vp.request.method' }, inBrowser)).toEqual({
      refused: expect.stringContaining('vp.request.method cannot show in this request through the browser.'),
    })
    expect(bodyFor('vp.dcapi.origin_exact')).toHaveProperty('presentation_channel', 'dc_api')
    const unsigned = { ...inBrowser, dc_api_protocols: ['openid4vp-v1-unsigned'] }
    expect(bodyFor('vp.dcapi.origin_exact', unsigned)).toHaveProperty('dc_api_protocols', ['openid4vp-v1-signed'])
  })
})

describe('a run that a form asks for', () => {
  const names = {
    dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', claims: [{ path: ['family_name'] }] }] },
  }
  const run = (misbehaviour: string, body: Parameters<typeof presentationRun>[1]) => runOf({ misbehaviour }, body)

  it('keeps what the form asks for where the misbehaviour can show there', () => {
    expect(run('vp.kb.nonce', names)).toEqual({ body: names, misbehaviour: 'vp.kb.nonce' })
    expect(run('vp.negative.rejected', { negative_test: 'bad_signature', ...names })?.body).toHaveProperty('dcql_query')
    expect(presentationRun({ misbehaviour: null }, names)).toEqual({ body: names, misbehaviour: null })
  })

  it('brings the request that the misbehaviour needs where it cannot, and keeps the lifetime', () => {
    expect(run('vp.dcql.values', { ...names, expires_in: 120 })?.body).toMatchObject({ expires_in: 120 })
    expect(run('vp.negative.rejected', names)?.body).toEqual({ negative_test: 'bad_signature' })
    expect(run('vp.jwe.kid_present', { response_mode: 'direct_post' })?.body).toEqual({})
    expect(run('vp.mdoc.device_signature', names)?.body).not.toEqual(names)
  })

  it('leaves no refusal test out in silence', () => {
    for (const misbehaviour of ['vp.kb.nonce', 'vp.negative.rejected'])
      expect(presentationRun({ misbehaviour }, { negative_test: 'expired_request' })).toEqual({
        refused: expect.stringContaining(
          `The refusal test expired_request and the misbehaviour ${misbehaviour} cannot show in one run.`,
        ),
      })
  })

  it('finds the careless wallet for a refusal test, and none where there is no test', () => {
    const body = { negative_test: 'expired_request', ...names }
    const careless = { misbehaviour: null, careless: true } as const
    expect(presentationRun(careless, body)).toEqual({ body, misbehaviour: 'vp.negative.rejected~expired_request' })
    expect(presentationRun(careless, names)).toBeNull()
    expect(carelessWallets()).toMatchObject({ expired_request: 'Presents although the request has expired' })
  })
})
