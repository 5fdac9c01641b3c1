/**
 * Loader for `next build` that replaces each `route.ts` by a stub. Our own server answers the API before Next, so Next
 * only needs handlers that pass requests back. Otherwise it would compile the whole API once per path.
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
