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
