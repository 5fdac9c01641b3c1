import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { TrustKeys } from '../../shared/ports/trust'
import { addSeconds } from '../../shared/time/time'
import type { LoteContent } from '../../shared/trust/lists/make/list-content'
import type { ListChanges } from '../../shared/trust/lists/make/sign-list'
import { type TrustListName, trustListNames } from '../../shared/trust/lists/profiles'
import { isObject, isSameJson, type Json, type JsonObject } from '../../shared/values/json'
import { credentialsOf, without } from './query-changes'
import { flipBit, unsigned } from './request-object'
import { isRegistration, onlyInClaims } from './same-as'
import { refused, type TrustChanges, type VerifierDeviation } from './verifier-deviation'

/** Lists entities under another certificate. */
export const underCertificate =
  (val: string) =>
  (content: LoteContent): LoteContent => ({
    ...content,
    entities: content.entities.map((entity) => ({
      ...entity,
      TrustedEntityServices: entity.TrustedEntityServices.map((service) => ({
        ...service,
        ServiceInformation: {
          ...service.ServiceInformation,
          ServiceDigitalIdentity: { X509Certificates: [{ val }] },
        },
      })),
    })),
  })

const day = 24 * 60 * 60

/** Each is a fitting refusal. OID4VP-1FINAL-8.5 */
const deniedOrInvalid = ['access_denied', 'invalid_request'] as const

/** Fitting if the wallet attributes the access certificate to the request object or to the client. */
const notAuthentic = ['invalid_request_object', 'access_denied', 'invalid_request', 'invalid_client'] as const

type Test = Pick<VerifierDeviation, 'id' | 'title' | 'clause' | 'equals'> & { readonly changes: TrustChanges }

/** The wallet must warn; its provider decides whether the user may continue. ARF3-RPRC_21 */
const mayWarn = ({ changes, ...test }: Test): VerifierDeviation => ({
  ...test,
  ...refused(...deniedOrInvalid),
  must: 'The wallet should refuse, or warn its user and ask.',
  advisory: 'unless_policy_refuses',
  needs: { trust_framework: 'eu' },
  changes: { trust: changes },
})

/** Like `mayWarn`, but only a wallet that uses the registration has to verify it. OID4VP-1FINAL-5.1 */
const mayIgnore = (test: Test): VerifierDeviation => ({ ...mayWarn(test), advisory: 'unless_used_or_policy_refuses' })

/** No specification tells wallets to check it. */
const advised = (test: Test): VerifierDeviation => ({ ...mayWarn(test), advisory: true })

/** The request is not authentic. OID4VP-1FINAL-5.9.3 */
const notAuthenticated = ({ changes, ...test }: Test): VerifierDeviation => ({
  ...test,
  ...refused(...notAuthentic),
  note: 'ARF3-RPA_06a lets the user override a failed access certificate; OpenID4VP lets nobody.',
  needs: { trust_framework: 'eu' },
  changes: { trust: changes },
})

/** Changes each credential query of the registered query. */
const registersOf =
  (change: (credential: JsonObject) => JsonObject) =>
  (query: JsonObject): JsonObject => ({ ...query, credentials: credentialsOf(query).map(change) })

/** Drops the last of several claims. */
function withoutLastClaim(credential: JsonObject): JsonObject {
  const claims = Array.isArray(credential.claims) ? credential.claims : []
  return claims.length < 2 ? credential : { ...without(credential, 'claim_sets'), claims: claims.slice(0, -1) }
}

const ofAnotherType = (credential: JsonObject): JsonObject => ({
  ...credential,
  meta:
    credential.format === 'mso_mdoc'
      ? { doctype_value: 'org.example.another-type.1' }
      : { vct_values: ['urn:example:another-type'] },
})

const anotherIdentifier = 'NTRIT-ANOTHERCOMPANY'

/** Whether registration certificates, and nothing beside them, differ in their signatures alone. */
const hasWrongSignatures = (is: unknown, was: unknown): boolean =>
  Array.isArray(is) &&
  Array.isArray(was) &&
  is.length === was.length &&
  !isSameJson(is, was) &&
  is.every((one, index) => {
    const right = was[index] as Json
    return isSameJson(one as Json, right) || (isRegistration(right) && differsInSignature(one as Json, right))
  })

function differsInSignature(one: Json, right: JsonObject): boolean {
  if (!isObject(one) || typeof one.data !== 'string' || typeof right.data !== 'string') return false
  const [is, was] = [one.data.split('.'), right.data.split('.')]
  const isSigned = is.length === 3 && was.length === 3 && is[2] !== ''
  return isSigned && is[0] === was[0] && is[1] === was[1] && isSameJson({ ...one, data: '' }, { ...right, data: '' })
}

/** Missing or wrong registration certificate of the verifier. ARF3-RPRC_17, ARF3-RPRC_17a, ARF3-RPRC_21 */
const registrationDeviations: readonly VerifierDeviation[] = [
  mayWarn({
    id: 'registration_missing',
    title: 'The request carries no registration certificate.',
    clause: 'ARF3-RPRC_17',
    changes: { entries: () => [] },
  }),
  mayWarn({
    id: 'registration_twice',
    title: 'The request carries two registration certificates.',
    clause: 'ARF3-RPRC_19',
    changes: { entries: (data, another) => [data, another()] },
  }),
  mayWarn({
    id: 'registration_not_jwt',
    title: 'The registration certificate is a JSON object, not a JWT.',
    clause: 'E4722-6.3.2.2',
    changes: { entries: () => [{ sub: anotherIdentifier }] },
  }),
  mayIgnore({
    id: 'registration_bad_signature',
    title: 'The signature of the registration certificate is wrong.',
    clause: 'ARF3-RPRC_17',
    changes: { compact: flipBit },
    equals: onlyInClaims({ verifier_info: hasWrongSignatures }),
  }),
  mayIgnore({
    id: 'registration_alg_none',
    title: 'The registration certificate is not signed.',
    clause: 'OID4VP-1FINAL-5.1',
    changes: { compact: unsigned },
  }),
  mayWarn({
    id: 'registration_wrong_typ',
    title: 'The typ of the registration certificate is JWT.',
    clause: 'E475-5.2.1',
    changes: { header: (header) => ({ ...header, typ: 'JWT' }) },
  }),
  mayWarn({
    id: 'registration_no_x5c',
    title: 'The registration certificate does not name the certificate of its registrar.',
    clause: 'ARF3-RPRC_02',
    changes: { header: (header) => without(header, 'x5c') },
  }),
  mayWarn({
    id: 'registration_untrusted_registrar',
    title: 'The registrar is under an authority that is on no list.',
    clause: 'ARF3-RPRC_02a',
    changes: { signer: ({ strangers }) => strangers.registrar },
  }),
  mayWarn({
    id: 'registration_by_access_ca',
    title: 'The registration certificate is signed under the authority of access certificates.',
    clause: 'ARF3-RPRC_02a',
    changes: { signer: ({ accessVerifier }) => accessVerifier },
  }),
  mayWarn({
    id: 'registration_expired',
    title: 'The registration certificate expired a day ago.',
    clause: 'ARF3-RPRC_17',
    changes: { claims: (claims) => ({ ...claims, iat: Number(claims.iat) - 2 * day, exp: Number(claims.iat) - day }) },
  }),
  advised({
    id: 'registration_not_yet_valid',
    title: 'The registration certificate is valid from tomorrow.',
    clause: 'RFC7519-4.1.5',
    changes: {
      claims: (claims) => ({ ...claims, iat: Number(claims.iat) + day, nbf: Number(claims.iat) + day }),
    },
  }),
  mayIgnore({
    id: 'registration_other_subject',
    title: 'The registration certificate is for another organisation.',
    clause: 'ARF3-RPRC_17a',
    changes: { claims: (claims) => ({ ...claims, sub: anotherIdentifier }) },
  }),
  advised({
    id: 'registration_other_name',
    title: 'The registration certificate has another name than the access certificate.',
    clause: 'ARF3-RPRC_06',
    changes: { claims: (claims) => ({ ...claims, name: 'Another Company' }) },
  }),
  mayWarn({
    id: 'registration_other_intermediary',
    title: 'The registration certificate names an intermediary that did not sign the request.',
    clause: 'ARF3-RPI_06',
    changes: {
      // Some wallets read one member, some the other. E475-5.2.4 (table 10, GEN-5.2.4-09)
      claims: (claims) => ({
        ...claims,
        intermediary: { sub: anotherIdentifier, sname: 'Another Company' },
        act: { sub: anotherIdentifier },
      }),
    },
  }),
  mayWarn({
    id: 'registration_over_asking',
    title: 'The request asks for one claim more than is registered.',
    clause: 'ARF3-RPRC_21',
    changes: { registers: registersOf(withoutLastClaim), overAsks: true },
  }),
  mayWarn({
    id: 'registration_other_type',
    title: 'The registration is for another type of credential.',
    clause: 'ARF3-RPRC_21',
    changes: { registers: registersOf(ofAnotherType) },
  }),
  mayWarn({
    id: 'registration_no_scope',
    title: 'The registration certificate names neither credentials nor an intended use.',
    clause: 'ARF3-RPRC_21',
    changes: { claims: (claims) => without(claims, 'credentials', 'intended_use_id', 'purpose') },
  }),
  mayWarn({
    id: 'registration_wrong_entitlement',
    title: 'The verifier is registered as a PID provider only.',
    clause: 'E475-A.2',
    changes: {
      claims: (claims) => ({ ...claims, entitlements: ['https://uri.etsi.org/19475/Entitlement/PID_Provider'] }),
    },
  }),
  {
    ...mayWarn({
      id: 'registration_revoked',
      title: 'The registration certificate is revoked.',
      clause: 'ARF3-RPRC_17',
      changes: { served: () => ({ revoked: true }) },
    }),
    revokedIn: 'status',
  },
  mayWarn({
    id: 'registration_no_status',
    title: 'The registration certificate has no status.',
    clause: 'E475-6.2.6.2',
    changes: { claims: (claims) => without(claims, 'status') },
  }),
  mayWarn({
    id: 'registration_status_unreachable',
    title: 'The status list of the registration certificate cannot be fetched.',
    clause: 'ARF3-RPACANot_03b',
    changes: { served: () => ({ status: { unreachable: true } }) },
  }),
  mayWarn({
    id: 'registration_status_untrusted',
    title: 'The status list of the registration certificate is signed by a stranger.',
    clause: 'ARF3-RPACANot_03b',
    changes: { served: ({ strangers }) => ({ status: { signer: () => strangers.registrarStatus } }) },
  }),
]

/** Wrong access certificate of the verifier. ARF3-RPA_04 */
const accessDeviations: readonly VerifierDeviation[] = [
  notAuthenticated({
    id: 'access_ca_unlisted',
    title: 'The access certificate is under an authority that is on no list.',
    clause: 'ARF3-RPA_04',
    changes: { access: 'unlisted' },
  }),
  notAuthenticated({
    id: 'access_chain_broken',
    title: 'The access certificate is not signed by the authority that it names.',
    clause: 'OID4VP-1FINAL-5.9.3',
    changes: { access: 'broken_chain' },
  }),
  notAuthenticated({
    id: 'access_expired',
    title: 'The access certificate ended yesterday.',
    clause: 'RFC5280-6.1.3',
    changes: { access: 'expired' },
  }),
  {
    ...mayWarn({
      id: 'access_revoked',
      title: 'The access certificate is revoked.',
      clause: 'RFC5280-6.3',
      changes: { access: 'revocable', served: () => ({ revokesAccess: true }) },
    }),
    errors: [...deniedOrInvalid, 'invalid_request_object', 'invalid_client'],
    revokedIn: 'crl',
  },
  advised({
    id: 'access_no_policy',
    title: 'The access certificate names no policy.',
    clause: 'E4118-6.6.1',
    changes: { access: 'no_policy' },
  }),
]

const byWhichTrusted = ['access-certificate-providers', 'registration-certificate-providers'] as const

/** Applies a change to the lists of access and registration certificates. */
const bothLists = (change: ListChanges): NonNullable<WrongTrust['lists']> =>
  Object.fromEntries(byWhichTrusted.map((name) => [name, change]))

/** True if one of these lists was read. */
const wasRead =
  (...names: readonly TrustListName[]): NonNullable<VerifierDeviation['reached']> =>
  (reads) =>
    reads.some(({ name }) => names.some((one) => one === name))

const listTest = (
  test: Omit<Test, 'changes'>,
  served: (keys: TrustKeys) => NonNullable<WrongTrust['lists']>,
  kind: (test: Test) => VerifierDeviation = mayWarn,
): VerifierDeviation => ({
  ...kind({ ...test, changes: { served: (keys) => ({ lists: served(keys) }) } }),
  errors: ['access_denied', 'invalid_request', 'invalid_request_object', 'invalid_client'],
  reached: wasRead(...byWhichTrusted),
})

/** Wrong lists that wallets trust the verifier by, if read in the session. ARF3-RPA_04, ARF3-RPRC_02a */
const listDeviations: readonly VerifierDeviation[] = [
  listTest(
    { id: 'list_expired', title: 'The next release of the lists was due yesterday.', clause: 'E602-6.3.15' },
    () =>
      bothLists({
        release: (right) => ({
          ...right,
          issuedAt: addSeconds(right.issuedAt, -2 * day),
          nextUpdate: addSeconds(right.issuedAt, -day),
        }),
      }),
  ),
  listTest({ id: 'list_bad_signature', title: 'The signatures of the lists are wrong.', clause: 'E602-6.8' }, () =>
    bothLists({ token: flipBit }),
  ),
  listTest(
    { id: 'list_foreign_operator', title: 'The lists are signed by another operator.', clause: 'ARF3-TLPub_07' },
    ({ strangers }) => bothLists({ signer: () => strangers.operator }),
  ),
  {
    ...listTest(
      {
        id: 'list_access_ca_absent',
        title: 'The authority of the access certificate is not on its list.',
        clause: 'ARF3-RPA_04',
      },
      ({ strangers }) => ({
        'access-certificate-providers': { content: underCertificate(strangers.operator.x5c[0] ?? '') },
      }),
    ),
    reached: wasRead('access-certificate-providers'),
  },
  {
    ...listTest(
      {
        id: 'list_registrar_absent',
        title: 'The authority of the registrar is not on its list.',
        clause: 'ARF3-RPRC_02a',
      },
      ({ strangers }) => ({
        'registration-certificate-providers': { content: underCertificate(strangers.operator.x5c[0] ?? '') },
      }),
    ),
    reached: wasRead('registration-certificate-providers'),
  },
  {
    ...listTest({ id: 'list_unreachable', title: 'None of the lists can be fetched.', clause: 'ARF3-RPA_04' }, () =>
      Object.fromEntries(trustListNames.map((name) => [name, { unreachable: true }])),
    ),
    // A wallet may continue with a list that it fetched earlier.
    reached: (reads) => reads.some(({ earlier_valid: isValid }) => isValid !== true),
  },
  {
    ...listTest(
      { id: 'list_rolled_back', title: 'The lists are older than those that were there before.', clause: 'E602-6.3.2' },
      () => bothLists({ release: (right) => ({ ...right, sequence: Math.max(0, right.sequence - 2) }) }),
      advised,
    ),
    reached: (reads) => reads.some(({ sequence, earlier_sequence: earlier }) => Number(earlier) > Number(sequence)),
  },
]

/** Wrong trust in the verifier under the European framework. */
export const trustDeviations: readonly VerifierDeviation[] = [
  ...registrationDeviations,
  ...accessDeviations,
  ...listDeviations,
]
