/**
 * A query that visitors may not send, or that cannot be parsed. `message` is one of our own ASCII sentences, never
 * input.
 */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused'
}
