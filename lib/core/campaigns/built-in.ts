import { issuerDeviations, needsOwnIssuer } from '../issuer/deviations'
import { malformedQueries } from '../verifier/deviations'
import { scopeDeviations } from '../verifier/deviations/query'
import { casesByPreset, singlesOf } from './official-cases/cases-of-presets'
import { presets } from './presets'
import { askedBackPresets } from './presets/asked-back'
import { listPresets } from './presets/baseline'
import { digitalCredentialPresets } from './presets/digital-credentials'
import { extendingPresets } from './presets/extending-types'
import {
  askedBackIssuances,
  laboratoryIssuances,
  lifecycleIssuances,
  ownCredentialPresets,
  wrongStatusPresets,
} from './presets/issuances'
import { cardIssuance, paymentCampaign, paymentPresets } from './presets/payments'
import { personPresets } from './presets/persons'
import { prefixPresets, rightVerifierInfo, wrongVerifierInfo } from './presets/prefixes'
import { trustPresets, wrongRequestPresets } from './presets/refusals'
import { wrongTransactions } from './presets/transactions'
import { trustedListPresets, trustedPresets } from './presets/trusted'
import { rightWalletUnit, walletUnitPresets } from './presets/wallet-units'

/** A campaign that anybody can start by name. */
export interface BuiltInCampaign {
  /** Public and permanent, like the id of a check. */
  readonly id: string
  readonly title: string
  /** One sentence for the tester: what the campaign is for. */
  readonly about: string
  readonly presets: readonly string[]
  /** Presets that follow where the declaration of the wallet says that they concern it, see `readCondition`. */
  readonly ifDeclared?: Readonly<Record<string, string>>
  /** Default seconds of silence after which a session that expects a refusal ends. */
  readonly silenceSeconds: number
  /** Minutes that each presentation takes longer than usual; 0 if absent. */
  readonly approvalMinutes?: number
  /** How to set up the wallet before the campaign starts, in one or two sentences; absent if no setup is needed. */
  readonly before?: string
  /** Its sessions without a deviation. While a wallet fails one of these, the others show nothing. */
  readonly mustPass?: readonly string[]
  /** The wallet reads trust lists at a permanent address, so the campaign gets an alias for its lists. */
  readonly needsAlias?: true
  /** The tester also goes through the official cases that only a person can decide. */
  readonly checklist?: true
  /** One of the campaigns that together cover every decidable official case. */
  readonly ofCases?: true
  /** One of the two that together cover the newest edition, which holds a baseline of each side. */
  readonly ofBaseline?: true
}

const ids = (wanted: (preset: (typeof presets)[number]) => boolean): string[] =>
  presets.filter(wanted).map(({ id }) => id)

const sdJwtWithProof = 'issue.eu-pid-jwt-proof-only.urn:eu.europa.ec.eudi:pid:1.sd-jwt.jwt-proof.pre_authorized_code'
const sdJwtOfHaip =
  'issue.eu-pid-device-bound.urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required.authorization_code'
const mdocOfHaip =
  'issue.eu-pid-device-bound.urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required.authorization_code'

const deviationsOfLaboratories = issuerDeviations.filter(needsOwnIssuer)

/** Presets with an issuer of the session's own: they have their own campaigns. */
const ofLaboratories = new Set([
  ...deviationsOfLaboratories.map(({ id }) => `fault.${id}`),
  ...[...ownCredentialPresets, ...laboratoryIssuances, ...askedBackPresets, ...listPresets, ...trustedListPresets].map(
    ({ id }) => id,
  ),
  ...trustedPresets.flatMap(({ id, kind }) => (kind === 'issuance' ? [id] : [])),
  ...[...paymentPresets, ...walletUnitPresets, ...extendingPresets].map(({ id }) => id),
  ...ids(({ follows }) => follows === cardIssuance.id),
])

/** Whether a preset uses an issuer of the session's own, or asks back what such an issuer issued. */
export const usesLaboratory = (id: string): boolean => ofLaboratories.has(id)

const deviationsNamed = (prefixes: readonly string[]) =>
  deviationsOfLaboratories.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)))

/** Presets of deviations whose ids start with one of these prefixes. */
const allDeviations = (...prefixes: readonly string[]): string[] =>
  deviationsNamed(prefixes).map(({ id }) => `fault.${id}`)

/** Like `allDeviations`, without those for which no specification says what a wallet does. */
const decidedDeviations = (...prefixes: readonly string[]): string[] =>
  deviationsNamed(prefixes).flatMap(({ id, expects }) => (expects === 'report' ? [] : [`fault.${id}`]))

/** Each credential that is asked back, followed by the sessions that ask for it. */
const askedBack = ['own.unbound_ticket', ...askedBackIssuances.map(({ id }) => id)].flatMap((id) => [
  id,
  ...askedBackPresets.filter(({ follows }) => follows === id).map((one) => one.id),
])

/** Presets of the European trust framework: they show nothing unless the wallet evaluates it. */
const ofTrust = new Set([...trustPresets, ...trustedPresets, ...trustedListPresets].map(({ id }) => id))

/** Whether a presentation preset only shows something if the wallet evaluates European trust. */
export const isOfTrust = (id: string): boolean => ofTrust.has(id)

/** Presets whose verifier uses another client identifier prefix than HAIP's: few wallets support them all. */
const ofPrefixes = new Set(prefixPresets.map(({ id }) => id))

/** Whether the preset's verifier uses another client identifier prefix than HAIP's, or wrongly claims one. */
export const testsPrefix = (id: string): boolean => ofPrefixes.has(id)

/** Presets whose request is carried by a browser, which few wallets support yet. */
const ofBrowser = new Set(digitalCredentialPresets.map(({ id }) => id))

/** Whether a browser carries the request of a preset. */
export const usesBrowser = (id: string): boolean => ofBrowser.has(id)

const rightVerifiers = ['trusted_verifier', 'trusted_verifier_again']
const rightIssuers = ['trusted_issuer', 'trusted_issuer_again']

/** A session without deviation, those with one, and another without. */
const between = ([first = '', last = '']: readonly string[], wrong: readonly string[]): string[] => [
  first,
  ...wrong,
  last,
]

const trustsUs =
  'The wallet must trust the authorities of this service, or the operator of its lists: see the page /trust.'

/** Presets that need a transaction type that the wallet knows: they have their own campaign. */
const ofTransactions = new Set(wrongTransactions.map(({ id }) => id))

const aboutTransactions: readonly string[] = [
  cardIssuance.id,
  'transaction_data',
  'unknown_transaction_type',
  'transaction_without_credential',
  'transaction_sha512_only',
  ...ofTransactions,
]

/** Presets whose result only a person can see. */
const ofPersons = new Set(personPresets.map(({ id }) => id))

/** Whether only a person can see the result of the preset's session. */
export const decidedByPerson = (id: string): boolean => ofPersons.has(id)

const malformed = new Set(malformedQueries.map(({ id }) => id))

/** Presets that decide official cases, most cases first. */
const deciding = (wanted: (preset: (typeof presets)[number]) => boolean): string[] =>
  presets
    .filter((preset) => casesByPreset.has(preset.id) && wanted(preset))
    .sort((one, other) => (casesByPreset.get(other.id) ?? 0) - (casesByPreset.get(one.id) ?? 0))
    .map(({ id }) => id)

/** The official cases about requests: signer, link, members, scope, attestations, and what a wallet chooses. */
const ofRequests = new Set(
  [...wrongRequestPresets, ...rightVerifierInfo, ...wrongVerifierInfo, ...scopeDeviations]
    .map(({ id }) => id)
    .concat('registration_bad_signature', 'error_answer_with_redirect', 'multiple_true', 'all_optional_unmatchable'),
)

/** Presets for the common campaigns of official cases; the others ask more of a wallet or its tester. */
const isCommon = ({ id }: (typeof presets)[number]): boolean =>
  !ofRequests.has(id) &&
  !malformed.has(id) &&
  !ofTrust.has(id) &&
  !ofPrefixes.has(id) &&
  !ofBrowser.has(id) &&
  !ofLaboratories.has(id) &&
  !aboutTransactions.includes(id)

const baselines = ['sd_jwt_baseline', 'mdoc_baseline']
const packed = new Set(singlesOf('unusual_all'))
const answers = deciding((preset) => preset.expects === 'answer' && isCommon(preset) && !packed.has(preset.id))
const refusals = deciding((preset) => preset.expects === 'refusal' && isCommon(preset))
const requestAnswers = deciding(({ id, expects }) => expects === 'answer' && ofRequests.has(id))
const requestRefusals = deciding(({ id, expects }) => expects === 'refusal' && ofRequests.has(id))
const malformedIds = ids(({ id }) => malformed.has(id))

const issued = [
  sdJwtWithProof,
  'issue.eu-pid-jwt-proof-only.urn:eu.europa.ec.eudi:pid:1.mdoc.jwt-proof.pre_authorized_code',
]

/** Refusal sessions, each followed by one in which the wallet presents: proof that it does not simply stay silent. */
function interspersed(refused: readonly string[], presented: readonly string[]): string[] {
  const size = Math.ceil(refused.length / (presented.length + 1))
  return Array.from({ length: presented.length + 1 }, (_, part) => [
    ...refused.slice(part * size, (part + 1) * size),
    ...presented.slice(part, part + 1),
  ]).flat()
}

/** Sessions of the baseline of issuances. Those by link are refused without a request. */
const baselineIssuance = [
  sdJwtOfHaip,
  'sd_jwt_baseline',
  'eu_eaa_offer_scheme',
  'haip_vci_scheme',
  'offer_by_value',
  ...['credential_error_denied', 'par_no_request_uri', 'offer_no_issuer', 'offer_no_configurations'].map(
    (id) => `fault.${id}`,
  ),
]

/** What only some wallets do, by what they declare. */
const declaredOfIssuance: Readonly<Record<string, string>> = {
  'lab.proof_attestation': 'proof_types:attestation',
  'lab.request_object': 'par_request_object',
}

const addedIfDeclared =
  'A wallet that is declared to send attestation proofs or pushed request objects gets one more session for each.'

/** Of presentations: what they ask back, what a wallet answers, what it refuses, and what needs more of it. */
const baselinePresentation = [
  ...issued,
  'own.degrees',
  'own.membership_sd_jwt',
  'own.membership_mdoc',
  ...baselines,
  'membership_sd_jwt',
  'membership_mdoc',
  'haip_vp_scheme',
  'eu_eaap_scheme',
  'request_uri_method_get',
  'by_value',
  'one_claim_sd_jwt',
  'one_element_mdoc',
  'two_claims_sd_jwt',
  'two_elements_mdoc',
  'list_entry_one',
  'object_member',
  'list_entries_all',
  'list_entry_first',
  ...interspersed(
    [
      'bad_request_uri_method',
      'bad_signature',
      'alg_eddsa',
      'wrong_typ',
      'one_unknown_claim_sd_jwt',
      'mdoc_unknown_element',
      'unknown_claim',
      'unknown_element_of_two',
    ],
    ['list_entry_last'],
  ),
  'trusted_verifier',
  'registration_bad_signature',
  'registration_other_subject',
  'dc_signed_sd_jwt',
  'dc_mode_plain',
]

/** Any wallet answers these two, and each decides one case. Until it does, its other sessions show nothing. */
const plain = ['no_state', 'no_enc_values']
const controls = [...plain, 'union', 'no_claims_mdoc', 'a256gcm_only']
const requests = interspersed(requestRefusals, requestAnswers)
const [firstRefusals, lastRefusals] = [refusals.slice(0, 20), refusals.slice(20)]
const [firstMalformed, lastMalformed] = [malformedIds.slice(0, 21), malformedIds.slice(21)]

/**
 * Every built-in campaign: those of the fixed issuers (shortest first), those with an issuer of the session's own, then
 * everything of the fixed issuers.
 */
export const builtInCampaigns: readonly BuiltInCampaign[] = [
  {
    id: 'baseline',
    title: 'Baseline',
    about: `Both baselines of the newest official cases: how a wallet is issued a credential, and how it presents one. ${addedIfDeclared}`,
    presets: [...new Set([...baselineIssuance, ...baselinePresentation])],
    ifDeclared: declaredOfIssuance,
    silenceSeconds: 100,
    mustPass: [sdJwtOfHaip, ...baselines],
  },
  {
    id: 'baseline_issuance',
    title: 'Baseline of issuances',
    about: `The newest official cases about issuance: a PID by the code grant, links to offers, and four faults. ${addedIfDeclared}`,
    presets: baselineIssuance,
    ifDeclared: declaredOfIssuance,
    ofBaseline: true,
    silenceSeconds: 110,
    mustPass: [sdJwtOfHaip, 'sd_jwt_baseline'],
  },
  {
    id: 'baseline_presentation',
    title: 'Baseline of presentations',
    about:
      'The newest official cases about presentations: exact counts of claims, parts of lists, statuses, links and refusals. The last five need a wallet that trusts our lists, and a browser.',
    presets: baselinePresentation,
    ofBaseline: true,
    silenceSeconds: 100,
    mustPass: baselines,
  },
  {
    id: 'smoke',
    title: 'Smoke',
    about: 'Gets a PID, presents it, and meets the most dangerous faults of both protocols.',
    presets: [
      sdJwtWithProof,
      'sd_jwt_baseline',
      'unknown_parameter',
      'required_unmatchable',
      'fault.authz_iss_mismatch',
      'bad_signature',
      'client_id_mismatch',
    ],
    silenceSeconds: 20,
  },
  {
    id: 'quick',
    title: 'Quick',
    about:
      'The 28 presentations that decide most official European test cases. The wallet needs the PID in both formats.',
    presets: [
      'sd_jwt_baseline',
      'mdoc_baseline',
      'paths',
      'trusted_authority_hit',
      'credential_sets',
      'both_formats',
      'optional_set',
      'decoys',
      'claim_sets',
      'without_holder_binding',
      'union',
      'no_claims_sd_jwt',
      'second_claim_set',
      'mdoc_values',
      'unknown_parameter',
      'unknown_query_member',
      'required_unmatchable',
      'value_differs',
      'dcql_malformed',
      'trusted_authority_miss',
      'unknown_claim',
      'set_unsatisfied',
      'dcql_no_credentials',
      'unknown_transaction_type',
      'no_enc_alg_key',
      'redirect_uri_with_direct_post',
      'wallet_nonce_wrong',
      'dcql_and_scope',
    ],
    silenceSeconds: 60,
  },
  {
    id: 'refusals',
    title: 'Refusals',
    about:
      'What a wallet must refuse: wrong responses of an issuer, and requests that are wrong or cannot be satisfied. Malformed queries have a campaign of their own.',
    presets: ids(
      ({ expects, id }) =>
        expects === 'refusal' &&
        !malformed.has(id) &&
        !ofTrust.has(id) &&
        !ofPrefixes.has(id) &&
        !ofBrowser.has(id) &&
        !ofLaboratories.has(id) &&
        !ofTransactions.has(id),
    ),
    silenceSeconds: 60,
  },
  {
    id: 'malformed',
    title: 'Malformed queries',
    about: 'Presentation requests whose query has one malformed member each, as the official European cases list them.',
    presets: between(plain, malformedIds),
    silenceSeconds: 60,
    ofCases: true,
    mustPass: plain,
  },
  {
    id: 'haip',
    title: 'HAIP',
    about: 'What the High Assurance Interoperability Profile adds: attested issuance, and requests that it forbids.',
    presets: [
      sdJwtOfHaip,
      mdocOfHaip,
      'sd_jwt_baseline',
      'mdoc_baseline',
      'trusted_authority_hit',
      'a256gcm_only',
      'a128gcm_only',
      'haip_vp_scheme',
      'id_token_under_haip',
      'code_under_haip',
      'client_id_wrong_hash',
      'client_id_origin_prefix',
      'client_id_unknown_prefix',
      'root_in_x5c',
      'self_signed_leaf',
      'no_enc_alg_key',
    ],
    silenceSeconds: 60,
  },
  {
    id: 'openid',
    title: 'OpenID Foundation wallet modules',
    about: 'The wallet modules of the OpenID Foundation suite for OpenID4VP 1.0, as far as they apply to this profile.',
    presets: [
      'sd_jwt_baseline',
      'no_state',
      'unknown_parameter',
      'foreign_iss',
      'long_state_nonce',
      'reordered_query',
      'enc_key_without_use',
      'mdoc_baseline',
      'optional_set',
      'no_claims_sd_jwt',
      'no_claims_mdoc',
      'unusable_enc_key',
      'fewer_claims',
      'required_unmatchable',
      'unknown_transaction_type',
      'redirect_uri_with_direct_post',
      'client_id_mismatch',
      'client_id_unknown_prefix',
      'bad_signature',
      'missing_nonce',
    ],
    silenceSeconds: 60,
  },
  {
    id: 'nonce',
    title: 'Nonce endpoint',
    about: 'A nonce endpoint that fails, is slow, or gives the same nonce again.',
    presets: decidedDeviations('nonce_'),
    silenceSeconds: 60,
  },
  {
    id: 'lifecycle',
    title: 'After the first credential',
    about:
      'Deferred credentials, batches, refresh tokens, several datasets, other names of scopes, issuers and types, and encryption that is required or absent, right and wrong. Where no text says what a wallet does, the session only tells what it did.',
    presets: [
      ...[...lifecycleIssuances, ...extendingPresets].map(({ id }) => id),
      ...allDeviations('deferred_', 'batch_', 'refresh_'),
      ...decidedDeviations('offer_', 'token_', 'type_'),
    ],
    silenceSeconds: 60,
  },
  {
    id: 'status_refusals',
    title: 'Wrong statuses',
    about:
      'Credentials whose reference to a status list is malformed, in both formats, as the official European cases list them.',
    presets: wrongStatusPresets,
    silenceSeconds: 60,
  },
  {
    id: 'metadata',
    title: 'Wrong metadata',
    about:
      'Metadata of the issuer and of its authorization server, signed and plain, with one thing wrong or unusual each. All but one by one scan, without login.',
    presets: decidedDeviations('issuer_metadata_', 'signed_metadata_', 'as_metadata_', 'authorization_server_'),
    silenceSeconds: 60,
  },
  {
    id: 'european_laboratory',
    title: 'European cases with other credentials',
    about:
      'The official European cases that need another credential than the PID: it is issued first, and asked back later.',
    presets: [...wrongStatusPresets, ...askedBack],
    silenceSeconds: 60,
    ofCases: true,
  },
  {
    id: 'trust',
    title: 'Trust in verifiers',
    about:
      'Verifiers whose registration or access certificate is missing, wrong or revoked, between two with nothing wrong.',
    presets: between(rightVerifiers, [
      'registration_missing',
      'registration_twice',
      'registration_bad_signature',
      'registration_wrong_typ',
      'registration_untrusted_registrar',
      'registration_expired',
      'registration_other_subject',
      'registration_over_asking',
      'registration_revoked',
      'registration_no_status',
      'access_ca_unlisted',
      'access_expired',
    ]),
    silenceSeconds: 60,
    before: trustsUs,
    mustPass: rightVerifiers,
  },
  {
    id: 'trust_issuance',
    title: 'Trust in issuers',
    about: 'Issuers that are not registered, not entitled or on no list, between two with nothing wrong.',
    presets: between(
      rightIssuers,
      [
        'issuer_registration_missing',
        'issuer_registration_bad_signature',
        'issuer_registration_other_subject',
        'issuer_not_entitled',
        'issuer_over_providing',
        'issuer_access_ca_unlisted',
        'provider_not_listed',
      ].map((id) => `fault.${id}`),
    ),
    silenceSeconds: 60,
    before: trustsUs,
    mustPass: rightIssuers,
  },
  {
    id: 'trust_lists',
    title: 'Trust lists',
    about:
      'Lists that are out of date, badly signed, of another operator, or without the authority of the verifier, between two with nothing wrong. All are at one lasting address.',
    presets: between(rightVerifiers, [
      'list_expired',
      'list_bad_signature',
      'list_foreign_operator',
      'list_access_ca_absent',
    ]),
    silenceSeconds: 60,
    before:
      'The wallet must read its lists at the addresses of this campaign, and trust their operator. A wallet that keeps lists until their next update reads them again after five minutes: wait so long between sessions, or start it anew.',
    mustPass: rightVerifiers,
    needsAlias: true,
  },
  {
    id: 'european_answers',
    title: 'European cases with a response',
    about: 'Gets a PID in both formats, and presents it to every request that a wallet should answer.',
    presets: [...issued, ...answers, 'unusual_all'],
    silenceSeconds: 60,
    ofCases: true,
    mustPass: baselines,
  },
  {
    id: 'european_requests',
    title: 'European cases with unusual requests',
    about: 'Requests whose signer, link, scope or attestation is wrong, and some that a wallet should answer.',
    presets: [...plain.slice(0, 1), ...requests],
    silenceSeconds: 60,
    ofCases: true,
    mustPass: plain,
  },
  {
    id: 'european_refusals',
    title: 'European cases with a refusal',
    about: 'Requests that a wallet cannot satisfy, or must not. Malformed queries have a campaign of their own.',
    presets: between(plain, refusals),
    silenceSeconds: 60,
    ofCases: true,
    mustPass: plain,
  },
  {
    id: 'european',
    title: 'European cases',
    about:
      'The four campaigns of European cases that need nothing but a wallet: responses, unusual requests, refusals and malformed queries.',
    presets: [
      ...issued,
      ...answers.filter((id) => !controls.includes(id)),
      'unusual_all',
      ...requests,
      ...[firstRefusals, lastRefusals, firstMalformed, lastMalformed].flatMap((wrong, place) => [
        ...controls.slice(place, place + 1),
        ...wrong,
      ]),
      ...controls.slice(4),
    ],
    silenceSeconds: 60,
    mustPass: baselines,
  },
  {
    id: 'european_persons',
    title: 'European cases for a person',
    about:
      'Our response to a presentation is unusual, and only the screen shows what the wallet makes of it: you are asked. A list leads to the other cases that need a person.',
    presets: personPresets.map(({ id }) => id),
    silenceSeconds: 60,
    ofCases: true,
    checklist: true,
  },
  {
    id: 'european_transactions',
    title: 'European cases with transactions',
    about:
      'Transactions, right and wrong. Those with a member wrong need a transaction of a type that the wallet knows.',
    presets: aboutTransactions,
    silenceSeconds: 60,
    ofCases: true,
  },
  {
    id: 'payments',
    title: 'Payments',
    about:
      'A card of an issuer of its own confirms payments, logins, mandates and access to accounts; then payments that a wallet must refuse, above all with a PID.',
    presets: [...paymentCampaign],
    silenceSeconds: 60,
    // The user reads each transaction, and approves it with two factors.
    approvalMinutes: 0.5,
    before: 'The wallet reads the metadata of the card at this service, and needs the PID in both formats.',
    mustPass: [cardIssuance.id, 'payments.payment'],
  },
  {
    id: 'wallet_units',
    title: 'Wallet units',
    about:
      'Issuers of the European framework that ask for attestations of the wallet unit and of its key storage, as TS3 has them, and one that learns that the unit is revoked.',
    presets: walletUnitPresets.map(({ id }) => id),
    silenceSeconds: 60,
    before: `${trustsUs} A wallet without status lists of its provider can use those of each issuer, which the page of the session names.`,
    mustPass: [rightWalletUnit.id],
  },
  {
    id: 'european_trust',
    title: 'European cases with trusted lists',
    about: 'A query that asks for the PID of an issuer on a list, right and wrong; that PID is issued first.',
    presets: ['trusted_issuer', ...trustedListPresets.map(({ id }) => id)],
    silenceSeconds: 60,
    before:
      'The wallet must trust the operator of our lists: see the page /trust. It accepts the PID of an issuer that only this campaign has.',
    mustPass: ['trusted_issuer', 'trusted_list_listed'],
  },
  {
    id: 'european_prefixes',
    title: 'European cases with other client ids',
    about:
      'Verifiers that wallets know by a host name, an attestation, a DID, an address or a registered name, right and wrong.',
    presets: [...ofPrefixes],
    silenceSeconds: 60,
    ofCases: true,
    before:
      'The wallet must trust the test root as issuer of verifier attestations, and have this service registered as wallet-capture.',
  },
  {
    id: 'digital_credentials',
    title: 'Digital Credentials API',
    about:
      'Requests that the browser carries to the wallet: each form of them, then those that are unusual or wrong. The wallet needs the PID in both formats.',
    presets: [...ofBrowser],
    silenceSeconds: 60,
    ofCases: true,
    before:
      'Scan the code with the phone that has the wallet, or ask through the browser of this computer. Both need this service on https, or on localhost.',
  },
  {
    id: 'full',
    title: 'Full',
    about:
      'Every preset except the one with a scope, which each installation defines itself, those that ask a person, those with an issuer or a transaction of their own, and those of European trust, of other client id prefixes and of browsers.',
    presets: ids(
      ({ id }) =>
        id !== 'scope' &&
        !ofPersons.has(id) &&
        !ofTrust.has(id) &&
        !ofPrefixes.has(id) &&
        !ofBrowser.has(id) &&
        !ofLaboratories.has(id) &&
        !ofTransactions.has(id),
    ),
    silenceSeconds: 60,
  },
]

/** The built-in campaign with this id; `null` if there is none. */
export const builtInCampaign = (id: string | null): BuiltInCampaign | null =>
  builtInCampaigns.find((one) => one.id === id) ?? null
