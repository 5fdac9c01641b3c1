/** Characters of an address that is asked. */
const urlLengthMax = 1024

/**
 * Where an issuer publishes its keys: the well-known path goes between host and path of `iss`. `null` where `iss` is no https
 * URL without user name, query and fragment. SDJWTVC-5.1
 */
export function issuerMetadataUrl(iss: string): string | null {
  const url = httpsUrl(iss)
  if (url === null || /[?#]/.test(iss)) return null
  return `${url.origin}/.well-known/jwt-vc-issuer${url.pathname.replace(/\/$/, '')}`
}

/** An https URL that carries no user name and is not too long; `null` for anything else. */
export function httpsUrl(text: unknown): URL | null {
  if (typeof text !== 'string' || text.length > urlLengthMax || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null
}
