import 'server-only'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import type { Misbehaviour } from '@/lib/wallet/misbehaviours/misbehaviour'
import { misbehaviours } from '@/lib/wallet/misbehaviours/registry'

/** A fault of the reference wallet, as a form offers it. */
export interface MisbehaviourChoice {
  readonly id: string
  readonly title: string
}

/** Members of a session request that the start page can set; a fault that needs others is not offered. */
const settable = new Set(['dpop_nonce', 'scheme'])

const isSingleRun = ({ needs }: Misbehaviour): boolean =>
  (needs?.runs ?? 1) === 1 && Object.keys(needs?.sessionOptions ?? {}).every((name) => settable.has(name))

const toChoice = ({ id, title }: Misbehaviour): MisbehaviourChoice => ({ id, title })

/** Every fault that one session can show, in the order of a flow. */
export const allMisbehaviours = (): MisbehaviourChoice[] => misbehaviours.filter(isSingleRun).map(toChoice)

type SessionKind = Pick<IssuanceSessionView, 'issuer_configuration_id' | 'flow' | 'credential_offer_mode' | 'options'>

/** The faults that can show in this session. */
export function misbehavioursFor(session: SessionKind): MisbehaviourChoice[] {
  const fits = ({ needs }: Misbehaviour) =>
    (needs?.issuer ?? session.issuer_configuration_id) === session.issuer_configuration_id &&
    (needs?.flow ?? session.flow) === session.flow &&
    (needs?.offerMode ?? session.credential_offer_mode) === session.credential_offer_mode &&
    Object.entries(needs?.sessionOptions ?? {}).every(([name, value]) => session.options[name] === value)
  return misbehaviours.filter((one) => isSingleRun(one) && fits(one)).map(toChoice)
}

/** What a session request must hold for a fault to show; `null` when no fault has this id. */
export function sessionRequestFor(misbehaviourId: string): Record<string, unknown> | null {
  const needs = misbehaviours.find(({ id }) => id === misbehaviourId)
  if (needs === undefined) return null
  const { issuer, flow, offerMode, sessionOptions } = needs.needs ?? {}
  return {
    ...(issuer === undefined ? {} : { issuer_configuration_id: issuer }),
    ...(flow === undefined ? {} : { flow }),
    ...(offerMode === undefined ? {} : { credential_offer_mode: offerMode }),
    ...sessionOptions,
  }
}
