// Loaded before the web server. When the supervisor dies, its channel to the server closes, and the server shuts down
// in order, or after ten seconds by force.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), 10_000).unref()
})
process.channel?.unref()
