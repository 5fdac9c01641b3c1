/** What OpenSSL calls the reasons for which it refuses a certificate. */
const refusals = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'HOSTNAME_MISMATCH',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const errorName = /^(?:ERR_(?:SSL|TLS)_|(?:SSLV3|TLSV1|TLSV13)_ALERT_)[A-Z0-9_]{2,64}$/

/**
 * True for the name of a TLS error or alert under `code`, as Node, OpenSSL and their logs write it, with or without
 * quotes, or before punctuation. It says why a wallet could not connect. A code of OAuth is never spelled like that.
 */
export function isTlsError(name: string, value: string): boolean {
  if (name !== 'code') return false
  const text = value.replace(/^\\?["']|(?:\\?["']|[,.;:)])$/g, '')
  return errorName.test(text) || refusals.has(text)
}
