/**
 * The accepted TLS cipher suites: those of TLS 1.3, and of TLS 1.2 only those that BCP 195 recommends (RFC 9325 section
 * 4.2), with forward secrecy and an AEAD. FAPI 2.0 section 5.2.2 allows no others, and HAIP builds on it.
 */
export const cipherSuites = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
].join(':')
