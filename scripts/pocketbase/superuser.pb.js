// Sets the superuser of the embedded PocketBase. The secret is passed in the environment, because every user of the
// machine can read a command line.
onBootstrap((event) => {
  event.next()
  const email = $os.getenv('WALLET_CAPTURE_SUPERUSER_EMAIL')
  let record
  try {
    record = $app.findAuthRecordByEmail('_superusers', email)
  } catch (_) {
    record = new Record($app.findCollectionByNameOrId('_superusers'))
    record.setEmail(email)
  }
  record.setPassword($os.getenv('WALLET_CAPTURE_SUPERUSER_SECRET'))
  $app.save(record)
})
