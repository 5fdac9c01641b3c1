import { describe, expect, it } from 'vitest'
import type { DcApiProtocol } from '../../shared/ports/dc-api'
import type { DcApiView } from './browser-calls'
import { askedCredentials, presentationTerms } from './verifier-title'

it('says in words what a query asks for, of each credential', () => {
  const type = 'eu.europa.ec.eudi.pid.1'
  expect(
    askedCredentials({
      credentials: [
        {
          id: 'a',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['urn:eudi:pid:1'] },
          claims: [{ path: ['family_name'] }, { path: ['address', 'locality'] }, { path: ['nationalities', null] }],
        },
        { id: 'b', format: 'mso_mdoc', meta: { doctype_value: type }, claims: [{ path: [type, 'birth_date'] }] },
        { id: 'c', format: 'dc+sd-jwt', meta: { vct_values: ['https://credentials.example/card'] } },
      ],
    }),
  ).toEqual([
    { name: 'PID as SD-JWT', claims: ['family name', 'address.locality', 'nationalities.*'] },
    { name: 'PID as mdoc', claims: ['birth date'] },
    { name: 'https://credentials.example/card as SD-JWT', claims: [] },
  ])
})

it('says nothing of a query that cannot be read', () => {
  for (const query of [null, 'x', {}, { credentials: 'x' }]) expect(askedCredentials(query)).toEqual([])
})

const entry = (protocol: DcApiProtocol): DcApiView['entries'][number] => ({
  protocol,
  response_mode: null,
  nonce: 'n',
  encryption_kid: null,
  thumbprint: null,
})

const terms = (response_mode: 'direct_post' | 'direct_post.jwt', ...protocols: DcApiProtocol[]) =>
  presentationTerms({
    request_delivery: 'by_reference',
    request_uri_method: 'get',
    response_mode,
    ...(protocols.length === 0
      ? {}
      : {
          dc_api: {
            origin: 'https://example.com',
            expected_origins: [],
            entries: protocols.map(entry),
            answered_protocol: null,
            calls: [],
          },
        }),
  })

const annexC = 'encrypted as in ISO/IEC 18013-7 Annex C (HPKE)'

describe('the request in a report', () => {
  it('says by the response mode whether the response is encrypted', () => {
    expect(terms('direct_post.jwt')).toBe('by reference, GET, response encrypted')
    expect(terms('direct_post')).toBe('by reference, GET, response unencrypted')
    expect(terms('direct_post', 'openid4vp-v1-signed')).toBe('through the browser, response unencrypted')
  })

  it('says how Annex C encrypts, whatever the response mode', () => {
    for (const mode of ['direct_post', 'direct_post.jwt'] as const)
      expect(terms(mode, 'org-iso-mdoc')).toBe(`through the browser, response ${annexC}`)
    expect(terms('direct_post', 'openid4vp-v1-signed', 'org-iso-mdoc')).toBe(
      `through the browser, response unencrypted, or ${annexC}`,
    )
  })
})
