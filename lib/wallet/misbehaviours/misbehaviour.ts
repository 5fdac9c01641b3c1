import type { WireRequest } from '../http/wire'
import type { WalletKey } from '../jose/key'
import type { WalletExchange } from '../run-log'
import type { StepName } from '../step-name'
import type { StepRequest } from '../step-request'

/** What a patch may read. */
export interface PatchContext<Facts, Profile> {
  facts: Facts
  profile: Profile
  log: readonly WalletExchange[]
  random: (bytes: number) => Uint8Array
  newKey: () => WalletKey
  /** 1 for the first request of this step, 2 for its first repetition. */
  attempt: number
  /** Epoch seconds. */
  now: number
}

/** Where a patch applies and what it changes. `change` edits the draft in place. */
export interface Patch<Draft, Facts, Profile> {
  at: StepName
  change: (draft: Draft, context: PatchContext<Facts, Profile>) => void
}

/** An extra request before or after a step of the flow; its answer does not end the run. */
interface Probe<Facts, Profile> {
  when: 'before' | 'after'
  at: StepName
  request: (context: PatchContext<Facts, Profile>) => StepRequest
}

/** What a misbehaviour of any protocol can do to the requests of a flow. */
export interface WireMisbehaviour<Facts, Profile> {
  /** Changes what the wallet knows before it builds the request of that step. */
  patchFacts?: Patch<Facts, Facts, Profile>
  /** Changes the method or URL before a proof of possession is made for them. */
  patchTarget?: Patch<{ method: string; url: string }, Facts, Profile>
  /** Applied last before sending: header fields, body text. */
  patchRequest?: Patch<WireRequest, Facts, Profile>
  probe?: Probe<Facts, Profile>
  /** Follows a redirect of that step, with the same body where its status preserves it (RFC9110-15.4). */
  followsRedirect?: StepName
  /** Skips a step and continues with assumptions. */
  skip?: StepName
  /** Repeats a step after it was accepted or refused. */
  repeat?: { step: StepName; after: 'accepted' | 'refused'; freshNonce?: true }
  /** The step that `needs.profile` alone makes wrong, without a hook. */
  byProfile?: StepName
}

/** The answer that the service documents for a violation. */
type Expectation = 'accepted' | { status: number; error?: string }

/** The description of a misbehaviour of either protocol. */
export interface MisbehaviourHead<End> {
  /** The id of the check that must fail, optionally followed by `~` and a variant. */
  id: string
  title: string
  /** The answer to the first request that the misbehaviour touches. */
  expect: Expectation
  /** How the run ends; by default successfully when accepted, else refused. */
  ends?: End
  /** Other checks that this violation necessarily fails. */
  alsoFails?: string[]
  /** The check whose refusal the service answers with, when it is not the one of the id. */
  decidedBy?: string
  /** Nothing in the request identifies its session, so the finding may not show there. */
  outsideSession?: true
  /** The check may only be left unobserved: the wallet may have its reasons. */
  staysUnseen?: true
}

/** The check that a misbehaviour targets. */
export function checkIdOf({ id }: { id: string }): string {
  return id.split('~')[0] ?? id
}
