import { describe, expect, it } from 'vitest'
import { checkRegistry } from '../../issuer-and-verifier'
import { type ClauseId, clause, clauseFrom } from '../../shared/ports/clauses'

const cited = [...new Set(checkRegistry.flatMap(({ clauses }) => clauses))]

/** Sections of the OpenID specifications that checks may cite, from their tables of contents. */
const sections: Readonly<Record<string, readonly string[]>> = {
  'OpenID4VCI 1.0':
    '3.3.2 3.3.4 3.4 3.5 4.1 4.1.1 4.1.2 4.1.3 5.1.1 5.1.2 5.1.3 6.1 6.2 6.3 7 7.1 7.2 8.2 8.3 8.3.1 8.3.1.1 8.3.1.2 9 9.1 9.2 9.3 10 11 11.1 11.3 12.2.1 12.2.2 12.2.3 12.2.4 12.3 13.3 13.5 13.6.1 13.8 13.9 14.5 14.6 15.2 15.4 15.4.1 15.4.4 B.1 B.3 C D D.1 D.2 E F F.1 F.3 F.4'.split(
      ' ',
    ),
  'OpenID4VP 1.0':
    '5 5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 5.9 5.9.1 5.9.2 5.9.3 5.10 5.10.1 5.10.2 5.11 5.11.1 6 6.1 6.1.1 6.1.1.1 6.1.1.2 6.1.1.3 6.2 6.3 6.4 6.4.1 6.4.2 6.4.3 7 7.1 7.1.1 7.2 7.2.1 7.3 7.4 8 8.1 8.1.1 8.2 8.3 8.3.1 8.4 8.5 8.6 9 10 10.1 10.2 11 11.1 14 14.1 14.1.1 14.1.2 14.2 14.3 14.3.1 14.3.2 14.3.3 14.4 14.5 14.6 14.7 14.8 14.9 15 15.1 15.2 15.3 15.4 15.4.1 15.4.2 15.5 15.6 15.7 15.8 15.8.1 15.8.2 15.9 15.9.1 15.9.2 15.10 A A.1 A.2 A.3 A.3.1 A.3.2 A.3.2.1 A.3.2.2 A.4 B B.2 B.2.1 B.2.2 B.2.3 B.2.4 B.2.5 B.2.6 B.2.6.1 B.2.6.2 B.3 B.3.1 B.3.2 B.3.3 B.3.3.1 B.3.4 B.3.5 B.3.6 C C.1 C.2 D'.split(
      ' ',
    ),
  'HAIP 1.0': '4 4.1 4.2 4.3 4.4 4.4.1 4.5 4.5.1 5 5.1 5.2 5.3 5.3.1 5.3.2 6 6.1 6.1.1 6.1.1.1 7 8'.split(' '),
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
      'OID4VP-1FINAL-8.3.1',
      'OpenID4VP 1.0',
      '8.3.1',
      'https://openid.net/specs/openid-4-verifiable-presentations-1_0-final.html#section-8.3.1',
    ],
    [
      'OID4VP-1FINALA-B.3.6',
      'OpenID4VP 1.0',
      'B.3.6',
      'https://openid.net/specs/openid-4-verifiable-presentations-1_0-final.html#appendix-B.3.6',
    ],
    [
      'FAPI2-SP-FINAL-5.3.4',
      'FAPI 2.0 Security Profile',
      '5.3.4',
      'https://openid.net/specs/fapi-security-profile-2_0-final.html#section-5.3.4',
    ],
    [
      'TS3-2.3.1',
      'EUDI Wallet TS3 1.5, wallet unit attestations',
      '2.3.1',
      'https://github.com/eu-digital-identity-wallet/eudi-doc-standards-and-technical-specifications/blob/main/docs/technical-specifications/ts3-wallet-unit-attestation.md#231-content-of-wia',
    ],
    [
      'TS12-3.6',
      'EUDI Wallet TS12 1.0, electronic payments with the wallet',
      '3.6',
      'https://github.com/eu-digital-identity-wallet/eudi-doc-standards-and-technical-specifications/blob/main/docs/technical-specifications/ts12-electronic-payments-SCA-implementation-with-wallet.md#36-presentation-response',
    ],
    [
      'CIR1731-LC_GEN-1',
      'Commission Implementing Regulation (EU) 2026/1731',
      'LC_GEN-1',
      'https://eur-lex.europa.eu/eli/reg_impl/2026/1731/oj#LC_GEN-1',
    ],
    [
      'SDJWTVC19-2.2.2.2',
      'SD-JWT VC (draft 19)',
      '2.2.2.2',
      'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-sd-jwt-vc-19#section-2.2.2.2',
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
    // Its sections are named, because their numbers still change.
    if (id.startsWith('DC-')) {
      expect(section).toMatch(/^[A-Z][A-Za-z]+$/)
      expect(url).toMatch(/^https:\/\/www\.w3\.org\/TR\/digital-credentials\/#[a-z-]+$/)
      return
    }
    // The ARF and the regulation number their requirements.
    const numbered = id.startsWith('CIR1731-') ? /^[A-Z_-]+-\d+(\.\d+)?$/ : /^[A-Za-z]+_\d+[a-z]?$/
    expect(section).toMatch(/^(ARF3?|CIR1731)-/.test(id) ? numbered : /^([1-9]\d*|[A-Z])(\.\d+)*$/)
    if (id.startsWith('HOUSE-')) {
      expect(url).toBe(`/checks/house#rule-${section}`)
      expect(clauseFrom('https://capture.example', id).url).toBe(`https://capture.example${url}`)
      return
    }
    const anchor = /^[A-Z]/.test(section) ? `#appendix-${section}` : `#section-${section}`
    expect(new URL(url).protocol).toBe('https:')
    // The rulebook and the technical specifications are on GitHub, where an anchor is the whole heading.
    if (/^(PIDRB|TS3|TS12)-/.test(id)) expect(url).toContain(`#${section.replaceAll('.', '')}-`)
    // ETSI links lead to a document without anchors.
    else if (/^(ARF3?|CIR1731|E\d+)-/.test(id)) expect(url.endsWith(`#${section}`)).toBe(true)
    // ISO sells the text, so the link leads to the standard's page.
    else if (id.startsWith('ISO18013-5-')) expect(url).toBe(`https://www.iso.org/standard/69084.html#${section}`)
    else if (id.startsWith('ISO18013-7-')) expect(url).toBe(`https://www.iso.org/standard/91154.html#${section}`)
    else expect(url.endsWith(anchor)).toBe(true)
    if (spec in sections) expect(sections[spec]).toContain(section)
  })
})
