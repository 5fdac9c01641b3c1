import { changedSentence } from '../../engine/deviations/changed-words'
import { applyMutations } from '../../shared/mutations/apply-mutations'
import type { DocumentOperation, Mutation, Placed } from '../../shared/mutations/mutation'
import { operationsOn } from '../../shared/mutations/operations-on'
import type { KeptMutations } from '../../shared/ports/session-options'
import { isObject, isSameJson, type JsonObject } from '../../shared/values/json'
import type { DocumentChange, DocumentMembers, IssuerDeviation, Parameter } from './issuer-deviation'
import { goesOnToTheEnd, goesOnWith, notifies, startsFlow } from './next-step'

/** The documents of an issuance that a tester may change, by target. */
export const issuanceTargets = [
  'offer',
  'offer_link',
  'issuer_metadata',
  'server_metadata',
  'token_response',
  'credential_response',
] as const

export type IssuanceTarget = (typeof issuanceTargets)[number]

/** Id of the deviation that a tester asked for by operations, where it is none of the named ones. */
export const changedId = 'mutations'

/** A document with the operations that apply to it; the right one, the same object, where they change nothing. */
export function changedDocument(right: JsonObject, operations: readonly Placed<DocumentOperation>[]): JsonObject {
  if (operations.length === 0) return right
  const { document } = applyMutations(right, operations)
  return isObject(document) && !isSameJson(document, right) ? (document as JsonObject) : right
}

/** Link parameters whose offer by value, if they have one, is changed by operations on the offer. */
export const linkWithOffer = (
  right: readonly Parameter[],
  onOffer: readonly Placed<DocumentOperation>[],
): readonly Parameter[] =>
  right.map(([name, value]) =>
    name === 'credential_offer' && onOffer.length > 0
      ? [name, JSON.stringify(changedDocument(JSON.parse(value) as JsonObject, onOffer))]
      : [name, value],
  )

/** Link parameters with the operations on the link, and on an offer by value in it. */
export function changedLink(right: readonly Parameter[], operations: readonly Mutation[]): readonly Parameter[] {
  const withOffer = linkWithOffer(right, operationsOn(operations, 'offer'))
  const onLink = operationsOn(operations, 'offer_link')
  if (onLink.length === 0) return withOffer
  return Object.entries(changedDocument(Object.fromEntries(withOffer), onLink)).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
}

const ofDocument =
  (operations: readonly Placed<DocumentOperation>[]): DocumentChange =>
  (right) => {
    const changed = changedDocument(right as JsonObject, operations)
    return changed === right ? null : { body: changed as DocumentMembers }
  }

/** A wallet that takes a credential response notifies, or comes back later for the credential. */
const takesResponse: IssuerDeviation['next'] = (later, changed) =>
  notifies(later, changed) ?? goesOnWith('requestDeferredCredential')(later, changed)

/** What a wallet that does not mind goes on with, after the last document that is changed. */
const goesOnAfter: Readonly<Record<IssuanceTarget, IssuerDeviation['next']>> = {
  offer: startsFlow,
  offer_link: startsFlow,
  issuer_metadata: startsFlow,
  server_metadata: startsFlow,
  token_response: goesOnWith('requestCredential'),
  credential_response: takesResponse,
}

/** What the tester expects of the wallet, as a deviation says it. */
function expectation({ expect }: KeptMutations, last: IssuanceTarget) {
  const isLast = last === 'credential_response'
  if (expect === 'refusal')
    return {
      expects: 'refusal',
      must: 'The wallet should stop: expected by the tester.',
      silence: isLast ? 'says_nothing' : 'refused',
      next: goesOnAfter[last],
    } as const
  const next = isLast ? takesResponse : goesOnToTheEnd
  if (expect === 'answer')
    return {
      expects: 'going_on',
      must: 'The wallet should get the credential: expected by the tester.',
      silence: isLast ? 'says_nothing' : 'refused',
      next,
    } as const
  return {
    expects: 'report',
    must: 'No text says what a wallet does: the session tells whether it got the credential.',
    silence: 'refused',
    next,
  } as const
}

/**
 * The deviation of a session whose tester changed its documents: no text says what a wallet does, unless the tester
 * says what to expect. Responses that do not exist before a wallet asks are changed where they are made.
 */
export function changedDeviation(kept: KeptMutations): IssuerDeviation {
  const { operations } = kept
  const on = (target: IssuanceTarget) => operationsOn(operations, target)
  const touches = (...targets: readonly IssuanceTarget[]) =>
    operations.some(({ target }) => targets.some((one) => one === target))
  const last = issuanceTargets.findLast((target) => on(target).length > 0) ?? 'offer'
  const apply = (target: IssuanceTarget) => (right: JsonObject) => changedDocument(right, on(target))
  return {
    id: changedId,
    title: `${changedSentence(kept)}.`,
    clause: 'OID4VCI-1FINAL-4.1.1',
    ...expectation(kept, last),
    waitsFrom: 'last_request',
    changes: {
      ...(touches('offer') ? { offer: apply('offer') } : {}),
      ...(touches('offer', 'offer_link')
        ? { link: (right: readonly Parameter[]) => changedLink(right, operations) }
        : {}),
      ...(touches('issuer_metadata') ? { issuerMetadata: ofDocument(on('issuer_metadata')) } : {}),
      ...(touches('server_metadata') ? { serverMetadata: ofDocument(on('server_metadata')) } : {}),
    },
  }
}
