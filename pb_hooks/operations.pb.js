// Database operations of `npm run backup` and `npm run restore`: routes of a running PocketBase, for the superuser
// alone, and commands when it is stopped. A handler cannot access the scope of its own file, so each one requires what
// it needs.

routerAdd(
  'POST',
  '/api/internal/operations/copy',
  (e) => {
    const { copyTo } = require(`${__hooks}/operations/copy.js`)
    const request = /** @type {import('./operations/copy.js').CopyRequest} */ (e.requestInfo().body)
    return e.json(200, copyTo(e.app, /** @type {http.Request} */ (e.request).context(), request))
  },
  $apis.requireSuperuserAuth(),
  $apis.bodyLimit(4096),
)

routerAdd(
  'POST',
  '/api/internal/operations/sessions',
  (e) => {
    const { sessionsOf } = require(`${__hooks}/operations/copy.js`)
    const request = /** @type {{ ids?: string[], newest?: number }} */ (e.requestInfo().body)
    return e.json(200, sessionsOf(e.app, request))
  },
  $apis.requireSuperuserAuth(),
  $apis.bodyLimit(16384),
)

$app.rootCmd?.addCommand(
  new Command({
    use: 'wallet-capture-copy',
    run: (command, args) => {
      const { copyTo } = require(`${__hooks}/operations/copy.js`)
      const app = /** @type {core.App} */ (/** @type {unknown} */ ($app))
      command.println(
        JSON.stringify(copyTo(app, new Context(), { file: String(args[0]), withKeys: args[1] === 'with-keys' })),
      )
    },
  }),
)

$app.rootCmd?.addCommand(
  new Command({
    use: 'wallet-capture-inspect',
    run: (command) => {
      const app = /** @type {core.App} */ (/** @type {unknown} */ ($app))
      command.println(JSON.stringify(require(`${__hooks}/operations/copy.js`).inspect(app)))
    },
  }),
)

$app.rootCmd?.addCommand(
  new Command({
    use: 'wallet-capture-migrated',
    run: (command) => {
      const app = /** @type {core.App} */ (/** @type {unknown} */ ($app))
      command.println(JSON.stringify(require(`${__hooks}/operations/copy.js`).migrated(app)))
    },
  }),
)
