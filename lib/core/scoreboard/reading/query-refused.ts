/** A query that visitors may not ask, or that cannot be read. `message` is one of our own ASCII sentences, never input. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused'
}
