import { escapeHtml as escaped } from '@/lib/core/shared/values/escape'
import { pages } from '@/lib/pages'

/** The main menu of the site. */
const menu = Object.values(pages)
  .flatMap((page) => ('group' in page && page.group === 'main' ? [`<a href="${page.path}">${page.label}</a>`] : []))
  .join('\n')

/** A page without a script about an edition that there is not, with links to those that there are. */
export const refusedEditionHtml = ({
  code,
  says,
  links,
}: {
  readonly code: string
  readonly says: string
  readonly links: readonly { readonly href: string; readonly text: string }[]
}): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No such edition</title>
<style>
:root{color-scheme:light dark}
body{margin:0 auto;max-width:40rem;padding:1.5rem 1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.25rem}li{padding:.6rem 0}code{font-size:.9em}
nav{display:flex;flex-wrap:wrap;gap:0 1rem;border-bottom:1px solid;padding-bottom:.5rem}nav a{padding:.6rem 0}
</style>
<header><nav aria-label="Site">
<a href="/"><strong>Wallet Capture</strong></a>
${menu}
</nav></header>
<main>
<h1>No such edition</h1>
<p>${escaped(says)}</p>
<p>There are:</p>
<ul>
${links.map(({ href, text }) => `<li><a href="${escaped(href)}">${escaped(text)}</a></li>`).join('\n')}
</ul>
<p><code>${escaped(code)}</code></p>
</main>
</html>
`
