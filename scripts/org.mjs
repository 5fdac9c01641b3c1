import { runOrganizationCommand } from './organizations.mjs'
import { requireNode, runCommand, say } from './terminal.mjs'

/** `npm run org -- …`: organisations and their keys, over HTTP. `--help` lists what it does. */
await runCommand(async () => {
  requireNode(process.versions.node)
  await runOrganizationCommand(process.argv.slice(2), process.env, say)
  return 0
})
