import { keyBoundFormat } from '../../verifier/read/session/verifier-info-options'

/** What a case needs besides the session of its preset. */
export interface PairedCase {
  /** Additional presets: the case passes only with the sessions of all. */
  readonly alongside?: readonly string[]
  /** Presets whose session decides the case as well as its own. */
  readonly instead?: readonly string[]
  /** Without this session the case decides nothing: the wallet may lack what it should present, or withhold. */
  readonly control?: {
    readonly preset: string
    /** Accepted statuses of the session, as in its read-back; absent for any. */
    readonly statuses?: readonly string[]
    /** A check that it must pass; absent for none. */
    readonly passes?: string
  }
  /** Checks whose violation fails the case even if the session only warns. */
  readonly demanded?: readonly string[]
  /** A warning of this check means that the wallet is not of the kind that the case is about. */
  readonly unlessWarned?: string
  /** What a reader should know once the case has passed. */
  readonly remark?: string
  /** Cases that say what the remark leaves open: once one has passed, there is none. */
  readonly unlessPassed?: readonly string[]
  /** The remark on a pass by a session of `instead`. */
  readonly insteadRemark?: string
  /** Why the session of its own preset may leave it open. */
  readonly openRemark?: string
  /** An accepted request is only a remark unless this is declared, see `readCondition`. */
  readonly unlessDeclared?: string
  /** A session passes it only with an accepted presentation. */
  readonly accepted?: true
  /** The remark on a pass that decides nothing because nobody declared that the case applies. */
  readonly unlessApplies?: string
  /**
   * For a case about wallets that lack a feature: what shows that a wallet has it and uses it correctly. Then the case
   * decides nothing unless it was declared to apply.
   */
  readonly ownUse?: { readonly passes: readonly string[]; readonly remark: string }
}

/** Texts that are no URI: each case about them lists five. RFC 3986 */
const malformed = ['space', 'bad_percent', 'pipe', 'empty'] as const

const presented = (preset: string) => ({ preset, statuses: ['awaiting_redirect', 'presentation_validated'] })
const issued = (preset: string) => ({ preset, statuses: ['credential_issued', 'credential_accepted'] })

/** A wallet that confirms no transaction of this type may refuse one for its type alone. */
const confirms: PairedCase = { control: { preset: 'transaction_data', passes: 'vp.txn.represented' } }

/** Wallets should ignore verifier attestations in an unknown format. OID4VP-1FINAL-5.11 */
const knowsFormat = { unlessDeclared: `verifier_info_formats:${keyBoundFormat}` }
const mayBeIgnored = { ...knowsFormat, remark: 'The wallet may have ignored the attestation about the verifier.' }
const wasIgnored = {
  ...knowsFormat,
  unlessWarned: 'The wallet presented, and nothing shows that it knows the format of the attestation.',
}

/** A wallet may choose whether to verify the signer of a request that a browser carries. OID4VP-1FINAL-5.9.3 */
const ofSignature: PairedCase = {
  unlessWarned: 'The wallet presented, and it may be set not to verify signatures of requests that a browser carries.',
}

const ofRegistration: PairedCase = {
  unlessWarned: 'The wallet presented, and nothing shows that it uses the registration certificate.',
}

/** Shows that the wallet hashed a transaction with an algorithm that its entry allows. */
export const hashedRightly = ['vp.txn.represented', 'vp.txn.hashes_match', 'vp.txn.alg_allowed'] as const

const paired: Readonly<Record<string, PairedCase>> = {
  // A wallet without a ticket does not present one either.
  WS_RP_IA_MainInteraction_006: { control: presented('ticket_unbound') },
  // Which of two it presents says nothing if it was issued only one.
  WS_RP_IA_MainInteraction_010: { control: issued('own.unbound_pass') },
  WS_RP_MS_Metadata_089: { alongside: malformed.map((form) => `fault.status_uri_${form}`) },
  WS_RP_MS_Metadata_099: { alongside: malformed.map((form) => `fault.status_uri_${form}.mdoc`) },
  WS_RP_SM_IssuerIntegrity_012: { control: presented('membership_mdoc'), demanded: ['vp.error.no_details'] },
  WS_RP_IA_Engagement_002: { accepted: true },
  WS_RP_SM_RpIntegrity_002: ofSignature,
  WS_RP_SM_RpIntegrity_005: ofSignature,
  // Each concerns a wallet that has a PID of a listed issuer.
  WS_RP_SM_TrustMechanisms_010: { control: presented('trusted_list_listed') },
  WS_RP_SM_TrustMechanisms_011: {
    alongside: ['trusted_list_unreachable'],
    control: presented('trusted_list_listed'),
  },
  WS_RP_SM_TrustMechanisms_015: { control: presented('trusted_list_listed') },
  WS_RP_SM_DeviceBinding_002: mayBeIgnored,
  WS_RP_SM_DeviceBinding_003: wasIgnored,
  WS_RP_SM_DeviceBinding_004: mayBeIgnored,
  WS_RP_SM_DeviceBinding_005: wasIgnored,
  // OpenID4VP has no MUST for this, so the session only warns.
  WS_RP_IA_MainInteraction_064: { demanded: ['vp.redirect.followed_after_error'] },
  // The equivalent under the European framework, where another root is the wrong one.
  WS_RP_SM_RpIntegrity_019: { instead: ['access_ca_unlisted'] },
  // Wallets may ignore what they do not use. OID4VP-1FINAL-5.1
  WS_RP_SM_RpIntegrity_001: ofRegistration,
  ...Object.fromEntries(
    ['025', '026', '027', '154', '155', '156', '157', '158'].map((number) => [
      `WS_RP_MS_ProtocolMessages_${number}`,
      confirms,
    ]),
  ),
  // Anything that follows the error fails it.
  WS_RP_MS_ProtocolMessages_140: { demanded: ['vp.request.no_fetch_after_response', 'vp.error.repeat'] },
  // A wallet without scope support refuses every scope.
  WS_RP_MS_ProtocolMessages_030: {
    unlessApplies: 'Nobody declared that the wallet takes scopes: one without them refuses as well.',
  },
  // It fails a wallet for what another may do.
  WS_RP_SH_Cryptography_CryptographicHash_008: {
    ownUse: {
      passes: hashedRightly,
      remark: 'The wallet hashed with sha-512 rightly, and nobody declared that it knows sha-256 only.',
    },
  },
  // The second edition. Its texts demand what a session only warns of, or tells.
  // The session only tells that the wallet stopped, and what it presents later may be of another session.
  WS_AP_IA_MainInteraction_031a: { control: presented('sd_jwt_baseline'), demanded: ['vci.flow.completes'] },
  WS_AP_MS_ProtocolMessages_034b: { demanded: ['vci.request_object.sent'] },
  WS_AP_MS_ProtocolMessages_037a: {
    instead: ['wallet_unit.good'],
    openRemark:
      'Only a European issuer asks for every claim of a wallet instance attestation: see the session of wallet_unit.good.',
  },
  WS_AP_MS_ProtocolMessages_053b: { demanded: ['vci.proof.jwt.aud'] },
  WS_AP_SM_DeviceBinding_010c: { demanded: ['vci.key_attestation.proof_key_first'] },
  // Where the wallet takes the other type of proof too, this issuer leaves it no choice.
  WS_AP_SM_DeviceBinding_013a: { instead: ['lab.proof_attestation'] },
  WS_RP_IA_ProtocolFlow_002b: { demanded: ['vp.request.method'] },
  WS_RP_IA_ProtocolFlow_002e_UF: { demanded: ['vp.negative.no_fetch'] },
  WS_RP_SM_RpIntegrity_013a: {
    instead: ['sd_jwt_baseline'],
    insteadRemark: 'Its certificate is of the test root, not an access certificate of the European framework.',
  },
  WS_RP_SM_TrustMechanisms_101: {
    remark: 'The wallet may have ignored the registration certificate.',
    unlessPassed: ['WS_RP_SM_TrustMechanisms_101b_UF', 'WS_RP_SM_TrustMechanisms_101c_UF'],
  },
  // A wallet that does not trust our lists refuses each of their verifiers.
  WS_RP_SM_TrustMechanisms_101b_UF: { control: presented('trusted_verifier') },
  WS_RP_SM_TrustMechanisms_101c_UF: { control: presented('trusted_verifier') },
  // A wallet that refused the credential at issuance lacks it for the very reason that the case is about.
  WS_RP_SH_Cryptography_CryptographicHash_010: {
    control: { preset: 'own.sha512', statuses: [...issued('').statuses, 'credential_rejected'] },
  },
}

const nothing: PairedCase = {}

/** What a case needs besides the session of its preset; empty for most. */
export const pairedCase = (id: string): PairedCase => paired[id] ?? nothing
