/** Whether the framework requires what a case tests. */
export const relevancies = ['required', 'optional', 'forbidden', 'undefined'] as const

export type Relevancy = (typeof relevancies)[number]

/**
 * How this service decides a case. `auto`: by any presentation that a wallet should answer. `auto_config`: by the
 * session of a preset. `auto_negative`: by the session of a preset with a deliberately wrong request.
 * `credential_content`: by the content of the PID, so a PID from this service says nothing about the wallet. `manual`:
 * only by a person. `gap`: not yet. `out_of_scope`: not by this service.
 */
export const caseClasses = [
  'auto',
  'auto_config',
  'auto_negative',
  'credential_content',
  'manual',
  'gap',
  'out_of_scope',
] as const

export type CaseClass = (typeof caseClasses)[number]

/** Whom a case judges: the wallet, or by their content the issuer of the PID or of another credential. */
export const populations = ['wallet', 'pid_content', 'credential'] as const

export type Population = (typeof populations)[number]

/** What a case needs besides its session before it says anything. */
export const conditions = {
  other_pid: 'Needs a PID of another issuer: this service has no such attribute.',
  transaction_type: 'Needs a transaction type that the wallet knows.',
  scope: 'Needs a scope that both sides know, see scope-aliases.json.',
  scope_support: 'Needs a wallet that supports requests by scope.',
  without_feature: 'Needs a wallet that lacks the feature.',
  wallet_issuer: 'Needs a wallet that names its issuer in wallet_metadata.',
  verifier_info_format: 'Needs a wallet that knows the format of the attestation, see verifier_info_format.',
  verifies_signatures: 'Needs a wallet that is set to verify signatures of requests that a browser carries.',
  uses_registration: 'Needs a wallet that uses the registration certificate of the verifier.',
} as const

type Condition = keyof typeof conditions

/** What this service still has to support to close a gap. */
export const gaps = {
  transaction_data: 'Needs malformed transaction data.',
  request_object: 'Needs one more fault of the request or its delivery.',
  answer: 'Needs an unusual response to a presentation.',
  scope: 'Needs an unknown or malformed scope.',
  verifier_info: 'Needs attestations about the verifier, good and bad.',
  multiple: 'Needs a check of what a wallet gives where several credentials, or none, fit one query.',
  client_id: 'Needs another Client Identifier Prefix.',
  preset: 'Needs a session that no preset makes yet.',
  check: 'Needs a check that is not there yet.',
  deviation: 'Needs a deviation of this service that is not there yet.',
} as const

type Gap = keyof typeof gaps

/** Why a case is out of scope. */
export const outsides = {
  cose: 'It uses requests signed with COSE, which no link carries.',
  token_format: 'Its credential format is not one of HAIP.',
  federation: 'It uses OpenID Federation.',
  trusted_list: 'It uses a trusted list after TS 119 612; this service hosts lists after TS 119 602 only.',
  list_format:
    'OpenID4VP 6.1.1 names trusted lists after TS 119 612; this service hosts lists after TS 119 602. Its session counts once a reviewer accepts these.',
  did: 'Its verifier has a DID; HAIP demands x509_hash.',
  redirect_uri_client: 'Its verifier has the prefix redirect_uri; HAIP demands x509_hash.',
  pre_registered: 'Its verifier is registered with the wallet in advance.',
  unsigned: 'Its request is not signed.',
  front_channel: 'Its response goes through the browser.',
} as const

type Outside = keyof typeof outsides

/** What a case asks a wallet to do: present credentials, or be issued some. */
export const sides = ['issuance', 'presentation'] as const

export type Side = (typeof sides)[number]

/** The side of a case by its id: `WS_AP_` tests a wallet against an attestation provider. */
export const sideOf = (id: string): Side => (id.startsWith('WS_AP_') ? 'issuance' : 'presentation')

/**
 * How a case follows from those of the edition before. `same`: the same words. `changed`: other words, the same case.
 * `split`: a part of an old case. `moved`: an old case under another id. `near`: about the matter of an old one. `new`:
 * about something else.
 */
export const kins = ['same', 'changed', 'split', 'moved', 'near', 'new'] as const

type Kin = (typeof kins)[number]

/**
 * How well its checks fit a case. `exact`: they ask the same. `coarse`: they ask this and more, so that a violation may be
 * of another case. `strict`: they ask more than the case does.
 */
export const fits = ['exact', 'coarse', 'strict'] as const

type Fit = (typeof fits)[number]

/** One case of the framework, and what decides it here. */
export interface OfficialCase {
  /** File name of the case in the framework, with single underscores. */
  readonly id: string
  readonly side: Side
  readonly area: string
  /** In our own words, twenty at most. */
  readonly objective: string
  readonly relevancy: Relevancy
  /** The framework's presentation channel: `any`, `redirect`, `dc_api`, `proximity`. */
  readonly channel: string
  readonly class: CaseClass
  /** `null` if no session decides it. */
  readonly population: Population | null
  /** The preset whose session decides it, or would once a reviewer accepts it; `null` if none does. */
  readonly preset: string | null
  /** Checks that decide it. The first is what the case is about. */
  readonly checks: readonly string[]
  /** The PID claim it is about, written as in findings; `null` if none. */
  readonly claim: string | null
  readonly condition: Condition | null
  readonly gap: Gap | null
  readonly outside: Outside | null
  /** What a person needs to know to decide the case. */
  readonly note: string | null
  /** A combined preset that covers several cases: its session can pass the case, but never fail it. */
  readonly packed: string | null
  /** The precondition in its own text, see `readCondition`; `null` for a case that applies to every wallet. */
  readonly applies_if: string | null
  /** The member of a message that the case is about, as findings name it; `null` if that is not told apart. */
  readonly at: string | null
  /** `null` in the first edition. */
  readonly kin: Kin | null
  /** Ids of the cases of the edition before that it follows from. */
  readonly from: readonly string[]
  /** Whether it is in the framework's baseline of its side. */
  readonly baseline: boolean
  /** The clauses that the framework names; empty where the table does not hold them. */
  readonly references: readonly string[]
  /** `null` where the table does not say. */
  readonly fit: Fit | null
  /** Where its text is in the repository. */
  readonly path: string
}

/** Whether the framework marks a case as one in which something goes wrong. */
export const isUnhappy = ({ id }: Pick<OfficialCase, 'id'>): boolean => id.endsWith('_UF')

/**
 * Whether the case's session does not count until a reviewer accepts its subject; the case then gets a decidable class.
 */
export const awaitsReview = (one: Pick<OfficialCase, 'outside'>): boolean => one.outside === 'list_format'

/** True for a case that a session can decide. */
export const isDecidable = (one: Pick<OfficialCase, 'class'>): boolean =>
  one.class !== 'manual' && one.class !== 'gap' && one.class !== 'out_of_scope'

/** Whether a person decides the case, because no session does. */
export const needsPerson = (one: Pick<OfficialCase, 'class'>): boolean => one.class === 'manual'

/** Whether a person may enter a result: the case needs one, or this service never decides it. */
export const takesEntry = (one: Pick<OfficialCase, 'class'>): boolean =>
  needsPerson(one) || one.class === 'out_of_scope'

/** Whether the case judges a credential's issuer by its content, not the wallet. */
export const isContent = (one: Pick<OfficialCase, 'class'>): boolean => one.class === 'credential_content'

/** Why no session decides a case, or what it needs besides its session; `null` if neither applies. */
export const remarkOn = ({ condition, gap, outside, note }: OfficialCase): string | null =>
  condition !== null ? conditions[condition] : gap !== null ? gaps[gap] : outside !== null ? outsides[outside] : note

/**
 * The verdict of a case. `inconclusive`: its session ran, but decided nothing. `not_applicable`: its subject did not
 * come up. `manual`: a person decides it. `out`: this service does not, or not yet.
 */
export const caseVerdicts = ['passed', 'failed', 'inconclusive', 'not_applicable', 'not_run', 'manual', 'out'] as const

export type CaseVerdict = (typeof caseVerdicts)[number]
