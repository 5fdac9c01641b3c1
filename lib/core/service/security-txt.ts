import { plain } from '../engine/endpoints/endpoint'
import { textReply } from '../ground/http/reply'
import { ProtocolError } from '../ground/ports/errors'
import { addSeconds, type EpochMillis, startOfDay, toIso } from '../ground/time/time'

/** How long a reader may keep it: less than a year. RFC 9116 section 2.5.5 */
const validDays = 180

/** The fields of the file, one a line: who takes reports, and until when this is true. RFC 9116 section 2.5 */
export function securityTxt({
  contact,
  baseUrl,
  at,
}: {
  readonly contact: string
  readonly baseUrl: string
  readonly at: EpochMillis
}): string {
  const expires = addSeconds(startOfDay(at), validDays * 86_400)
  return [
    `Contact: ${contact}`,
    `Expires: ${toIso(expires)}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** `GET /.well-known/security.txt`: 404 where the operator named no contact. RFC 9116 section 3 */
export const getSecurityTxt = plain(async ({ ports, settings }) => {
  const { securityContact, baseUrl } = settings
  if (securityContact === undefined)
    throw new ProtocolError('not_found', 'The operator of this service has named no contact (SECURITY_CONTACT).')
  const text = securityTxt({ contact: securityContact, baseUrl, at: ports.now() })
  return { reply: textReply(200, 'text/plain; charset=utf-8', text) }
})
