import { annexCMisbehaviours } from './annex-c'
import { dcApiMisbehaviours } from './dc-api'
import { dcRefusalMisbehaviours } from './dc-refusal'
import { dcqlMisbehaviours } from './dcql'
import { encryptionMisbehaviours } from './encryption'
import { errorMisbehaviours } from './errors'
import { idTokenMisbehaviours } from './id-token'
import { keyBindingMisbehaviours } from './key-binding'
import { mdocDeviceMisbehaviours } from './mdoc-device'
import { mdocElementMisbehaviours } from './mdoc-elements'
import { mdocIssuerMisbehaviours } from './mdoc-issuer'
import { mdocResponseMisbehaviours } from './mdoc-response'
import type { PresentationMisbehaviour } from './misbehaviour'
import { pidMisbehaviours } from './pid'
import { prefixMisbehaviours } from './prefixes'
import { refusalMisbehaviours } from './refusal'
import { requestMisbehaviours } from './request'
import { requestPostMisbehaviours } from './request-post'
import { responseMisbehaviours } from './response'
import { sdJwtMisbehaviours } from './sd-jwt'
import { transactionDataMisbehaviours } from './transaction-data'
import { trustMisbehaviours, trustRefusalMisbehaviours } from './trust'
import { vpTokenMisbehaviours } from './vp-token'

/** Every misbehaviour of the wallet while it presents, in flow order. */
export const presentationMisbehaviours: readonly PresentationMisbehaviour[] = [
  ...requestMisbehaviours,
  ...requestPostMisbehaviours,
  ...responseMisbehaviours,
  ...encryptionMisbehaviours,
  ...vpTokenMisbehaviours,
  ...dcqlMisbehaviours,
  ...sdJwtMisbehaviours,
  ...keyBindingMisbehaviours,
  ...mdocResponseMisbehaviours,
  ...mdocIssuerMisbehaviours,
  ...mdocElementMisbehaviours,
  ...mdocDeviceMisbehaviours,
  ...errorMisbehaviours,
  ...pidMisbehaviours,
  ...transactionDataMisbehaviours,
  ...idTokenMisbehaviours,
  ...refusalMisbehaviours,
  ...prefixMisbehaviours,
  ...dcRefusalMisbehaviours,
  ...dcApiMisbehaviours,
  ...annexCMisbehaviours,
  ...trustMisbehaviours,
  ...trustRefusalMisbehaviours,
]

/**
 * The misbehaviour of that name.
 *
 * @throws RangeError when there is none
 */
export function findPresentationMisbehaviour(id: string): PresentationMisbehaviour {
  const found = presentationMisbehaviours.find((entry) => entry.id === id)
  if (found === undefined) throw new RangeError(`There is no misbehaviour named ${id}`)
  return found
}
