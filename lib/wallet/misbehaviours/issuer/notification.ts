import type { JsonObject } from '../../json'
import { randomText } from '../../run'
import type { Misbehaviour, PatchContext } from './misbehaviour'

/** The credential is already stored, whatever the issuer answers to the notification. */
const stored = { ends: 'credential_stored' } as const

const inNotification = (
  id: string,
  title: string,
  expect: Misbehaviour['expect'],
  change: (notification: JsonObject, context: PatchContext) => void,
): Misbehaviour => ({ id, title, expect, ...stored, patchNotification: { at: 'notification', change } })

const invalidRequest = { status: 400, error: 'invalid_notification_request' }

/** Rules for the notification endpoint. OID4VCI-1FINAL-11 */
export const notificationMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.notification.sent',
    title: 'Does not say whether it accepted the credential',
    expect: 'accepted',
    staysUnseen: true,
    skip: 'notification',
  },
  inNotification('vci.notification.wellformed', 'Notifies of an undefined event', invalidRequest, (body) => {
    body.event = 'stored'
  }),
  inNotification(
    'vci.notification.wellformed~id',
    'Notifies under an id that it was never given',
    { status: 400, error: 'invalid_notification_id' },
    (body, { random }) => {
      body.notification_id = randomText({ random }, 32)
    },
  ),
  inNotification(
    'vci.notification.wellformed~description',
    'Describes the event with a quotation mark',
    invalidRequest,
    (body) => {
      body.event_description = 'stored in "wallet"'
    },
  ),
  {
    id: 'vci.notification.token',
    title: 'Notifies with an access token that the issuer never gave',
    expect: { status: 401, error: 'invalid_token' },
    ...stored,
    outsideSession: true,
    patchFacts: {
      at: 'notification',
      change: (facts, { random }) => {
        facts.accessToken = randomText({ random }, 32)
      },
    },
  },
  inNotification(
    'vci.notification.unknown_members',
    'Sends an undefined member in the notification',
    'accepted',
    (body) => {
      body.a_member_nobody_defined = true
    },
  ),
]
