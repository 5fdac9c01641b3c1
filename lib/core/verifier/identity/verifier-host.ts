/** The host of the service: its certificate names it, and its verifier attestations are for it. */
export const verifierHost = (baseUrl: string): string => new URL(baseUrl).hostname

/** Whether the host is a DNS name. An IP address is none: neither `x509_san_dns` nor `did:web` takes one. OID4VP-1FINAL-5.9.3 */
export const hasDnsName = (baseUrl: string): boolean => !/^(\[.*\]|[\d.]+)$/.test(verifierHost(baseUrl))
