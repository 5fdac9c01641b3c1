import { createServer, type Server, type ServerResponse } from 'node:http'
import { escapeHtml as escaped } from '@/lib/core/shared/values/escape'
import { trustSteps, trustWarning } from '@/lib/phone/trust-steps'
import { lateCheckMillis } from '../basics/limits'
import type { Container } from '../container'
import { boundConnections } from '../guard/bound-connections'

/**
 * The server that gives the test root to phones, over plain http because they do not trust our https yet. It serves the
 * certificate and the steps, and knows nothing about sessions. `null` if it is not configured.
 */
export function openRootPage({ phone, keyStore, protocolSettings }: RootPageParts): Server | null {
  if (phone.rootPageUrl === null) return null
  const pages: Readonly<Record<string, readonly [type: string, body: string | Uint8Array]>> = {
    '/': ['text/html; charset=utf-8', rootPageHtml(protocolSettings.baseUrl, phone.rootFingerprint)],
    '/root-ca.cer': ['application/x-x509-ca-cert', keyStore.rootDer()],
    '/root-ca.pem': ['application/x-pem-file', keyStore.rootPem()],
  }
  const timeouts = { requestTimeout: 10_000, headersTimeout: 5_000, connectionsCheckingInterval: lateCheckMillis }
  const server = createServer({ maxHeaderSize: 8192, ...timeouts }, (request, response) => {
    request.resume()
    const [path = ''] = (request.url ?? '').split('?')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      answer(response, 405, 'text/plain; charset=utf-8', 'This page is read-only.\n')
      return
    }
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (page === undefined) answer(response, 404, 'text/plain; charset=utf-8', 'Only / and /root-ca.cer exist here.\n')
    else answer(response, 200, ...page)
  })
  boundConnections(server, { max: connectionsMax })
  return server
}

/** Each phone requests one page and one file. */
const connectionsMax = 64

type RootPageParts = {
  readonly phone: Container['phone']
  readonly keyStore: Pick<Container['keyStore'], 'rootDer' | 'rootPem'>
  readonly protocolSettings: Pick<Container['protocolSettings'], 'baseUrl'>
}

function answer(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    Connection: 'close',
  })
  response.end(bytes)
}

/** The page itself. It needs no script and loads nothing. */
function rootPageHtml(baseUrl: string, fingerprint: string): string {
  const platforms = trustSteps.map(
    ({ platform, steps, limit, undo }) =>
      `<section><h2>${escaped(platform)}</h2><ol>${steps.map((step) => `<li>${escaped(step)}</li>`).join('')}</ol>` +
      `<p>${escaped(limit)}</p><p>To undo: ${escaped(undo)}</p></section>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trust the test root · Wallet Capture</title>
<style>
:root{color-scheme:light dark;background:Canvas;color:CanvasText;font:17px/1.5 system-ui,sans-serif}
main{max-width:38rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.5rem;line-height:1.2}h2{font-size:1.15rem;margin-top:2rem}
a.go{display:block;color:inherit;margin:1rem 0;padding:.8rem 1rem;border:2px solid;border-radius:6px;text-align:center;font-weight:600}
.risk{border:2px solid;border-radius:6px;padding:.6rem 1rem}
code{overflow-wrap:anywhere;font-size:.85rem}li{margin:.4rem 0}
</style>
<main>
<h1>Trust the test root of Wallet Capture</h1>
<p>So that this phone trusts <code>${escaped(baseUrl)}</code>.</p>
<p class="risk"><strong>Before you do:</strong> ${escaped(trustWarning)}</p>
<a class="go" href="/root-ca.cer">root-ca.cer</a>
<p>This page was sent without encryption, so compare the SHA-256 fingerprint on the phone with the one that
<code>npm start</code> and the page <code>/phone</code> show on the computer.</p>
<p><code>${escaped(fingerprint)}</code></p>
${platforms.join('\n')}
<h2>Then</h2>
<a class="go" href="${escaped(baseUrl)}">Open the service</a>
<p>If the browser shows no warning, the certificate is trusted.</p>
</main>
</html>
`
}
