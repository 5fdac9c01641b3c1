// PocketBase would keep every request line, query included, in a log table of its own. Evidence is kept by us, redacted,
// and nothing else may hold what a wallet sent: the request log is off.
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
