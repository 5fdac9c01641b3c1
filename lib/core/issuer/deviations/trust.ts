import type { WrongTrust } from '../../engine/sessions/session-trust'
import type { TrustKeys } from '../../shared/ports/trust'
import { addSeconds } from '../../shared/time/time'
import type { ListChanges } from '../../shared/trust/lists/make/sign-list'
import { trustListNames } from '../../shared/trust/lists/profiles'
import { type IssuerDeviation, type IssuerTrustChanges, stops, without } from './issuer-deviation'
import { goesOnWith, notifies } from './next-step'
import { withBrokenSignature } from './signed-metadata'

const day = 24 * 60 * 60

type Fault = Pick<IssuerDeviation, 'id' | 'title' | 'clause'> & { readonly changes: IssuerTrustChanges }

const needs = { trust_framework: 'eu' } as const

/** The wallet must notice before it requests the credential; no specification says where that begins. */
const mustNotAsk = ({ changes, ...fault }: Fault): IssuerDeviation => ({
  ...fault,
  ...stops('The wallet must not request the credential.'),
  next: goesOnWith('requestCredential', 'requestDeferredCredential'),
  waitsFrom: 'last_request',
  needs,
  changes: { trust: changes },
})

const entitlement = 'https://uri.etsi.org/19475/Entitlement/'

/** Missing or wrong registration certificate of the issuer. ARF3-RPRC_22a, ARF3-RPRC_22b, ARF3-RPRC_23 */
const registrationDeviations: readonly IssuerDeviation[] = [
  mustNotAsk({
    id: 'issuer_registration_missing',
    title: 'The issuer shows no registration certificate.',
    clause: 'ARF3-RPRC_22a',
    changes: { shown: 'none' },
  }),
  mustNotAsk({
    id: 'issuer_registration_twice',
    title: 'The issuer shows two registration certificates.',
    clause: 'ARF3-RPRC_22a',
    changes: { shown: 'two' },
  }),
  mustNotAsk({
    id: 'issuer_registration_bad_signature',
    title: 'The signature of the registration certificate of the issuer is wrong.',
    clause: 'ARF3-RPRC_22a',
    changes: { compact: withBrokenSignature },
  }),
  mustNotAsk({
    id: 'issuer_registration_wrong_typ',
    title: 'The typ of the registration certificate of the issuer is JWT.',
    clause: 'ARF3-RPRC_22a',
    changes: { header: (header) => ({ ...header, typ: 'JWT' }) },
  }),
  mustNotAsk({
    id: 'issuer_registration_expired',
    title: 'The registration certificate of the issuer expired a day ago.',
    clause: 'ARF3-RPRC_22a',
    changes: { claims: (claims) => ({ ...claims, iat: Number(claims.iat) - 2 * day, exp: Number(claims.iat) - day }) },
  }),
  mustNotAsk({
    id: 'issuer_registration_untrusted_registrar',
    title: 'The registrar of the issuer is under an authority that is on no list.',
    clause: 'ARF3-ISSU_33a',
    changes: { signer: ({ strangers }) => strangers.registrar },
  }),
  mustNotAsk({
    id: 'issuer_registration_revoked',
    title: 'The registration certificate of the issuer is revoked.',
    clause: 'ARF3-RPRC_22a',
    changes: { revoked: true },
  }),
  mustNotAsk({
    id: 'issuer_registration_no_status',
    title: 'The registration certificate of the issuer has no status.',
    clause: 'ARF3-RPRC_22a',
    changes: { claims: without('status') },
  }),
  mustNotAsk({
    id: 'issuer_registration_other_subject',
    title: 'The registration certificate of the issuer is for another organisation.',
    clause: 'ARF3-RPRC_22b',
    changes: { claims: (claims) => ({ ...claims, sub: 'NTRIT-ANOTHERCOMPANY' }) },
  }),
  mustNotAsk({
    id: 'issuer_not_entitled',
    title: 'The issuer is registered as a verifier only.',
    clause: 'ARF3-ISSU_24a',
    changes: { claims: (claims) => ({ ...claims, entitlements: [`${entitlement}Service_Provider`] }) },
  }),
  mustNotAsk({
    id: 'issuer_over_providing',
    title: 'The issuer offers a type of credential that it did not register.',
    clause: 'ARF3-RPRC_23',
    changes: {
      overProvides: true,
      claims: (claims) => ({
        ...claims,
        provides_attestations: [{ format: 'dc+sd-jwt', meta: { vct_values: ['urn:example:another-credential'] } }],
      }),
    },
  }),
]

/** Wrong access certificate of the issuer. ARF3-ISSU_24, ARF3-ISSU_34 */
const accessDeviations: readonly IssuerDeviation[] = [
  mustNotAsk({
    id: 'issuer_access_ca_unlisted',
    title: 'The access certificate of the issuer is under an authority that is on no list.',
    clause: 'ARF3-ISSU_24',
    changes: { access: 'unlisted' },
  }),
  mustNotAsk({
    id: 'issuer_access_expired',
    title: 'The access certificate of the issuer ended yesterday.',
    clause: 'ARF3-ISSU_24',
    changes: { access: 'expired' },
  }),
  mustNotAsk({
    id: 'issuer_access_revoked',
    title: 'The access certificate of the issuer is revoked.',
    clause: 'ARF3-ISSU_24',
    changes: { access: 'revocable', served: () => ({ revokesAccess: true }) },
  }),
]

const byWhichTrusted = ['access-certificate-providers', 'registration-certificate-providers'] as const

/** Applies a change to the lists of access and registration certificates. */
const bothLists = (change: ListChanges): NonNullable<WrongTrust['lists']> =>
  Object.fromEntries(byWhichTrusted.map((name) => [name, change]))

const listDeviation = (
  fault: Omit<Fault, 'changes'>,
  lists: (keys: TrustKeys) => NonNullable<WrongTrust['lists']>,
): IssuerDeviation => ({
  ...mustNotAsk({ ...fault, changes: { served: (keys) => ({ lists: lists(keys) }) } }),
  reached: (reads) => reads.some(({ name }) => byWhichTrusted.some((one) => one === name)),
})

/** Wrong lists that wallets trust the issuer by, if read in the session. ARF3-ISSU_33 */
const listDeviations: readonly IssuerDeviation[] = [
  listDeviation(
    {
      id: 'issuer_list_expired',
      title: 'The next release of the lists by which wallets trust the issuer was due yesterday.',
      clause: 'E602-6.3.15',
    },
    () =>
      bothLists({
        release: (right) => ({
          ...right,
          issuedAt: addSeconds(right.issuedAt, -2 * day),
          nextUpdate: addSeconds(right.issuedAt, -day),
        }),
      }),
  ),
  listDeviation(
    {
      id: 'issuer_list_bad_signature',
      title: 'The signatures of the lists by which wallets trust the issuer are wrong.',
      clause: 'E602-6.8',
    },
    () => bothLists({ token: withBrokenSignature }),
  ),
  {
    ...listDeviation(
      {
        id: 'issuer_list_unreachable',
        title: 'None of the lists by which wallets trust the issuer can be fetched.',
        clause: 'ARF3-ISSU_33',
      },
      () => Object.fromEntries(trustListNames.map((name) => [name, { unreachable: true }])),
    ),
    // A wallet may go on with a list that it fetched before.
    reached: (reads) => reads.some(({ earlier_valid: isValid }) => isValid !== true),
  },
  {
    ...listDeviation(
      {
        id: 'issuer_list_rolled_back',
        title: 'The lists by which wallets trust the issuer are older than those that were there before.',
        clause: 'E602-6.3.2',
      },
      () => bothLists({ release: (right) => ({ ...right, sequence: Math.max(0, right.sequence - 2) }) }),
    ),
    must: 'The wallet should stop: no text says so.',
    advisory: true,
    reached: (reads) => reads.some(({ sequence, earlier_sequence: earlier }) => Number(earlier) > Number(sequence)),
  },
]

const mustNotKeep = ({ changes, ...fault }: Fault): IssuerDeviation => ({
  ...fault,
  expects: 'refusal',
  must: 'The wallet must not keep the credential. If it notifies, it reports credential_failure.',
  next: notifies,
  silence: 'says_nothing',
  needs,
  changes: { trust: changes },
})

/** All is right until the credential comes, whose certificate is wrong. ARF3-ISSU_07 */
const providerDeviations: readonly IssuerDeviation[] = [
  mustNotKeep({
    id: 'provider_not_listed',
    title: 'The credential is sealed under an authority that is on no list.',
    clause: 'ARF3-ISSU_07',
    changes: { seal: 'unlisted' },
  }),
  {
    ...mustNotKeep({
      id: 'provider_no_qc_statement',
      title: 'The certificate of the credential does not state that it is of a PID provider.',
      clause: 'E4126-4',
      changes: { seal: 'no_qc_statement' },
    }),
    must: 'The wallet should not keep the credential: the text is about issuers, not about wallets.',
    advisory: true,
  },
]

/** What is wrong with the trust in the issuer under the European framework. */
export const trustDeviations: readonly IssuerDeviation[] = [
  ...registrationDeviations,
  ...accessDeviations,
  ...listDeviations,
  ...providerDeviations,
]
