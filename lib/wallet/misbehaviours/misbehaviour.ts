import type { WireRequest } from '../http/wire'
import type { WalletKey } from '../jose/key'
import { isObject, readJsonObject } from '../json'
import type { StepName, StepRequest, WalletExchange } from '../run-log'

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

/** An extra request before or after a step of the flow; its response does not end the run. */
interface Probe<Facts, Profile> {
  when: 'before' | 'after'
  at: StepName
  request: (context: PatchContext<Facts, Profile>) => StepRequest
}

/** How a misbehaviour of either protocol can change the requests of a flow. */
export interface WireMisbehaviour<Facts, Profile> {
  /** Changes what the wallet knows before it builds the request of that step. */
  patchFacts?: Patch<Facts, Facts, Profile>
  /** Changes the method or URL before proofs of possession are made for them. */
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
  /** The step that `needs.profile` makes wrong without a hook. */
  byProfile?: StepName
}

/** The documented response to a violation. */
type Expectation = 'accepted' | { status: number; error?: string }

/** Common part of a misbehaviour in either protocol. */
export interface MisbehaviourHead<End> {
  /** The id of the check that must fail, optionally followed by `~` and a variant. */
  id: string
  title: string
  /** The response to the first request that the misbehaviour affects. */
  expect: Expectation
  /** How the run ends; by default successfully if accepted, else refused. */
  ends?: End
  /** Other checks that this violation necessarily fails. */
  alsoFails?: string[]
  /** The check that refuses the request, if it is not the one in the id. */
  decidedBy?: string
  /** Nothing in the request identifies its session, so the finding may not show there. */
  outsideSession?: true
  /** The check can at most stay unobserved: a wallet may have its reasons. */
  staysUnseen?: true
}

/** The check that a misbehaviour targets. */
export function checkIdOf({ id }: { id: string }): string {
  return id.split('~')[0] ?? id
}

/**
 * Whether a value contains everything needed: each member of an object, and a distinct element for each needed array
 * element. Ignores anything else in the value.
 */
export function covers(there: unknown, needed: unknown): boolean {
  if (Array.isArray(needed)) {
    if (!Array.isArray(there)) return false
    const left: unknown[] = [...there]
    return needed.every((element) => {
      const at = left.findIndex((one) => covers(one, element))
      if (at !== -1) left.splice(at, 1)
      return at !== -1
    })
  }
  if (!isObject(needed)) return there === needed
  return isObject(there) && Object.entries(needed).every(([name, value]) => covers(there[name], value))
}

/** Parameters of a form, in order. */
export type Form = [name: string, value: string][]

/** Removes every value of a parameter. */
export const drop = (form: Form, name: string): void => {
  form.splice(0, form.length, ...form.filter(([given]) => given !== name))
}

/** Sets a parameter to one value. */
export const put = (form: Form, name: string, value: string): void => {
  drop(form, name)
  form.push([name, value])
}

/** Names one credential configuration in `authorization_details`. OID4VCI-1FINAL-5.1.1 */
export const putDetails = (form: Form, configurationId: string | null): void =>
  put(
    form,
    'authorization_details',
    JSON.stringify([{ type: 'openid_credential', credential_configuration_id: configurationId }]),
  )

/**
 * Differences between a service's response to a misbehaviour and the documentation, one sentence each; empty if there
 * are none. Compares the response to the first affected request, and how the run ended.
 * @param end - how a run with this misbehaviour should end
 */
export function surprisesOf<End extends string>(
  misbehaviour: MisbehaviourHead<End>,
  end: End,
  { outcome, log }: { outcome: End; log: readonly WalletExchange[] },
): string[] {
  const { expect } = misbehaviour
  const touched = log.find(({ misbehaved }) => misbehaved)
  if (touched === undefined) return ['The wallet did nothing wrong.']
  const answer = readJsonObject(touched.answerBody)
  const found: string[] = []
  const say = (what: string, expected: unknown, seen: unknown): void => {
    found.push(`${what}: expected ${String(expected)}, seen ${String(seen)}.`)
  }
  if (outcome !== end) say('Outcome', end, outcome)
  if (expect === 'accepted') {
    if (touched.status === null || touched.status >= 400) say('Response', 'success', touched.status)
    return found
  }
  if (touched.status !== expect.status) say('Status', expect.status, touched.status)
  if (expect.error !== undefined && answer?.error !== expect.error) say('Error code', expect.error, answer?.error)
  const decidedBy = misbehaviour.decidedBy ?? checkIdOf(misbehaviour)
  if (typeof answer?.error_uri === 'string' && !answer.error_uri.endsWith(`/${decidedBy}`))
    say('Link', decidedBy, answer.error_uri)
  return found
}
