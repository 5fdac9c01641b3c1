/**
 * What our pages may load and run: files of this service, and inline scripts with the nonce of this response. Next
 * reads the nonce from here and adds it to its scripts. `next dev` builds code in the browser.
 */
export const contentSecurityPolicy = (nonce: string, { dev }: { readonly dev: boolean }): string =>
  [
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
