import 'server-only'
import { shared } from '@/lib/server/pages/shared'
import { checkIdOf, type MisbehaviourHead } from '@/lib/wallet/misbehaviours/misbehaviour'

/** A misbehaviour of the reference wallet, as the page of a run shows it. */
export interface KnownMisbehaviour {
  readonly id: string
  /** What the wallet does wrong; the id for a misbehaviour that this version no longer has. */
  readonly title: string
  /** The check that should notice it. */
  readonly checkId: string
  /** Other checks that necessarily fail too. */
  readonly alsoFails: readonly string[]
  /** The misbehaviour only leaves the check unobserved, as intended. */
  readonly staysUnseen: boolean
  /** The request does not say which session it belongs to, so nothing may show there. */
  readonly outsideSession: boolean
}

type Head = Pick<
  MisbehaviourHead<unknown>,
  'id' | 'title' | 'alsoFails' | 'decidedBy' | 'staysUnseen' | 'outsideSession'
>

const heads = (): readonly Head[] => [...shared().misbehaviours.issuance, ...shared().misbehaviours.presentation]

/** The misbehaviour with this id, even if it no longer exists: evidence outlives code. */
export function misbehaviourById(id: string): KnownMisbehaviour {
  const head = heads().find((one) => one.id === id)
  return {
    id,
    title: head?.title ?? id,
    checkId: checkIdOf({ id }),
    alsoFails: [...(head?.alsoFails ?? []), ...(head?.decidedBy === undefined ? [] : [head.decidedBy])],
    staysUnseen: head?.staysUnseen ?? false,
    outsideSession: head?.outsideSession ?? false,
  }
}
