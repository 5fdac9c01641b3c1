import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import { digestRow } from '../../engine/endpoints/one-time'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { unitLists } from '../configurations/laboratory/wallet-unit-lists'
import type { UnitStatusReading } from '../read/wallet-unit/unit-status'

/** Events of a unit that turned out to be revoked: all its credentials are revoked too. TS3-2.4.3 */
export const unitRevokedEvents = (by: 'list' | 'tester' | 'recheck', credentials: number): EventDraft[] => [
  { type: 'wallet_unit_revoked', detail: { by, credentials } },
  ...(credentials === 0
    ? []
    : [{ type: 'status_changed', detail: { all: 'invalid', count: credentials } } satisfies EventDraft]),
]

/** Events of what an issuer read before it answered. */
export function unitStatusEvents(reading: UnitStatusReading | null): EventDraft[] {
  if (reading === null) return []
  const { results, unitRevoked, keysRevoked, credentials } = reading
  const learned = (results[1] === 'invalid' && !unitRevoked) || (results[2] === 'invalid' && !keysRevoked)
  return [
    ...unitLists.flatMap((list): EventDraft[] => {
      const { [list]: result } = results
      return result === undefined ? [] : [{ type: 'wallet_unit_checked', detail: { list, result } }]
    }),
    ...(learned ? unitRevokedEvents('list', credentials) : []),
  ]
}

/** Remembers which entries the wallet of a session uses, as keyed digests. */
export const unitStatusEffects = (reading: UnitStatusReading | null, context: IssuerContext): DecidedEffect[] => {
  const { session } = context.issuer
  if (reading === null || session === null) return []
  return reading.entries.map(({ digest, list, ofList }) => ({
    type: 'remember',
    value: digestRow(context, {
      kind: 'wallet_unit_entry',
      digest,
      sessionId: reading.sessionId,
      expiresAt: session.laboratory?.until ?? session.expiresAt,
      data: { list, own: ofList !== null, ...(ofList === null ? {} : { of_list: ofList }) },
    }),
  }))
}
