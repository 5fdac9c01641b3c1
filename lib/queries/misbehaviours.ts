import 'server-only'
import { issuerConfigurations } from '@/lib/core/issuer/configurations'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { shared } from '@/lib/server/pages/shared'
import type { Misbehaviour } from '@/lib/wallet/misbehaviours/issuer/misbehaviour'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import { hasCheck } from './findings'

const registered = (): readonly Misbehaviour[] => shared().misbehaviours.issuance

/** A misbehaviour of the reference wallet, as offered in a form. */
export interface MisbehaviourChoice {
  readonly id: string
  readonly title: string
  /** The issuer that the misbehaviour needs, if it is not the default. */
  readonly issuer: string | null
}

/** Members of a session request that a misbehaviour may set; one that needs others is not offered. */
const settable = new Set(['dpop_nonce', 'scheme', 'fault', 'settle_seconds'])

const isSingleRun = ({ needs }: Misbehaviour): boolean =>
  (needs?.runs ?? 1) === 1 && Object.keys(needs?.sessionOptions ?? {}).every((name) => settable.has(name))

/** False while no check notices the misbehaviour: a run with it would look clean. */
const isNoticed = (one: Misbehaviour): boolean => hasCheck(checkIdOf(one))

/** One that needs an https address shows nothing at an installation without one. */
const isOffered = (one: Misbehaviour): boolean => isSingleRun(one) && isNoticed(one) && one.needs?.https === undefined

/** Every misbehaviour that one session can show, in flow order; a session is created for it. */
export const allMisbehaviours = (): MisbehaviourChoice[] =>
  registered()
    .filter(isOffered)
    .map(({ id, title, needs }) => {
      const issuer = needs?.issuer ?? null
      return { id, title, issuer: issuer === issuerConfigurations[0].id ? null : issuer }
    })

/** The misbehaviour that falls for a fault and shows in one run; `null` for a fault that none falls for. */
export function carelessWallet(fault: string): Pick<Misbehaviour, 'id' | 'title'> | null {
  return registered().find((one) => isOffered(one) && one.needs?.sessionOptions?.fault === fault) ?? null
}

type SessionKind = Pick<IssuanceSessionView, 'issuer_configuration_id' | 'flow' | 'credential_offer_mode' | 'options'>

/** The misbehaviours that can show in this session; its issuer stays. */
export function misbehavioursFor(session: SessionKind): MisbehaviourChoice[] {
  const fits = ({ needs }: Misbehaviour) =>
    (needs?.issuer ?? session.issuer_configuration_id) === session.issuer_configuration_id &&
    (needs?.flow ?? session.flow) === session.flow &&
    (needs?.offerMode ?? session.credential_offer_mode) === session.credential_offer_mode &&
    Object.entries(needs?.sessionOptions ?? {}).every(([name, value]) => session.options[name] === value)
  return registered()
    .filter((one) => isOffered(one) && fits(one))
    .map(({ id, title }) => ({ id, title, issuer: null }))
}

/** What a session request must contain for a misbehaviour to show; `null` if none has this id. */
export function sessionRequestFor(misbehaviourId: string): Record<string, unknown> | null {
  const needs = registered().find(({ id }) => id === misbehaviourId)
  if (needs === undefined) return null
  const { issuer, flow, offerMode, sessionOptions } = needs.needs ?? {}
  return {
    ...(issuer === undefined ? {} : { issuer_configuration_id: issuer }),
    ...(flow === undefined ? {} : { flow }),
    ...(offerMode === undefined ? {} : { credential_offer_mode: offerMode }),
    ...sessionOptions,
  }
}
