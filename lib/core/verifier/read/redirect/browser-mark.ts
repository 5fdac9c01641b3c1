import { type Exchange, headerValue } from '../../../ground/http/exchange'
import type { SessionId } from '../../../ground/ports/ids'
import type { KeyedHash } from '../../../ground/ports/ports'
import { toBase64url } from '../../../ground/values/base64url'

/** Cookie that marks the browser in which a session was created. */
export const browserMarkName = 'presentation_browser'

/** The cookie's value for a session; nobody else can compute it. */
export const browserMark = (sessionId: SessionId, keyedHash: KeyedHash): string =>
  toBase64url(keyedHash('presentation-browser', sessionId))

/** Whether a request carries the cookie of this session; `null` if it carries no such cookie. */
export function carriesBrowserMark(exchange: Exchange, sessionId: SessionId, keyedHash: KeyedHash): boolean | null {
  const cookies = (headerValue(exchange, 'cookie') ?? '').split(/;\s*/)
  const marks = cookies.flatMap((cookie) =>
    cookie.startsWith(`${browserMarkName}=`) ? [cookie.slice(browserMarkName.length + 1)] : [],
  )
  return marks.length === 0 ? null : marks.includes(browserMark(sessionId, keyedHash))
}
