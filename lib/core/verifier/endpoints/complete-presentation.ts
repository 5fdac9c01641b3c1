import { bind, recordProfile } from '../../engine/checks/evaluate'
import { type Decision, judged } from '../../engine/endpoints/endpoint'
import { refusalOf, refusalUri } from '../../engine/endpoints/refusal'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { type Exchange, headerValue, listHeader, type Reply } from '../../shared/http/exchange'
import { readParameters } from '../../shared/http/read-form'
import { jsonReply, textReply } from '../../shared/http/reply'
import { prefers } from '../../shared/http/request-headers'
import { digestOf } from '../../shared/ports/digests'
import { ProtocolError } from '../../shared/ports/errors'
import type { PresentationSession } from '../../shared/ports/store-types'
import { redirectChecks } from '../checks/redirect'
import { carriesBrowserMark, type RedirectReading, redirectHistory } from '../read/redirect'
import { pathSession, sessionNotFound } from './verifier-session-endpoints'

type Reading = RedirectReading | null

const checks = bind(redirectChecks, (reading: Reading) => reading)

/** HAIP checks refuse only in sessions that claim the profile. */
const checksOf = (reading: RedirectReading) =>
  reading.session.options.profile === 'haip' ? checks : recordProfile('haip', checks)

/**
 * `GET /openid4vp/sessions/{id}/complete`: where the browser continues after a response. The code in its query belongs
 * to one response; the page may be reloaded. It only informs a person; the results are in the session.
 * @see OID4VP-1FINAL-8.2, HAIP-5.1
 */
export const completePresentationEndpoint = judged<Reading>({
  read: async (context) => {
    const session = await pathSession(context)
    return session && readRedirect(session, context)
  },
  checks: (reading) => (reading === null ? [] : checksOf(reading)),
  decide: (reading, findings, context) => {
    const { exchange } = context
    if (reading === null) return refused(sessionNotFound(), { status: 404, reading, exchange })
    const refusal = refusalOf(findings, checksOf(reading))
    if (refusal !== null) {
      const uri = { error_uri: refusalUri(context.settings.baseUrl, refusal) }
      return refused(new ProtocolError(refusal.error, refusal.description, uri), { status: 400, reading, exchange })
    }
    const { history, now, code } = reading
    if (history.returnedAt === null || code === 'absent' || code === 'wrong')
      return refused(new ProtocolError('invalid_request', 'Nobody was sent to this address.'), {
        status: 400,
        reading,
        exchange,
      })
    if (code === 'repeated') return welcomed(reading, repeated, [])
    if (history.endsAt !== null && history.endsAt <= now) {
      const description = 'It is too late to return to this session: create a new one.'
      return refused(new ProtocolError('session_expired', description), { status: 400, reading, exchange })
    }
    const digest = digestOf(
      readParameters(context.exchange.query ?? '').get('response_code') ?? '',
      context.ports.sha256,
    )
    return welcomed(reading, first, [{ type: 'consume', kind: 'response_code', digest }])
  },
})

const first = {
  title: 'You can go back',
  text: 'Your wallet’s response has arrived. You can close this page.',
}
const repeated = {
  title: 'You have been here already',
  text: 'Your wallet’s response arrived earlier, and this page was opened then. You can close it.',
}

function welcomed(
  { session }: RedirectReading,
  words: { readonly title: string; readonly text: string },
  effects: Decision['effects'],
): Decision {
  return {
    reply: completePage(words),
    sessionId: session.sessionId,
    events: effects.length === 0 ? [] : [{ type: 'vp_redirect_followed', detail: {} }],
    effects,
  }
}

interface Refusal {
  readonly status: 400 | 404
  readonly reading: Reading
  readonly exchange: Exchange
}

/** A page for a person, an error for a program, with the same status. */
const refused = ({ code, description, members }: ProtocolError, { status, reading, exchange }: Refusal): Decision => ({
  reply: isPageLoad(exchange)
    ? completePage({ title: notTaken[code] ?? 'This link does not work', text: description }, status)
    : jsonReply(status, { error: code, error_description: description, ...members }),
  sessionId: reading?.session.sessionId ?? null,
  events: [],
  effects: [],
})

const notTaken: Readonly<Record<string, string>> = {
  session_expired: 'You came too late',
  session_not_found: 'There is no such session',
}

/**
 * Whether a browser loads the URL as a page. Old browsers lack this header but request HTML.
 * https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
 */
export function isPageLoad(exchange: Exchange): boolean {
  const destination = headerValue(exchange, 'sec-fetch-dest')
  return destination === null
    ? prefers(headerValue(exchange, 'accept'), 'text/html', 'application/json')
    : destination === 'document'
}

/** Plain text of the page. */
interface PageWords {
  readonly title: string
  readonly text: string
}

/**
 * The page shown after the wallet: self-contained, in the site's colours. Neither referrer nor script leaks its URL,
 * which contains the code.
 */
export const completePage = ({ title, text }: PageWords, status = 200): Reply =>
  textReply(status, 'text/html; charset=utf-8', html({ title, text }), [
    ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"],
    ['Referrer-Policy', 'no-referrer'],
  ])

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const html = ({ title, text }: PageWords): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)} | Wallet Capture</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 16px; box-sizing: border-box;
  background: light-dark(#f6f6f3, #101210); color: light-dark(#191b18, #eceee9);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 28rem; padding: 24px; border-radius: 6px; border: 1px solid light-dark(#e2e3dc, #292d29);
  background: light-dark(#ffffff, #171917); }
h1 { margin: 0 0 8px; font-size: 1.3333rem; line-height: 1.3; letter-spacing: -0.01em; }
p { margin: 0; color: light-dark(#4b4f48, #b9beb5); }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</main>
</body>
</html>
`

/** Reads a visit to the `redirect_uri`; never throws on bad input. OID4VP-1FINAL-8.2 */
async function readRedirect(session: PresentationSession, context: RequestContext): Promise<RedirectReading> {
  const { exchange, ports } = context
  const query = readParameters(exchange.query ?? '')
  const sent = query.get('response_code')
  const known = sent === null ? null : await ports.store.oneTimeValue('response_code', digestOf(sent, ports.sha256))
  const own = known?.sessionId === session.sessionId ? known : null
  const names = query.pairs.map(([name]) => name)
  return {
    session,
    now: exchange.at,
    history: redirectHistory(session, await ports.store.events(session.sessionId), exchange.at),
    code: sent === null ? 'absent' : own === null ? 'wrong' : own.consumedAt === null ? 'right' : 'repeated',
    surplus: [...new Set([...names.filter((name) => name !== 'response_code'), ...query.duplicates])],
    accept: listHeader(exchange, 'accept'),
    fetchMode: headerValue(exchange, 'sec-fetch-mode'),
    sameBrowser: carriesBrowserMark(exchange, session.sessionId, ports.keyedHash),
  }
}
