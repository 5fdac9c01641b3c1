import type { Facts } from '../../issuer/facts'
import type { UnitList, UnusualFeature, WalletProfile, WalletRule } from '../../issuer/settings'
import type { JweDraft } from '../../jose/jwe'
import type { JwtDraft } from '../../jose/jws'
import type { JsonObject } from '../../json'
import type * as common from '../misbehaviour'
import type { Form } from '../misbehaviour'

/** What a patch of issuance may read. */
export type PatchContext = common.PatchContext<Facts, WalletProfile>

export type Patch<Draft> = common.Patch<Draft, Facts, WalletProfile>

/** What a run requires of its session. */
interface Needs {
  issuer?: 'eu-pid-device-bound' | 'eu-pid-jwt-proof-only'
  flow?: 'pre_authorized_code' | 'authorization_code'
  offerMode?: 'credential_offer' | 'credential_offer_uri'
  /** Further members of the session request. */
  sessionOptions?: JsonObject
  /** The issuer must publish a configuration besides the offered one. */
  secondConfiguration?: true
  /** Wallet settings. */
  profile?: Partial<WalletProfile>
  /** Only shows if the wallet evaluates trust. */
  trust?: true
  /** The service must rely on a list that names this wallet's provider and no other (`trust/lists.json`). */
  lists?: true
  /** The service must have an https address. */
  https?: true
  /** The rule spans several sessions: make this many runs in one process and judge the last one. */
  runs?: number
  /** Seconds of silence after which the service decides that nothing more will come. */
  settles?: number
  /** The wallet has to wait, so a test advances the service's clock. */
  waits?: true
}

/** One rule that the wallet deliberately breaks while it obtains a credential. */
export interface Misbehaviour
  extends common.MisbehaviourHead<'credential_stored' | 'refused_by_issuer' | 'stopped_by_wallet'>,
    common.WireMisbehaviour<Facts, WalletProfile> {
  needs?: Needs
  /**
   * It is in the first request that authenticates the client, at the step of the pushed request; with a pre-authorized
   * code that is the request for the token, and `needs.flow` is no need.
   */
  authenticates?: true
  /** The list on which its entry is revoked before it asks for new credentials: 1 of wallet units, 2 of key storages. */
  unitRevoked?: UnitList
  /** The rule for responses that the wallet skips. */
  skipsRule?: WalletRule
  /** The harmless oddity in a response that stops the wallet. */
  stopsAt?: UnusualFeature
  patchDpop?: Patch<JwtDraft>
  /** Changes the parameters of a form. */
  patchForm?: Patch<[name: string, value: string][]>
  patchClientAttestation?: Patch<JwtDraft>
  patchClientAttestationPop?: Patch<JwtDraft>
  patchClientAssertion?: Patch<JwtDraft>
  patchProof?: Patch<JwtDraft>
  patchKeyAttestation?: Patch<JwtDraft>
  patchCredentialRequest?: Patch<JsonObject>
  patchDeferredRequest?: Patch<JsonObject>
  patchNotification?: Patch<JsonObject>
  /** The step that the wallet sends in the clear, without response encryption parameters unless a patch adds them. */
  sendsPlain?: 'credential' | 'deferred'
  /** Changes the request before it is encrypted. */
  patchEncryption?: Patch<JweDraft>
}

/** How a run with this misbehaviour ends. */
export function endOf({ ends, expect }: Misbehaviour): NonNullable<Misbehaviour['ends']> {
  return ends ?? (expect === 'accepted' ? 'credential_stored' : 'refused_by_issuer')
}

type Extra = Partial<Omit<Misbehaviour, 'id' | 'title' | 'expect' | 'patchForm'>>

/** A misbehaviour in the form of one step of the authorization code flow. */
export const inFormOf =
  (step: 'par' | 'token') =>
  (
    id: string,
    title: string,
    expect: Misbehaviour['expect'],
    change: (form: Form, context: PatchContext) => void,
    extra: Extra = {},
  ): Misbehaviour => ({
    id,
    title,
    expect,
    ...extra,
    needs: { flow: 'authorization_code', ...extra.needs },
    patchForm: { at: step, change },
  })
