// Loaded before the web server: when the supervisor is gone, the channel to it closes and the server ends itself in
// its orderly way, or after ten seconds without.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), 10_000).unref()
})
process.channel?.unref()
