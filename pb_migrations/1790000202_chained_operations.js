// The authorization server behind each issuer has one name, "chained", so the names of its operations use it too.
const renamed = {
  getUpstreamServerMetadata: 'getChainedServerMetadata',
  returnFromUpstream: 'returnFromChained',
  authorizeUpstream: 'authorizeChained',
  requestUpstreamToken: 'requestChainedToken',
}

migrate(
  (app) => {
    for (const [before, after] of Object.entries(renamed))
      app
        .db()
        .newQuery('UPDATE exchanges SET operation = {:after} WHERE operation = {:before}')
        .bind({ before, after })
        .execute()
  },
  (app) => {
    for (const [before, after] of Object.entries(renamed))
      app
        .db()
        .newQuery('UPDATE exchanges SET operation = {:before} WHERE operation = {:after}')
        .bind({ before, after })
        .execute()
  },
)
