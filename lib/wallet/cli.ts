#!/usr/bin/env node
import { runCommand } from './command'

// Who reads may stop reading, as `head` does: what was begun is still done, and the exit code says how it ended.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
