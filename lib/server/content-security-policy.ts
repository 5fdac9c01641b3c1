/**
 * What a page of ours may load and run: files of this service, and inline scripts that carry the nonce of this very answer.
 * Next reads the nonce from here and puts it on the scripts that it writes. `next dev` builds code in the browser.
 */
export const contentSecurityPolicy = (nonce: string, { dev }: { readonly dev: boolean }): string =>
  [
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
