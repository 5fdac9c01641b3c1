import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import { readJsonText } from '../../shared/http/read-json'
import { isObject } from '../../shared/values/json'
import type { NotificationReading } from '../read/notification'
import type { AccessTokenReading } from '../read/oauth/read-access-token'
import { goodCredentialReading } from './credential.examples'

const { accessToken, dpop, now } = goodCredentialReading

const raw = (text: string, change: Partial<NotificationReading> = {}): NotificationReading => {
  const json = readJsonText(text)
  const request = json.ok && isObject(json.value) ? json.value : null
  return {
    now,
    session: null,
    accessToken,
    dpop,
    mediaType: 'application/json',
    json,
    request,
    id: request?.notification_id === 'ours' ? 'known' : 'absent',
    event: request?.event,
    description: request?.event_description,
    earlier: 0,
    ...change,
  }
}
const body = (change: object, rest: Partial<NotificationReading> = {}): NotificationReading =>
  raw(JSON.stringify({ notification_id: 'ours', event: 'credential_accepted', ...change }), rest)
const good = body({})
const access = (change: Partial<AccessTokenReading>): NotificationReading => ({
  ...good,
  accessToken: { ...accessToken, ...change },
})

export const notificationExamples: ExamplesById<NotificationReading> = {
  'vci.notification.token': {
    pass: [good],
    violated: [
      access({ state: 'absent' }),
      ...(['malformed', 'bad_signature', 'unknown', 'other_issuer', 'expired', 'revoked'] as const).map((state) =>
        access({ state }),
      ),
      access({ inQuery: true }),
      access({ inBody: true }),
      access({ headerCount: 2 }),
    ],
    notApplicable: alwaysJudged,
  },
  'vci.notification.wellformed': {
    pass: [
      good,
      body({ event: 'credential_failure', event_description: 'Out of storage.' }),
      body({ event: 'credential_deleted', event_description: '' }),
      body({ notification_id: 'other' }, { id: 'unjudged' }),
    ],
    violated: [
      body({ notification_id: 'other' }, { id: 'unknown' }),
      body({ notification_id: undefined }),
      body({ notification_id: undefined, notificationId: 'ours' }),
      body({ notification_id: 7 }),
      raw('notification_id=x'),
      raw(`${'['.repeat(50)}${']'.repeat(50)}`),
      raw(`[${'0,'.repeat(10_001)}0]`),
      body({ event: 'stored' }),
      body({ event: 'CREDENTIAL_ACCEPTED' }),
      body({ notification_id: undefined, id: 'ours', event: 'CREDENTIAL_ACCEPTED', eventDescription: 'ok' }),
      body({ event: undefined }),
      body({ event_description: 'a "quoted" word' }),
      body({ event_description: 'Größe' }),
      body({ event_description: 7 }),
      body({}, { mediaType: 'text/plain' }),
      raw('[]'),
      raw(''),
      raw('{"notification_id":"ours","event":"x","event":"credential_accepted"}'),
    ],
    notApplicable: alwaysJudged,
  },
  'vci.notification.unknown_members': {
    pass: [good],
    violated: [body({ reason: 'x' })],
    notApplicable: [raw('[]')],
  },
}
