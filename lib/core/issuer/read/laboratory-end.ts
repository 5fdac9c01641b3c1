import type { Laboratory } from '../../ground/ports/laboratory'
import type { StoredEvent } from '../../ground/ports/store-types'
import type { EpochMillis } from '../../ground/time/time'

/** When the issuer of a session ends, or ended: it may have made room for another one before its time. */
export const laboratoryEnd = (
  { until }: Pick<Laboratory, 'until'>,
  events: readonly Pick<StoredEvent, 'type' | 'at'>[],
): EpochMillis => events.find(({ type }) => type === 'laboratory_made_room')?.at ?? until
