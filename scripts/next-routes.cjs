/**
 * A loader of `next build`. Our own server has the interface in its bundle and answers it before Next: what Next builds of each
 * `route.ts` only hands requests back. Otherwise it would compile the whole interface once for every path.
 */
module.exports = () => `import { answerNextRequest } from '@/lib/server/http/next-request'

export const dynamic = 'force-dynamic'
export const GET = answerNextRequest
export const HEAD = answerNextRequest
export const POST = answerNextRequest
export const PUT = answerNextRequest
export const PATCH = answerNextRequest
export const DELETE = answerNextRequest
export const OPTIONS = answerNextRequest
`
