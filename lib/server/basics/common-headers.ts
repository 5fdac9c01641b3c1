import type { Reply } from '@/lib/core/shared/http/exchange'

/** Headers that a wallet in a web page must be able to read: RFC 9449 sections 7.1 and 8. */
const corsHeaders = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'DPoP-Nonce, WWW-Authenticate, OAuth-Client-Attestation-Challenge, Retry-After'],
] as const

/** Adds the headers of every API response; `cors` if pages of any origin may read it. */
export const withCommonHeaders = (reply: Reply, cors: boolean): Reply => ({
  ...reply,
  headers: [...reply.headers, ...(cors ? corsHeaders : []), ['X-Content-Type-Options', 'nosniff']],
})
