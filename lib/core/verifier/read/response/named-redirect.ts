import type { Ports } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { toBase64url } from '../../../shared/values/base64url'

/** Bytes of the code: 128 bits. */
const codeBytes = 16

/** What stands for the address of this service in a `redirect_uri`. */
export const baseUrlTemplate = '{{base_url}}'

/** The code of a session whose tester named the address: the creation tells it already. OID4VP-1FINAL-13.3 */
export const namedCode = ({ sessionId }: PresentationSession, { keyedHash }: Pick<Ports, 'keyedHash'>): string =>
  toBase64url(keyedHash('redirect-code', sessionId).slice(0, codeBytes))

/** The address that the tester named, with its code. */
export function namedRedirect(
  session: PresentationSession,
  { settings, ports }: { readonly settings: { readonly baseUrl: string }; readonly ports: Pick<Ports, 'keyedHash'> },
): string {
  const url = new URL((session.options.redirect_uri ?? '').replaceAll(baseUrlTemplate, settings.baseUrl))
  url.searchParams.set('response_code', namedCode(session, ports))
  return url.href
}
