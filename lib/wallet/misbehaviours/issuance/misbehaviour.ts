import type { WireRequest } from '../../http/wire'
import type { Facts } from '../../issuance/facts'
import type { WalletProfile } from '../../issuance/settings'
import type { JweDraft } from '../../jose/jwe'
import type { JwtDraft } from '../../jose/jws'
import type { WalletKey } from '../../jose/key'
import type { JsonObject } from '../../json'
import type { StepName } from '../../step-name'
import type { StepRequest } from '../../step-request'
import type { WalletExchange } from '../../wallet-run'

/** Where a patch works and what it changes. `change` edits the draft in place. */
export interface Patch<Draft> {
  at: StepName
  change: (draft: Draft, context: PatchContext) => void
}

/** What a patch may look at. */
export interface PatchContext {
  facts: Facts
  profile: WalletProfile
  log: readonly WalletExchange[]
  random: (bytes: number) => Uint8Array
  newKey: () => WalletKey
  /** 1 for the first request of this step, 2 for its first repetition. */
  attempt: number
  /** Epoch seconds. */
  now: number
}

/** An extra request before or after a step of the flow; its answer does not end the run. */
interface Probe {
  when: 'before' | 'after'
  at: StepName
  request: (context: PatchContext) => StepRequest
}

/** The answer that the issuer documents for a violation. */
type Expectation = 'accepted' | { status: number; error?: string }

/** What a run needs of the session it is pointed at. */
interface Needs {
  issuer?: 'eu-pid-device-bound' | 'eu-pid-jwt-proof-only'
  flow?: 'pre_authorized_code' | 'authorization_code'
  offerMode?: 'credential_offer' | 'credential_offer_uri'
  /** Further members of the session request. */
  sessionOptions?: JsonObject
  /** The issuer must publish a configuration beside the offered one. */
  secondConfiguration?: true
  /** Settings of the wallet. */
  profile?: Partial<WalletProfile>
  /** The rule spans several sessions: drive it this often in one process and judge the last run. */
  runs?: number
}

/**
 * One rule that the wallet breaks on purpose. `id` is the id of the check that must notice, or that id, `~` and a
 * variant. The first request that a misbehaviour touches is answered as `expect` says.
 */
export interface Misbehaviour {
  id: string
  title: string
  expect: Expectation
  /** How the run ends; by default stored when accepted, else refused. */
  ends?: 'credential_stored' | 'refused_by_issuer' | 'stopped_by_wallet'
  /** Other checks that this violation turns red of necessity. */
  alsoFails?: string[]
  /** The check whose refusal is answered, where it is not the one of the id. */
  decidedBy?: string
  /** The request gives no hint to which session it belongs, so the finding may not show there. */
  outsideSession?: true
  /** The check only stays unseen: the wallet may have its reasons. */
  staysUnseen?: true
  needs?: Needs

  /** Changes what the wallet knows, before it builds the request of that step. */
  patchFacts?: Patch<Facts>
  /** Changes method or address, before the DPoP proof is made for them. */
  patchTarget?: Patch<{ method: string; url: string }>
  patchDpop?: Patch<JwtDraft>
  /** Changes the parameters of a form. */
  patchForm?: Patch<[name: string, value: string][]>
  patchClientAttestation?: Patch<JwtDraft>
  patchClientAttestationPop?: Patch<JwtDraft>
  patchClientAssertion?: Patch<JwtDraft>
  patchProof?: Patch<JwtDraft>
  patchKeyAttestation?: Patch<JwtDraft>
  patchCredentialRequest?: Patch<JsonObject>
  patchNotification?: Patch<JsonObject>
  /** Changes the request on its way into the JWE. */
  patchEncryption?: Patch<JweDraft>
  /** The last word before sending: header fields, body text. */
  patchRequest?: Patch<WireRequest>
  probe?: Probe
  /** Leaves a step out and goes on with assumptions. */
  skip?: StepName
  /** Does a step again, after it was accepted or refused. */
  repeat?: { step: StepName; after: 'accepted' | 'refused'; freshNonce?: true }
  /** The step that the settings in `needs.profile` alone make wrong. */
  byProfile?: StepName
}

/** The check that a misbehaviour aims at. */
export function checkIdOf({ id }: Misbehaviour): string {
  return id.split('~')[0] ?? id
}

/** How a run with this misbehaviour ends. */
export function endOf({ ends, expect }: Misbehaviour): NonNullable<Misbehaviour['ends']> {
  return ends ?? (expect === 'accepted' ? 'credential_stored' : 'refused_by_issuer')
}
