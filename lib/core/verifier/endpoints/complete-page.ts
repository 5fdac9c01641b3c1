import type { Reply } from '../../ground/http/exchange'
import { textReply } from '../../ground/http/reply'

/** Texts of the page, as plain text. */
interface PageWords {
  readonly title: string
  readonly text: string
}

/**
 * The page that a person sees after the wallet: self-contained, in the colours of the other pages. Neither a referrer
 * nor a script leaks its address, which contains the code.
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
