import * as tls from 'node:tls'

/** Newer versions of Node tell what they trust by default, `NODE_EXTRA_CA_CERTS` included. */
type Newer = { readonly getCACertificates?: (type: 'default') => readonly string[] }

/**
 * The certificate authorities of a client that reaches this very service: the public ones and those that the
 * installation trusts beside them, all as PEM. A list handed to Node replaces its own, so it has to be whole.
 */
export const trustedAuthorities = (own: readonly string[]): string[] => [
  ...((tls as Newer).getCACertificates?.('default') ?? tls.rootCertificates),
  ...own,
]
