/** The origin of this service, serialised: pages of it ask the browser, which tells wallets this one. https://html.spec.whatwg.org/#ascii-serialisation-of-an-origin */
export const ownOrigin = (baseUrl: string): string => new URL(baseUrl).origin

/** Whether browsers offer the Digital Credentials API at an origin: over https, and on this device. OID4VP-1FINALA-A.2 */
export function isSecureOrigin(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
