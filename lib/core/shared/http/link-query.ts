/**
 * Query of a link that opens a wallet. Spaces become `%20`, because phone link handlers do not decode `+`; a lone
 * surrogate becomes U+FFFD, as in a signed request.
 */
export const linkQuery = (parameters: readonly (readonly [name: string, value: string])[]): string =>
  parameters.map((parameter) => parameter.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&')
