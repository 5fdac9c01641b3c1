// By default, PocketBase logs every request line with its query to a table. Only our redacted evidence may hold what a
// wallet sent, so the request log is off.
migrate(
  (app) => {
    const settings = app.settings()
    settings.meta.appName = 'Wallet Capture'
    settings.logs.maxDays = 0
    settings.logs.logIP = false
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.meta.appName = 'Acme'
    settings.logs.maxDays = 5
    settings.logs.logIP = true
    app.save(settings)
  },
)
