import * as tls from 'node:tls'

/** Newer versions of Node expose what they trust by default, including `NODE_EXTRA_CA_CERTS`. */
type Newer = { readonly getCACertificates?: (type: 'default') => readonly string[] }

/**
 * The certificate authorities for clients of this service: the public ones plus those of the installation, all as PEM.
 * A list passed to Node replaces its own, so it has to be complete.
 */
export const trustedAuthorities = (own: readonly string[]): string[] => [
  ...((tls as Newer).getCACertificates?.('default') ?? tls.rootCertificates),
  ...own,
]
