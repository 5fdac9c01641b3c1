// Sets the superuser of the embedded PocketBase. The secret comes by the environment, because a command line can be
// read by every user of the machine.
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
