import { houseAnchor, housePath } from './house-rules'

interface Specification {
  readonly name: string
  readonly url: string
  /** Link fragments that differ from the section number. */
  readonly anchors?: Readonly<Record<string, string>>
}

/**
 * Clause ids are `<prefix><section>`, with the prefixes of the OpenID Foundation's conformance suite, so that reports
 * of both tools can be compared. Maps each prefix to a specification and a link.
 */
const specifications = {
  'OID4VCI-1FINALA-': {
    name: 'OpenID4VCI 1.0',
    url: 'https://openid.net/specs/openid-4-verifiable-credential-issuance-1_0-final.html#appendix-',
  },
  'OID4VCI-1FINAL-': {
    name: 'OpenID4VCI 1.0',
    url: 'https://openid.net/specs/openid-4-verifiable-credential-issuance-1_0-final.html#section-',
  },
  'OID4VP-1FINALA-': {
    name: 'OpenID4VP 1.0',
    url: 'https://openid.net/specs/openid-4-verifiable-presentations-1_0-final.html#appendix-',
  },
  'OID4VP-1FINAL-': {
    name: 'OpenID4VP 1.0',
    url: 'https://openid.net/specs/openid-4-verifiable-presentations-1_0-final.html#section-',
  },
  'HAIP-': {
    name: 'HAIP 1.0',
    url: 'https://openid.net/specs/openid4vc-high-assurance-interoperability-profile-1_0-final.html#section-',
  },
  'RFC3986-': { name: 'RFC 3986', url: 'https://www.rfc-editor.org/rfc/rfc3986#section-' },
  'RFC5280-': { name: 'RFC 5280', url: 'https://www.rfc-editor.org/rfc/rfc5280#section-' },
  'RFC2397-': { name: 'RFC 2397', url: 'https://www.rfc-editor.org/rfc/rfc2397#section-' },
  'RFC5322-': { name: 'RFC 5322', url: 'https://www.rfc-editor.org/rfc/rfc5322#section-' },
  'RFC6749-': { name: 'RFC 6749', url: 'https://www.rfc-editor.org/rfc/rfc6749#section-' },
  'RFC6750-': { name: 'RFC 6750', url: 'https://www.rfc-editor.org/rfc/rfc6750#section-' },
  'RFC7515-': { name: 'RFC 7515', url: 'https://www.rfc-editor.org/rfc/rfc7515#section-' },
  'RFC7516-': { name: 'RFC 7516', url: 'https://www.rfc-editor.org/rfc/rfc7516#section-' },
  'RFC7517-': { name: 'RFC 7517', url: 'https://www.rfc-editor.org/rfc/rfc7517#section-' },
  'RFC7518-': { name: 'RFC 7518', url: 'https://www.rfc-editor.org/rfc/rfc7518#section-' },
  'RFC7523-': { name: 'RFC 7523', url: 'https://www.rfc-editor.org/rfc/rfc7523#section-' },
  'RFC7519-': { name: 'RFC 7519', url: 'https://www.rfc-editor.org/rfc/rfc7519#section-' },
  'RFC7636-': { name: 'RFC 7636', url: 'https://www.rfc-editor.org/rfc/rfc7636#section-' },
  'RFC7797-': { name: 'RFC 7797', url: 'https://www.rfc-editor.org/rfc/rfc7797#section-' },
  'RFC7800-': { name: 'RFC 7800', url: 'https://www.rfc-editor.org/rfc/rfc7800#section-' },
  'RFC8252-': { name: 'RFC 8252', url: 'https://www.rfc-editor.org/rfc/rfc8252#section-' },
  'RFC8259-': { name: 'RFC 8259', url: 'https://www.rfc-editor.org/rfc/rfc8259#section-' },
  'RFC8392-': { name: 'RFC 8392', url: 'https://www.rfc-editor.org/rfc/rfc8392#section-' },
  'RFC8414-': { name: 'RFC 8414', url: 'https://www.rfc-editor.org/rfc/rfc8414#section-' },
  'RFC8725-': { name: 'RFC 8725', url: 'https://www.rfc-editor.org/rfc/rfc8725#section-' },
  'RFC8949-': { name: 'RFC 8949', url: 'https://www.rfc-editor.org/rfc/rfc8949#section-' },
  'RFC9052-': { name: 'RFC 9052', url: 'https://www.rfc-editor.org/rfc/rfc9052#section-' },
  'RFC9053-': { name: 'RFC 9053', url: 'https://www.rfc-editor.org/rfc/rfc9053#section-' },
  'RFC9360-': { name: 'RFC 9360', url: 'https://www.rfc-editor.org/rfc/rfc9360#section-' },
  'RFC9864-': { name: 'RFC 9864', url: 'https://www.rfc-editor.org/rfc/rfc9864#section-' },
  'RFC8943-': { name: 'RFC 8943', url: 'https://www.rfc-editor.org/rfc/rfc8943#section-' },
  'RFC9101-': { name: 'RFC 9101', url: 'https://www.rfc-editor.org/rfc/rfc9101#section-' },
  'RFC9110-': { name: 'RFC 9110', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-' },
  'RFC9112-': { name: 'RFC 9112', url: 'https://www.rfc-editor.org/rfc/rfc9112#section-' },
  'RFC9126-': { name: 'RFC 9126', url: 'https://www.rfc-editor.org/rfc/rfc9126#section-' },
  'RFC9180-': { name: 'RFC 9180', url: 'https://www.rfc-editor.org/rfc/rfc9180#section-' },
  'RFC9207-': { name: 'RFC 9207', url: 'https://www.rfc-editor.org/rfc/rfc9207#section-' },
  'RFC9396-': { name: 'RFC 9396', url: 'https://www.rfc-editor.org/rfc/rfc9396#section-' },
  'RFC9449-': { name: 'RFC 9449', url: 'https://www.rfc-editor.org/rfc/rfc9449#section-' },
  'RFC9700-': { name: 'RFC 9700', url: 'https://www.rfc-editor.org/rfc/rfc9700#section-' },
  'RFC9901-': { name: 'RFC 9901', url: 'https://www.rfc-editor.org/rfc/rfc9901#section-' },
  'ABCA-': {
    name: 'Attestation-Based Client Authentication (draft 07)',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-attestation-based-client-auth-07#section-',
  },
  'ABCA08-': {
    name: 'Attestation-Based Client Authentication (draft 08)',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-attestation-based-client-auth-08#section-',
  },
  'ABCA10-': {
    name: 'Attestation-Based Client Authentication (draft 10)',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-attestation-based-client-auth-10#section-',
  },
  'SDJWTVC09-': {
    name: 'SD-JWT VC (draft 9)',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-sd-jwt-vc-09#section-',
  },
  'SDJWTVC-': {
    name: 'SD-JWT VC (draft 11)',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-sd-jwt-vc-11#section-',
  },
  'SDJWTVC13-': {
    name: 'SD-JWT VC (draft 13)',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-sd-jwt-vc-13#section-',
  },
  'SDJWTVC19-': {
    name: 'SD-JWT VC (draft 19)',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-sd-jwt-vc-19#section-',
  },
  'TSL14-': {
    name: 'Token Status List (draft 14)',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-status-list-14#section-',
  },
  'SIOP2-': {
    name: 'Self-Issued OpenID Provider v2 (draft 13)',
    url: 'https://openid.net/specs/openid-connect-self-issued-v2-1_0-13.html#section-',
  },
  'ISO18013-5-': {
    name: 'ISO/IEC 18013-5:2021',
    url: 'https://www.iso.org/standard/69084.html#',
  },
  'ISO18013-7-': {
    name: 'ISO/IEC TS 18013-7:2025',
    url: 'https://www.iso.org/standard/91154.html#',
  },
  'FAPI2-SP-FINAL-': {
    name: 'FAPI 2.0 Security Profile',
    url: 'https://openid.net/specs/fapi-security-profile-2_0-final.html#section-',
  },
  'PIDRB-': {
    name: 'EU PID Rulebook 1.7',
    url: 'https://github.com/eu-digital-identity-wallet/eudi-doc-attestation-rulebooks-catalog/blob/main/rulebooks/pid/pid-rulebook.md#',
    // Its fragments consist of whole headings.
    anchors: {
      '3': '3-isoiec-18013-5-compliant-encoding-of-pid',
      '4': '4-sd-jwt-vc-based-encoding-of-pid',
      '4.2': '42-note-on-vct',
      '5': '5-pid-usage',
    },
  },
  // A path of this service: whoever shows it outside of its pages adds the origin.
  'HOUSE-': { name: 'Rules of this service', url: `${housePath}#${houseAnchor('')}` },
  'ARF-': {
    name: 'EUDI Wallet ARF, Annex 2',
    url: 'https://eudi.dev/latest/annexes/annex-2/annex-2.02-high-level-requirements-by-topic/#',
  },
  'ARF3-': {
    name: 'EUDI Wallet ARF 3.0, Annex 2',
    url: 'https://eudi.dev/latest/annexes/annex-2/annex-2.02-high-level-requirements-by-topic/#',
  },
  // ETSI texts are cited as in the EU libraries, because the texts themselves were not available.
  'E475-': {
    name: 'ETSI TS 119 475 V1.2.1',
    url: 'https://www.etsi.org/deliver/etsi_ts/119400_119499/119475/01.02.01_60/ts_119475v010201p.pdf#',
  },
  'E4722-': {
    name: 'ETSI TS 119 472-2 V1.2.1',
    url: 'https://www.etsi.org/deliver/etsi_ts/119400_119499/11947202/01.02.01_60/ts_11947202v010201p.pdf#',
  },
  'E4723-': {
    name: 'ETSI TS 119 472-3 V1.1.1',
    url: 'https://www.etsi.org/deliver/etsi_ts/119400_119499/11947203/01.01.01_60/ts_11947203v010101p.pdf#',
  },
  'E602-': {
    name: 'ETSI TS 119 602 V1.1.1',
    url: 'https://www.etsi.org/deliver/etsi_ts/119600_119699/119602/01.01.01_60/ts_119602v010101p.pdf#',
  },
  'E4118-': {
    name: 'ETSI TS 119 411-8 V1.1.1',
    url: 'https://www.etsi.org/deliver/etsi_ts/119400_119499/11941108/01.01.01_60/ts_11941108v010101p.pdf#',
  },
  'E4126-': {
    name: 'ETSI TS 119 412-6 V1.1.1',
    url: 'https://www.etsi.org/deliver/etsi_ts/119400_119499/11941206/01.01.01_60/ts_11941206v010101p.pdf#',
  },
  'TS3-': {
    name: 'EUDI Wallet TS3 1.5, wallet unit attestations',
    url: 'https://github.com/eu-digital-identity-wallet/eudi-doc-standards-and-technical-specifications/blob/main/docs/technical-specifications/ts3-wallet-unit-attestation.md#',
    anchors: {
      '2.2.1': '221-transport-of-wia',
      '2.2.1.1': '2211-wallet-providers-responsibilities-for-transport-of-wias',
      '2.2.2': '222-transport-of-key-attestation-ka',
      '2.2.2.1': '2221-wallet-providers-responsibilities-for-transport-of-kas',
      '2.2.2.2': '2222-pid-providers-and-attestation-providers-responsibilities-for-transport-of-kas',
      '2.3.1': '231-content-of-wia',
      '2.3.2': '232-content-of-key-attestation-ka',
      '2.4': '24-life-cycle',
      '2.4.1': '241-status-maintenance-period',
      '2.4.2': '242-wallet-provider-responsibilities',
      '2.4.3': '243-pid-provider-and-attestation-provider-responsibilities',
      '2.5': '25-revocation',
      '2.5.1': '251-wia-revocation-and-optional-per-issuer-status-entry-reuse',
      '2.5.2': '252-ka-revocation',
      '2.6': '26-signature-algorithms',
    },
  },
  'TS5-': {
    name: 'EUDI Wallet TS5, common formats and API for RP registration information',
    url: 'https://github.com/eu-digital-identity-wallet/eudi-doc-standards-and-technical-specifications/blob/main/docs/technical-specifications/ts5-common-formats-and-api-for-rp-registration-information.md#',
  },
  'TS12-': {
    name: 'EUDI Wallet TS12 1.0, electronic payments with the wallet',
    url: 'https://github.com/eu-digital-identity-wallet/eudi-doc-standards-and-technical-specifications/blob/main/docs/technical-specifications/ts12-electronic-payments-SCA-implementation-with-wallet.md#',
    anchors: {
      '1.2': '12-scope-of-the-document',
      '2.3': '23-sca-attestation-metadata',
      '2.4': '24-standardised-transaction-data',
      '3': '3-presentation-request-processing',
      '3.2': '32-transactional-data-discovery-and-validation',
      '3.3': '33-transactional-data-processing',
      '3.3.1': '331-display-message-rendering',
      '3.6': '36-presentation-response',
      '4.1': '41-sca-attestation-vc-type-metadata-schema',
      '4.1.1': '411-retrieving-metadata',
      '4.1.2': '412-metadata-integrity-verification',
      '4.2': '42-transactional-data-object',
      '4.3': '43-payload-object',
      '4.3.1': '431-payment-confirmation',
      '5.3': '53-inclusion-in-transaction-log',
    },
  },
  'CIR848-': {
    name: 'Commission Implementing Regulation (EU) 2025/848',
    url: 'https://eur-lex.europa.eu/eli/reg_impl/2025/848/oj#',
  },
  // The regulation numbers its requirements; it was not had, so the ids are those of extracts.
  'CIR1731-': {
    name: 'Commission Implementing Regulation (EU) 2026/1731',
    url: 'https://eur-lex.europa.eu/eli/reg_impl/2026/1731/oj#',
  },
  'DC-': {
    name: 'W3C Digital Credentials',
    url: 'https://www.w3.org/TR/digital-credentials/#',
    anchors: { DigitalCredential: 'the-digitalcredential-interface' },
  },
  'SEED-': { name: 'Wallet Capture interface', url: '/docs/api#' },
} as const

const byPrefix = Object.entries<Specification>(specifications)

export type ClauseId = `${keyof typeof specifications}${string}`

export interface Clause {
  readonly id: ClauseId
  /** Name of the specification, e.g. `RFC 9449`. */
  readonly spec: string
  /** Section or appendix, e.g. `4.3`, `F.1`. */
  readonly section: string
  readonly url: string
}

/** Resolves a clause id to its specification, section and link. Throws for an unknown prefix. */
export function clause(id: ClauseId): Clause {
  for (const [prefix, { name, url, anchors }] of byPrefix) {
    if (!id.startsWith(prefix)) continue
    const section = id.slice(prefix.length)
    return { id, spec: name, section, url: `${url}${anchors?.[section] ?? section}` }
  }
  throw new Error(`No specification has the prefix of clause ${id}.`)
}

/** A clause as anyone outside of our pages can follow it: a rule of this service is found at its own origin. */
export function clauseFrom(baseUrl: string, id: ClauseId): Clause {
  const found = clause(id)
  return found.url.startsWith('/') ? { ...found, url: `${baseUrl}${found.url}` } : found
}

/** A clause in the form shown to readers: specification, section and link. Throws for an unknown prefix. */
export function clauseReference(id: ClauseId): Omit<Clause, 'id'> {
  const { spec, section, url } = clause(id)
  return { spec, section, url }
}

/** A clause as text: its specification and section, or who has a rule that no clause has. */
export const clauseWords = ({ spec, section }: { readonly spec: string; readonly section: string }): string =>
  section === '' ? spec : `${spec} ${section}`
