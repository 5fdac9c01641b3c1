import type { JsonObject } from '../../ground/values/json'
import { statusDeviations } from '../../issuer/deviations/status'
import { asHeading, fixed, type Preset } from './preset'

/** The issuer that demands least of a wallet, and a QR code that phones read from far away. */
const common = {
  issuer_configuration_id: 'eu-pid-jwt-proof-only',
  flow: 'pre_authorized_code',
  credential_offer_mode: 'credential_offer_uri',
} as const
const issued = fixed('issuance', 'answer', common)

const sdJwtPid = { credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof' } as const
const mdocPid = { credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof' } as const

/** A laboratory with one type of credential of its own. Synthetic data only. */
const ownType = (type: JsonObject, name: string, more: JsonObject = {}): JsonObject => ({
  laboratory: { credentials: [{ ...type, display: [{ name: `${name} (test)`, locale: 'en' }] }], ...more },
})
const ownSdJwt = (vct: string, name: string, claims: JsonObject, more: JsonObject = {}): JsonObject =>
  ownType({ id: vct, format: 'dc+sd-jwt', vct, claims, ...more }, name)

/** What comes after a first credential, instead of one, and around it. OID4VCI-1FINAL-3.3.4, 9, 10, 13.5 */
export const lifecycleIssuances: readonly Preset[] = [
  issued('lab.identifiers', 'Two datasets, each of which the token response names', {
    laboratory: { credential_identifiers: 'always', datasets: 2 },
  }),
  issued('lab.deferred', 'A credential that is ready only when the wallet comes back the second time', {
    laboratory: { deferred: { interval: 5, pending: 1 } },
  }),
  issued('lab.deferred_refresh', 'A credential that is ready only after the access token has expired', {
    laboratory: { access_token_seconds: 10, deferred: { interval: 15, pending: 0 }, refresh: {} },
  }),
  issued('lab.batch', 'An issuer that gives up to ten credentials at once', { laboratory: { batch: {} } }),
  issued('lab.batch_reversed', 'A batch whose credentials come in another order than its proofs', {
    laboratory: { batch: { order: 'reversed' } },
  }),
  issued('lab.encryption', 'An issuer that requires encrypted requests and responses', {
    laboratory: { encryption: 'required' },
  }),
  issued(
    'lab.refresh',
    'A refresh token that is replaced each time it is used',
    { laboratory: { refresh: { rotation: 'every' } } },
    'After the first credential, make the wallet get it anew, without a new offer.',
  ),
]

const unequalDegrees: JsonObject = {
  name: 'Arthur Dent',
  address: { street_address: '42 Market Street', locality: 'Milliways', postal_code: '12345' },
  degrees: [
    { type: 'Bachelor of Science', university: 'University of Betelgeuse' },
    { university: 'University of Betelgeuse' },
  ],
  nationalities: ['British', 'Betelgeusian'],
}

/** Credentials that official cases ask back, see `asked-back.ts`. */
export const askedBackIssuances: readonly Preset[] = [
  issued(
    'own.unbound_pass',
    'A pass that is bound to no key',
    ownSdJwt('urn:example:pass', 'Pass', { level: 'day', number: 'TEST-PASS-1' }, { binding: 'none' }),
  ),
  issued(
    'own.bound_pass',
    'A pass of the same type that is bound to a key',
    ownSdJwt('urn:example:pass', 'Pass', { level: 'year', number: 'TEST-PASS-2' }),
  ),
  issued(
    'own.certificate',
    'A certificate whose claims are disclosed together or not at all',
    ownSdJwt(
      'urn:example:certificate',
      'Certificate',
      { subject: 'Elena Fabbri', course: 'First aid', passed_on: '2026-05-02' },
      { disclosure: 'none' },
    ),
  ),
  issued(
    'own.depth_three',
    'A PID whose certificate chain has two CA certificates below the root',
    { ...sdJwtPid, laboratory: { intermediates: 2 } },
    'The wallet has to trust the root of this issuer, which ends its address with trust-anchor.pem.',
  ),
  issued(
    'own.sha512',
    'A credential whose digests are SHA-512',
    ownSdJwt('urn:example:sha512', 'Membership', { number: 'TEST-512' }, { digest_alg: 'sha-512' }),
  ),
  issued(
    'own.degrees',
    'A credential with a list of objects that have not all the same members',
    ownSdJwt('urn:example:degrees', 'Degrees', unequalDegrees),
  ),
  issued(
    'own.degree_lists',
    'A credential with a list of lists that are not all of the same length',
    ownSdJwt('urn:example:degree-lists', 'Degrees', {
      degrees: [['Bachelor of Science'], ['Master of Science', 'Ph.D.']],
    }),
  ),
  issued('own.membership_sd_jwt', 'An SD-JWT VC with a status', {
    ...ownType(
      {
        id: 'urn:example:membership',
        format: 'dc+sd-jwt',
        vct: 'urn:example:membership',
        claims: { number: 'TEST-MEMBER-1', club: 'Test club' },
      },
      'Membership',
      { status: { format: 'both', ttl: 1 } },
    ),
  }),
  issued('own.membership_mdoc', 'An mdoc with a status', {
    ...ownType(
      {
        id: 'org.example.membership.1',
        format: 'mso_mdoc',
        doctype: 'org.example.membership.1',
        claims: { number: 'TEST-MEMBER-2', club: 'Test club' },
      },
      'Membership',
      { status: { format: 'both', ttl: 1 } },
    ),
  }),
]

/** Texts that are no URI, as the official cases list them. RFC 3986 */
const malformedUris = ['uri_no_scheme', 'uri_space', 'uri_bad_percent', 'uri_pipe', 'uri_empty'] as const

/** The wrong statuses of the official cases about SD-JWT VCs, and of those about mdocs. TSL14-6.2, TSL14-6.3 */
const wrongStatuses = {
  sdJwt: ['without_list', 'idx_negative', 'idx_missing', 'uri_missing', ...malformedUris],
  mdoc: ['empty', 'idx_text', 'idx_missing', 'uri_missing', ...malformedUris],
} as const

/** As mdoc, a wrong status has a preset of its own; as SD-JWT VC that of its fault. */
const wrongStatusesOfMdocs: readonly Preset[] = wrongStatuses.mdoc.flatMap((form) =>
  statusDeviations
    .filter(({ id }) => id === `status_${form}`)
    .map((deviation) => ({
      id: `fault.${deviation.id}.mdoc`,
      kind: 'issuance',
      title: asHeading(deviation.title.replace('credential', 'mdoc')),
      expects: 'refusal',
      body: () => ({ ...mdocPid, ...common, ...deviation.needs, fault: deviation.id }),
    })),
)

/** The credentials with a wrong status that official cases name, each with its preset. */
export const wrongStatusPresets: readonly string[] = [
  ...wrongStatuses.sdJwt.map((form) => `fault.status_${form}`),
  ...wrongStatusesOfMdocs.map(({ id }) => id),
]

/** Every issuance of this file, in the order in which campaigns list them. */
export const laboratoryIssuances: readonly Preset[] = [
  ...lifecycleIssuances,
  ...askedBackIssuances,
  ...wrongStatusesOfMdocs,
]
