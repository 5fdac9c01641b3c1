import type { HeaderField, Reply } from './exchange'

/** A redirect by 302: 307 would repeat a form with its secrets (RFC 9700 section 4.12). `location` must be ASCII. */
export const redirectReply = (location: string, headers: readonly HeaderField[] = []): Reply => ({
  status: 302,
  headers: [['Location', location], ['Cache-Control', 'no-store'], ['Referrer-Policy', 'no-referrer'], ...headers],
  body: null,
})
