import type { Reply } from '../../../shared/http/exchange'
import { textReply } from '../../../shared/http/reply'
import { seal, unseal } from '../../../shared/jose/jwe'
import type { KeyedHash } from '../../../shared/ports/ports'
import { authorizationCodeTtlSeconds } from '../../../shared/time/durations'
import { escapeHtml } from '../../../shared/values/escape'
import { isObject } from '../../../shared/values/json'

/** Final target of the browser, and the wallet's `state`. */
export interface WalletReturn {
  readonly redirectUri: string
  readonly state: string | null
}

/**
 * Encrypts the wallet's redirect URI and `state` for the row of a one-time handle. A `state` may be a secret, and
 * storage must hold no secret of a wallet: the key is derived from the handle, which is not stored.
 */
export const sealReturn = (
  { redirectUri, state }: WalletReturn,
  handle: string,
  keyedHash: KeyedHash,
): Promise<string> =>
  seal({ text: JSON.stringify({ redirect_uri: redirectUri, state }), key: keyedHash('seal', handle) })

/** Decrypts them; `null` if the handle does not match. */
export async function unsealReturn(
  sealed: unknown,
  handle: string,
  keyedHash: KeyedHash,
): Promise<WalletReturn | null> {
  const text = typeof sealed === 'string' ? await unseal({ sealed, key: keyedHash('seal', handle) }) : null
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || typeof value.redirect_uri !== 'string') return null
    return { redirectUri: value.redirect_uri, state: typeof value.state === 'string' ? value.state : null }
  } catch {
    return null
  }
}

/** Maximum length of the client name on the page. */
const clientIdCharactersMax = 200

/**
 * The page shown before the browser leaves for an unknown web page. It names the target and has a single link, to
 * `location`. It loads and runs nothing. RFC9700-4.11.2
 */
export function leavingPage({
  redirectUri,
  location,
  clientId,
}: {
  readonly redirectUri: string
  readonly location: string
  readonly clientId: string
}): Reply {
  const host = escapeHtml(new URL(redirectUri).host)
  const client = escapeHtml(clientId.slice(0, clientIdCharactersMax))
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>You are leaving Wallet Capture</title>
<style>
:root{color-scheme:light dark;background:Canvas;color:CanvasText;font:17px/1.5 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.5rem;line-height:1.2}
a{display:block;color:inherit;margin:1rem 0;padding:.8rem 1rem;border:2px solid;border-radius:6px;text-align:center;font-weight:600;overflow-wrap:anywhere}
code{overflow-wrap:anywhere;font-size:.9rem}
</style>
<main>
<h1>You are leaving Wallet Capture for ${host}</h1>
<p>A client that calls itself <code>${client}</code> wants your browser back at this address:</p>
<p><code>${escapeHtml(redirectUri)}</code></p>
<p>This service does not know that client. Go on if this is the wallet that you test. The link is good for
${authorizationCodeTtlSeconds} seconds; after that, start again in the wallet.</p>
<a rel="noreferrer" href="${escapeHtml(location)}">Go on to ${host}</a>
</main>
</html>
`
  return textReply(200, 'text/html; charset=utf-8', body, [
    ['Referrer-Policy', 'no-referrer'],
    [
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ],
  ])
}
