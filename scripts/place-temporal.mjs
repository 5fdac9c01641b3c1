import { chmodSync, copyFileSync } from 'node:fs'
import { temporalProgram } from './temporal-program.mjs'
import { runCommand, Stop } from './terminal.mjs'

/** `node scripts/place-temporal.mjs FILE`: puts the Temporal program there, e.g. into an image. */
await runCommand(async () => {
  const [, , file] = process.argv
  if (file === undefined) throw new Stop('Name the file to put the program into.')
  copyFileSync(await temporalProgram(), file)
  chmodSync(file, 0o755)
  return 0
})
