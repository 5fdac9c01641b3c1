import { describe, expect, it } from 'vitest'
import { type ClauseId, clause } from '../clauses'
import { checkRegistry } from './registry'

const cited = [...new Set(checkRegistry.flatMap(({ clauses }) => clauses))]

/** Sections of the two OpenID specifications that checks may cite, from their tables of contents. */
const sections: Readonly<Record<string, readonly string[]>> = {
  'OpenID4VCI 1.0':
    '3.3.2 3.3.4 3.4 3.5 4.1 4.1.1 4.1.2 4.1.3 5.1.1 5.1.2 5.1.3 6.1 6.2 6.3 7 7.1 7.2 8.2 8.3 8.3.1 8.3.1.1 8.3.1.2 10 11 11.1 11.3 12.2.1 12.2.2 12.2.3 12.2.4 12.3 13.3 13.5 13.6.1 13.8 13.9 14.6 15.2 15.4 15.4.1 15.4.4 B.1 C D D.1 D.2 E F F.1 F.3 F.4'.split(
      ' ',
    ),
  'HAIP 1.0': '4 4.1 4.2 4.3 4.4 4.4.1 4.5 4.5.1 6.1 6.1.1 7 8'.split(' '),
}

describe('a clause', () => {
  it.each<[ClauseId, string, string, string]>([
    [
      'OID4VCI-1FINAL-8.2',
      'OpenID4VCI 1.0',
      '8.2',
      'https://openid.net/specs/openid-4-verifiable-credential-issuance-1_0-final.html#section-8.2',
    ],
    [
      'OID4VCI-1FINALA-F.1',
      'OpenID4VCI 1.0',
      'F.1',
      'https://openid.net/specs/openid-4-verifiable-credential-issuance-1_0-final.html#appendix-F.1',
    ],
    [
      'HAIP-4.5.1',
      'HAIP 1.0',
      '4.5.1',
      'https://openid.net/specs/openid4vc-high-assurance-interoperability-profile-1_0-final.html#section-4.5.1',
    ],
    ['RFC9449-4.3', 'RFC 9449', '4.3', 'https://www.rfc-editor.org/rfc/rfc9449#section-4.3'],
    [
      'SDJWTVC-5',
      'SD-JWT VC (draft 11)',
      '5',
      'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-sd-jwt-vc-11#section-5',
    ],
    [
      'FAPI2-SP-FINAL-5.3.4',
      'FAPI 2.0 Security Profile',
      '5.3.4',
      'https://openid.net/specs/fapi-security-profile-2_0-final.html#section-5.3.4',
    ],
  ])('%s leads to its section', (id, spec, section, url) => {
    expect(clause(id)).toEqual({ id, spec, section, url })
  })

  it('of an unknown specification is a mistake of ours', () => {
    expect(() => clause('RFC0000-1' as ClauseId)).toThrow('RFC0000-1')
  })
})

describe('each clause that a check cites', () => {
  it.each(cited)('%s has a section, and a link that names it', (id) => {
    const { section, url, spec } = clause(id)
    expect(section).toMatch(/^([1-9]\d*|[A-Z])(\.\d+)*$/)
    const anchor = /^[A-Z]/.test(section) ? `#appendix-${section}` : `#section-${section}`
    expect(new URL(url).protocol).toBe('https:')
    expect(url.endsWith(anchor)).toBe(true)
    if (spec in sections) expect(sections[spec]).toContain(section)
  })
})
