#!/usr/bin/env node
import { runCommand } from './command'

// The reader may close the pipe early, as `head` does. Finish anyway, so that the exit code is right.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
