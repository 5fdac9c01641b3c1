import { expectName } from '../../engine/deviations/deviation'
import { issuerConfigurations } from '../../issuer/configurations'
import { flowWords, offeredWords } from '../../issuer/configurations/issuer-words'
import { isOverHttp } from '../../issuer/configurations/laboratory/contradictions'
import { issuerDeviations, needsOwnIssuer } from '../../issuer/deviations'
import type { IssuerDeviation } from '../../issuer/deviations/issuer-deviation'
import { statusDeviations } from '../../issuer/deviations/status'
import type { JsonObject } from '../../shared/values/json'
import { asHeading, fixed, type Preset } from './preset'

/**
 * A link to the offer makes a QR code a third of the size, which phones read from farther away. OID4VCI-1FINAL-4.1.3
 */
const byReference = { credential_offer_mode: 'credential_offer_uri' } as const

/** Every credential in either flow, without a deviation. */
const plainIssuances: readonly Preset[] = issuerConfigurations.flatMap((issuer) =>
  issuer.credentialConfigurations.flatMap((configuration) =>
    (['pre_authorized_code', 'authorization_code'] as const).map(
      (flow): Preset => ({
        id: `issue.${issuer.id}.${configuration.id}.${flow}`,
        kind: 'issuance',
        title: `${offeredWords({ credential_configuration_id: configuration.id, issuer_configuration_id: issuer.id })}, by ${flowWords[flow]}`,
        expects: 'answer',
        body: () => ({
          issuer_configuration_id: issuer.id,
          credential_configuration_id: configuration.id,
          flow,
          ...byReference,
        }),
      }),
    ),
  ),
)

/** A laboratory replaces the least demanding issuer, and needs one scan and no login. */
const ofLaboratory = { issuer_configuration_id: 'eu-pid-jwt-proof-only', flow: 'pre_authorized_code' } as const

/** A session request in which the deviation can take effect. */
function bodyFor(deviation: IssuerDeviation): JsonObject {
  const chosen: JsonObject = needsOwnIssuer(deviation) ? { ...ofLaboratory, ...deviation.needs } : {}
  const issuer = issuerConfigurations.find(({ id }) => id === chosen.issuer_configuration_id) ?? issuerConfigurations[0]
  // Credentials of its own take the place of the issuer's.
  const configuration =
    deviation.needs?.laboratory?.credentials !== undefined
      ? undefined
      : issuer.credentialConfigurations.find(
          ({ format }) => deviation.format === undefined || format === deviation.format,
        )
  return {
    ...(configuration === undefined ? {} : { credential_configuration_id: configuration.id }),
    ...byReference,
    ...deviation.needs,
    ...chosen,
    fault: deviation.id,
  }
}

const deviating: readonly Preset[] = issuerDeviations.map(
  (deviation): Preset => ({
    id: `fault.${deviation.id}`,
    kind: 'issuance',
    title: asHeading(deviation.title),
    expects: expectName(deviation.expects),
    ...(isOverHttp(deviation.id) ? { needsHttps: true as const } : {}),
    body: () => bodyFor(deviation),
  }),
)

/** Issuances without a deviation, then one with each deviation. */
export const issuancePresets: readonly Preset[] = [...plainIssuances, ...deviating]

/** The least demanding issuer, and a QR code that phones read from far away. */
const common = {
  issuer_configuration_id: 'eu-pid-jwt-proof-only',
  flow: 'pre_authorized_code',
  credential_offer_mode: 'credential_offer_uri',
} as const

const issued = fixed('issuance', 'answer', common)

const sdJwtPid = { credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof' } as const

const mdocPid = { credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof' } as const

/** A laboratory with a single credential type of its own. Synthetic data only. */
const ownType = (type: JsonObject, name: string, more: JsonObject = {}): JsonObject => ({
  laboratory: { credentials: [{ ...type, display: [{ name: `${name} (test)`, locale: 'en' }] }], ...more },
})

const ownSdJwt = (vct: string, name: string, claims: JsonObject, more: JsonObject = {}): JsonObject =>
  ownType({ id: vct, format: 'dc+sd-jwt', vct, claims, ...more }, name)

/** What happens after, instead of and around a first credential. OID4VCI-1FINAL-3.3.4, 9, 10, 13.5 */
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
  issued('lab.scope_other', 'A credential whose scope is not the id of its configuration', {
    flow: 'authorization_code',
    laboratory: { scope_names: 'other' },
  }),
  issued('lab.scope_shared', 'Two credentials with the same scope', {
    flow: 'authorization_code',
    laboratory: { scope_names: 'shared' },
  }),
  issued('lab.identifier_slash', 'An issuer whose identifier ends in a slash', {
    laboratory: { identifier_slash: true },
  }),
  issued('lab.encryption_absent', 'An issuer without any encryption, whose credential comes later', {
    laboratory: { encryption: 'absent', deferred: { interval: 5, pending: 1 } },
  }),
  issued('lab.proof_attestation', 'An issuer that takes attestation proofs alone', {
    laboratory: { proof_types: ['attestation'] },
  }),
  issued('lab.proof_jwt_attested', 'An issuer that takes jwt proofs with a key attestation alone', {
    laboratory: { proof_types: ['jwt'], key_attestations: 'required' },
  }),
  issued('lab.request_object', 'An issuer that takes a signed request in the pushed request', {
    issuer_configuration_id: 'eu-pid-device-bound',
    credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required',
    flow: 'authorization_code',
    laboratory: { request_object: 'accepted' },
  }),
  issued('lab.vct_integrity', 'A credential with the hash of its type metadata, which its issuer hosts', {
    laboratory: {
      vct_integrity: true,
      credentials: [
        {
          id: 'urn:example:library-card',
          format: 'dc+sd-jwt',
          claims: { number: 'TEST-CARD-1', library: 'Test library' },
          display: [{ name: 'Library card (test)', locale: 'en' }],
        },
      ],
    },
  }),
  issued('lab.challenge_once', 'Challenges for the wallet attestation that each serve one request', {
    laboratory: { client_attestation: { challenge: 'once' } },
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
    { university: 'University of Milliways', year: 1979 },
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

/** Invalid URIs, as listed by the official cases. RFC 3986 */
const malformedUris = ['uri_no_scheme', 'uri_space', 'uri_bad_percent', 'uri_pipe', 'uri_empty'] as const

/** Wrong statuses of the official cases about SD-JWT VCs and mdocs. TSL14-6.2, TSL14-6.3 */
const wrongStatuses = {
  sdJwt: ['without_list', 'idx_negative', 'idx_missing', 'uri_missing', ...malformedUris],
  mdoc: ['empty', 'idx_text', 'idx_missing', 'uri_missing', ...malformedUris],
} as const

/** For mdocs, a wrong status has its own preset; for SD-JWT VCs it is the preset of its deviation. */
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

/** Credentials with a wrong status that official cases name, by preset. */
export const wrongStatusPresets: readonly string[] = [
  ...wrongStatuses.sdJwt.map((form) => `fault.status_${form}`),
  ...wrongStatusesOfMdocs.map(({ id }) => id),
]

/** Every laboratory issuance, in the order in which campaigns list them. */
export const laboratoryIssuances: readonly Preset[] = [
  ...lifecycleIssuances,
  ...askedBackIssuances,
  ...wrongStatusesOfMdocs,
]

const ownIssuance = fixed('issuance', 'answer', { credential_offer_mode: 'credential_offer_uri' })

/** Credentials other than a PID, from an issuer of the session's own. Synthetic data only. */
export const ownCredentialPresets = [
  ownIssuance('own.driving_licence', 'A driving licence as mdoc', {
    laboratory: {
      credentials: [
        {
          id: 'org.iso.18013.5.1.mDL',
          format: 'mso_mdoc',
          doctype: 'org.iso.18013.5.1.mDL',
          namespace: 'org.iso.18013.5.1',
          claims: {
            family_name: 'Fabbri',
            given_name: 'Elena',
            birth_date: { $date: '1990-04-12' },
            issue_date: { $date: '2026-01-01' },
            expiry_date: { $date: '2036-01-01' },
            issuing_country: 'IT',
            issuing_authority: 'Test authority',
            document_number: 'TEST-MDL-0001',
            driving_privileges: [
              {
                vehicle_category_code: 'B',
                issue_date: { $date: '2026-01-01' },
                expiry_date: { $date: '2036-01-01' },
              },
            ],
            un_distinguishing_sign: 'I',
            age_over_18: true,
          },
          display: [{ name: 'Driving licence (test)', locale: 'en' }],
        },
      ],
    },
  }),
  ownIssuance('own.diploma', 'A diploma as SD-JWT VC, with type metadata that we host', {
    laboratory: {
      credentials: [
        {
          id: 'urn:example:diploma',
          format: 'dc+sd-jwt',
          claims: {
            holder: { given_name: 'Elena', family_name: 'Fabbri' },
            degree: 'Master of Science',
            field: 'Mathematics',
            institution: 'Test University',
            graduation_date: '2014-07-15',
            modules: [{ title: 'Algebra', credits: 9 }],
          },
          display: [{ name: 'Diploma (test)', locale: 'en' }],
        },
      ],
    },
  }),
  ownIssuance('own.unbound_ticket', 'A ticket that is bound to no key, requested without a proof', {
    laboratory: {
      credentials: [
        {
          id: 'urn:example:ticket',
          format: 'dc+sd-jwt',
          vct: 'urn:example:ticket',
          claims: { event: 'Test concert', seat: '12A', valid_on: '2027-01-01' },
          binding: 'none',
          display: [{ name: 'Ticket (test)', locale: 'en' }],
        },
      ],
    },
  }),
]
