/** What an address of the service means to a wallet on a phone. */
export interface Reach {
  /** Plain http: wallets refuse it before their first request. OID4VCI-1FINAL-12.2.1 */
  readonly plainHttp: boolean
  /** A name for the machine that uses it: on a phone, the phone itself. RFC 6761 section 6.3 */
  readonly thisMachineOnly: boolean
}

/** Reads it from the public origin of the service. */
export function reachOf(baseUrl: string): Reach {
  const [, scheme = '', authority = ''] = /^([a-z]+):\/\/([^/]*)/i.exec(baseUrl) ?? []
  const host = authority.replace(/:\d+$/, '').toLowerCase()
  return {
    plainHttp: scheme.toLowerCase() === 'http',
    thisMachineOnly: /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host),
  }
}
