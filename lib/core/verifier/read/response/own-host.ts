/** True for an address of this service: a request to ourselves would be recorded as one of a wallet. */
export const isOwnHost = (url: string, baseUrl: string): boolean => hostOf(url) === hostOf(baseUrl)

/** Host and port; the trailing dot of the DNS root makes no difference. RFC3986-3.2.2 */
const hostOf = (url: string): string => {
  const { hostname, port } = new URL(url)
  return `${hostname.replace(/\.$/, '')}:${port}`
}
