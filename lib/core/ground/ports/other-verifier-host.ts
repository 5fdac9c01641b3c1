/** A name that nobody has: the host of another verifier (RFC 2606). */
export const otherVerifierHost = 'verifier.wallet-capture.example'
