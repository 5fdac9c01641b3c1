import 'server-only'
import { checkById } from '@/lib/core/checks/registry'
import type { PresentationSessionView } from '@/lib/core/evidence/presentation/presentation-types'
import { checkIdOf } from '@/lib/wallet/misbehaviours/fault'
import {
  type PresentationMisbehaviour,
  type PresentationNeeds,
  sessionRequestOf,
} from '@/lib/wallet/misbehaviours/presentation/misbehaviour'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/presentation/registry'
import type { MisbehaviourChoice } from './misbehaviours'

/** False for a fault that no check notices yet, for a run with it would look clean, and for one that takes several runs. */
const isOffered = (one: PresentationMisbehaviour): boolean =>
  (one.needs?.runs ?? 1) === 1 && checkById(checkIdOf(one)) !== null

const toChoice = ({ id, title }: PresentationMisbehaviour): MisbehaviourChoice => ({ id, title, issuer: null })

/** Every fault that one presentation can show, in the order of a flow; a session is made for it. */
export const allPresentationMisbehaviours = (): MisbehaviourChoice[] =>
  presentationMisbehaviours.filter(isOffered).map(toChoice)

type Asked = Pick<
  PresentationSessionView,
  'request_uri_method' | 'request_delivery' | 'response_mode' | 'response_type' | 'authorization_request'
>

/** The faults that can show in this session: those that need no other request than it sends. */
export function presentationMisbehavioursFor(session: Asked): MisbehaviourChoice[] {
  const fits = ({ needs = {} }: PresentationMisbehaviour) =>
    session.response_type === 'vp_token' &&
    (needs.method ?? 'get') === session.request_uri_method &&
    (needs.delivery ?? 'by_reference') === session.request_delivery &&
    (needs.responseMode ?? 'direct_post.jwt') === session.response_mode &&
    asksFor(needs, session)
  return presentationMisbehaviours.filter((one) => isOffered(one) && fits(one)).map(toChoice)
}

/** True when a session asks what a fault needs to be asked. Of other members nobody can say whether they are as needed. */
const asksFor = ({ sessionOptions = {} }: PresentationNeeds, { authorization_request }: Asked): boolean =>
  Object.entries(sessionOptions).every(
    ([name, value]) =>
      name === 'dcql_query' && JSON.stringify(value) === JSON.stringify(authorization_request.dcql_query),
  )

/** What a session request must hold for a fault to show; `null` when no fault has this id. */
export function presentationRequestFor(misbehaviourId: string): Record<string, unknown> | null {
  const found = presentationMisbehaviours.find(({ id }) => id === misbehaviourId)
  return found === undefined ? null : sessionRequestOf(found.needs ?? {})
}
