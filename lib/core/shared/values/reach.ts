/** Whether a wallet on a phone can reach an address. */
export interface Reach {
  /** Wallets refuse plain http before their first request. OID4VCI-1FINAL-12.2.1 */
  readonly plainHttp: boolean
  /** A loopback name: on a phone, it means the phone itself. RFC 6761 section 6.3 */
  readonly thisMachineOnly: boolean
}

/** Derives it from the service's public origin. */
export function reachOf(baseUrl: string): Reach {
  const [, scheme = '', authority = ''] = /^([a-z]+):\/\/([^/]*)/i.exec(baseUrl) ?? []
  const host = authority.replace(/:\d+$/, '').toLowerCase()
  return {
    plainHttp: scheme.toLowerCase() === 'http',
    thisMachineOnly: /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host),
  }
}
