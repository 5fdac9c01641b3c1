import type { ExchangeId } from '../../../ground/ports/ids'
import type { KeyedHash } from '../../../ground/ports/ports'
import type { StoredEvent } from '../../../ground/ports/store-types'
import { toBase64url } from '../../../ground/values/base64url'

/** The `notification_id` of a credential response: derived from its exchange, never stored. OID4VCI-1FINAL-8.3 */
export const notificationId = (exchange: ExchangeId, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('notification_id', exchange))

/** True if the events show a credential response of this session with this id. */
export const isNotificationIdOf = (id: string, events: readonly StoredEvent[], keyedHash: KeyedHash): boolean =>
  events.some(
    ({ type, exchangeId }) =>
      type === 'credential_issued' && exchangeId !== null && notificationId(exchangeId, keyedHash) === id,
  )
