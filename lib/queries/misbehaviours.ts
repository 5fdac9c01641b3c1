import 'server-only'
import { checkById } from '@/lib/core/checks/registry'
import type { IssuanceSessionView } from '@/lib/core/evidence/session-view'
import { issuerConfigurations } from '@/lib/core/issuers'
import { checkIdOf } from '@/lib/wallet/misbehaviours/fault'
import type { Misbehaviour } from '@/lib/wallet/misbehaviours/issuance/misbehaviour'
import { misbehaviours } from '@/lib/wallet/misbehaviours/issuance/registry'

/** A fault of the reference wallet, as a form offers it. */
export interface MisbehaviourChoice {
  readonly id: string
  readonly title: string
  /** Issuer that the fault needs, where it is another one than a session has unless told. */
  readonly issuer: string | null
}

/** Members of a session request that are set with a fault of the wallet; one that needs others is not offered. */
const settable = new Set(['dpop_nonce', 'scheme', 'fault', 'settle_seconds'])

const isSingleRun = ({ needs }: Misbehaviour): boolean =>
  (needs?.runs ?? 1) === 1 && Object.keys(needs?.sessionOptions ?? {}).every((name) => settable.has(name))

/** False while no check notices the fault: a run with it would look clean. */
const isNoticed = (one: Misbehaviour): boolean => checkById(checkIdOf(one)) !== null

const isOffered = (one: Misbehaviour): boolean => isSingleRun(one) && isNoticed(one)

/** Every fault that one session can show, in the order of a flow; a session is made for it. */
export const allMisbehaviours = (): MisbehaviourChoice[] =>
  misbehaviours.filter(isOffered).map(({ id, title, needs }) => {
    const issuer = needs?.issuer ?? null
    return { id, title, issuer: issuer === issuerConfigurations[0].id ? null : issuer }
  })

type SessionKind = Pick<IssuanceSessionView, 'issuer_configuration_id' | 'flow' | 'credential_offer_mode' | 'options'>

/** The faults that can show in this session; its issuer stays. */
export function misbehavioursFor(session: SessionKind): MisbehaviourChoice[] {
  const fits = ({ needs }: Misbehaviour) =>
    (needs?.issuer ?? session.issuer_configuration_id) === session.issuer_configuration_id &&
    (needs?.flow ?? session.flow) === session.flow &&
    (needs?.offerMode ?? session.credential_offer_mode) === session.credential_offer_mode &&
    Object.entries(needs?.sessionOptions ?? {}).every(([name, value]) => session.options[name] === value)
  return misbehaviours
    .filter((one) => isOffered(one) && fits(one))
    .map(({ id, title }) => ({ id, title, issuer: null }))
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
